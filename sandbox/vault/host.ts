import { randomBytes } from 'node:crypto';
import { defaultPolicyText, type Policy, parsePolicy } from './policies.ts';
import type {
  TokenRole,
  VaultEntry,
  VaultMount,
  VaultNamespace,
  VaultState,
  VaultTokenRecord,
} from './records.ts';

export interface VaultHost {
  readonly now: () => number;
  state: VaultState;
  /** Where a standby sends to that does not hand requests on. */
  redirectsTo: string | null;
  /** A rate limit quota: so many requests in any second; `null`: none. */
  requestsPerSecond: number | null;
  /** The one whose name is empty is the root. */
  readonly namespaces: ReadonlyMap<string, VaultNamespace>;
  addNamespace(name: string): VaultNamespace;
  addMount(path: string, version: 1 | 2, namespace?: string): VaultMount;
  /** @throws Error if it is none */
  addPolicy(name: string, text: string, namespace?: string): void;
  addRole(name: string, role: Partial<TokenRole>, namespace?: string): void;
  addToken(options?: AddToken): VaultTokenRecord;
  /** With all that were made by it. */
  revoke(token: VaultTokenRecord): void;
  /** Does what a person does in the vault's own interface: a new version with this value. */
  fill(path: string, value: unknown, mount?: string): void;
  entry(path: string, mount?: string): VaultEntry | null;
}

interface AddToken {
  readonly policies?: readonly string[];
  /** Seconds; 0 if left out: it does not end. */
  readonly ttl?: number;
  readonly explicitMaxTtl?: number;
  readonly renewable?: boolean;
  readonly namespace?: string;
  readonly parent?: string;
  readonly displayName?: string;
  /** Random if left out. */
  readonly id?: string;
}

/** A vault with the engine `secret` and one root token for the one who adds it. */
export function createVaultHost(options: { now: () => number }): VaultHost {
  const { now } = options;
  const namespaces = new Map<string, VaultNamespace>();
  const of = (name = ''): VaultNamespace => {
    const found = namespaces.get(name);
    if (found === undefined) throw new Error(`No such namespace: ${name}`);
    return found;
  };
  const host: VaultHost = {
    now,
    state: 'active',
    redirectsTo: null,
    requestsPerSecond: null,
    namespaces,
    addNamespace(name) {
      const made = newNamespace(name);
      namespaces.set(name, made);
      return made;
    },
    addMount(path, version, namespace) {
      const mount: VaultMount = { type: 'kv', version, entries: new Map() };
      of(namespace).mounts.set(path, mount);
      return mount;
    },
    addPolicy(name, text, namespace) {
      of(namespace).policies.set(name, mustParse(text));
    },
    addRole(name, role, namespace) {
      of(namespace).roles.set(name, {
        allowedPolicies: [],
        allowedPoliciesGlob: [],
        explicitMaxTtl: 0,
        noDefaultPolicy: false,
        ...role,
      });
    },
    addToken(wanted = {}) {
      const made = newToken(wanted, now());
      of(wanted.namespace).tokens.set(made.id, made);
      return made;
    },
    revoke(token) {
      for (const { tokens } of namespaces.values()) {
        for (const other of [...tokens.values()]) if (other.parent === token.id) host.revoke(other);
        tokens.delete(token.id);
      }
    },
    fill(path, value, mount = 'secret') {
      const entries = of('').mounts.get(mount)?.entries;
      if (entries === undefined) throw new Error(`No such mount: ${mount}`);
      writeVersion(entries, path, { value }, now());
    },
    entry: (path, mount = 'secret') => of('').mounts.get(mount)?.entries.get(path) ?? null,
  };
  host.addNamespace('');
  host.addMount('secret', 2);
  return host;
}

function newNamespace(name: string): VaultNamespace {
  return {
    name,
    mounts: new Map(),
    policies: new Map([['default', mustParse(defaultPolicyText)]]),
    roles: new Map(),
    tokens: new Map(),
  };
}

function newToken(
  { policies = ['root'], ttl = 0, ...more }: AddToken,
  at: number,
): VaultTokenRecord {
  return {
    id: more.id ?? `hvs.${randomBytes(24).toString('base64url')}`,
    accessor: randomBytes(18).toString('base64url'),
    policies,
    displayName: more.displayName ?? 'token',
    createdAt: at,
    creationTtl: ttl,
    expiresAt: ttl === 0 ? null : at + 1000 * ttl,
    explicitMaxTtl: more.explicitMaxTtl ?? 0,
    renewable: more.renewable ?? ttl > 0,
    parent: more.parent ?? null,
  };
}

/** The next version of an entry, which is made where there is none. */
export function writeVersion(
  entries: Map<string, VaultEntry>,
  path: string,
  data: Readonly<Record<string, unknown>>,
  at: number,
): VaultEntry {
  const entry = entries.get(path) ?? newEntry(at);
  entries.set(path, entry);
  entry.versions.push({ data, createdAt: at, deletedAt: null, destroyed: false });
  entry.updatedAt = at;
  return entry;
}

export function newEntry(at: number): VaultEntry {
  return { versions: [], customMetadata: null, casRequired: false, createdAt: at, updatedAt: at };
}

function mustParse(text: string): Policy {
  const policy = parsePolicy(text);
  if (policy === null) throw new Error(`Not a policy: ${text}`);
  return policy;
}
