import type { SecretLevel } from '../../ports/secret-source.ts';

/** All secrets that are to be on the target. Those that the file says to skip are not among them. */
export interface Manifest {
  readonly organization: readonly OrganizationSecret[];
  readonly repositories: readonly ManifestRepository[];
}

export interface ManifestSecret {
  /** On the target. */
  readonly name: string;
  /** On the source. */
  readonly sourceName: string;
  /** Of the variable that the value is to come from. */
  readonly source: SecretLevel;
}

export interface OrganizationSecret extends ManifestSecret {
  readonly visibility: 'all' | 'private' | 'selected';
  /** Names on the source; empty unless the visibility is `selected`. */
  readonly repositories: readonly string[];
}

export interface ManifestRepository {
  /** The name on the source. */
  readonly source: string;
  /** The name on the target, where the file says one. */
  readonly target: string | null;
  readonly secrets: readonly ManifestSecret[];
  readonly environments: readonly ManifestEnvironment[];
}

export interface ManifestEnvironment {
  readonly name: string;
  readonly secrets: readonly ManifestSecret[];
}
