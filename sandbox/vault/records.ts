import type { Policy } from './policies.ts';

/** Describes what a server of a vault is just now. */
export type VaultState =
  | 'active'
  | 'sealed'
  | 'uninitialized'
  /** Hands requests on to the active server. */
  | 'standby'
  | 'performance-standby'
  | 'dr-secondary';

export interface VaultVersion {
  readonly data: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970, as all times here. */
  readonly createdAt: number;
  /** May lie ahead, as with `delete_version_after`. */
  deletedAt: number | null;
  destroyed: boolean;
}

export interface VaultEntry {
  /** The first one is version 1. */
  readonly versions: VaultVersion[];
  customMetadata: Readonly<Record<string, string>> | null;
  casRequired: boolean;
  readonly createdAt: number;
  updatedAt: number;
}

export interface VaultMount {
  readonly type: 'kv';
  readonly version: 1 | 2;
  /** By their path below the mount. */
  readonly entries: Map<string, VaultEntry>;
}

export interface VaultTokenRecord {
  readonly id: string;
  readonly accessor: string;
  readonly policies: readonly string[];
  readonly displayName: string;
  readonly createdAt: number;
  /** Seconds; 0: it does not end. */
  creationTtl: number;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
  readonly explicitMaxTtl: number;
  readonly renewable: boolean;
  readonly parent: string | null;
}

export interface TokenRole {
  readonly allowedPolicies: readonly string[];
  readonly allowedPoliciesGlob: readonly string[];
  /** Seconds; 0: as asked for. */
  readonly explicitMaxTtl: number;
  readonly noDefaultPolicy: boolean;
}

export interface VaultNamespace {
  readonly name: string;
  /** By their path, without slashes at its ends. */
  readonly mounts: Map<string, VaultMount>;
  readonly policies: Map<string, Policy>;
  readonly roles: Map<string, TokenRole>;
  /** By the token itself. */
  readonly tokens: Map<string, VaultTokenRecord>;
}
