export type Capability =
  | 'create'
  | 'read'
  | 'update'
  | 'delete'
  | 'list'
  | 'sudo'
  | 'deny'
  | 'patch';

/** One `path "…" { capabilities = […] }` of a policy. */
interface PathRule {
  readonly path: string;
  readonly capabilities: readonly Capability[];
}

export interface Policy {
  /** As it was written. */
  readonly text: string;
  readonly rules: readonly PathRule[];
}

const known: readonly string[] = [
  'create',
  'read',
  'update',
  'delete',
  'list',
  'sudo',
  'deny',
  'patch',
];

/** Policy that every token has unless it was created without it. */
export const defaultPolicyText = `
path "auth/token/lookup-self" { capabilities = ["read"] }
path "auth/token/renew-self" { capabilities = ["update"] }
path "auth/token/revoke-self" { capabilities = ["update"] }
path "sys/capabilities-self" { capabilities = ["update"] }
`;

/**
 * A policy in HCL, as far as paths and capabilities go.
 * @returns `null` if it is none
 */
export function parsePolicy(text: string): Policy | null {
  const bare = text.replace(/^\s*(#|\/\/).*$/gm, '');
  const rules: PathRule[] = [];
  const block = /\s*path\s+"([^"]+)"\s*\{\s*capabilities\s*=\s*\[([^\]]*)\]\s*\}\s*/y;
  while (block.lastIndex < bare.length) {
    if (bare.slice(block.lastIndex).trim() === '') break;
    const match = block.exec(bare);
    if (match === null) return null;
    const capabilities = (match[2] ?? '').match(/[a-z]+/g) ?? [];
    if (!capabilities.every((one) => known.includes(one))) return null;
    rules.push({ path: match[1] ?? '', capabilities: capabilities as Capability[] });
  }
  return { text, rules };
}

/**
 * Returns what these policies grant on a path: of each policy's rules that match the most exact one counts, a deny
 * wins.
 */
export function capabilitiesOn(policies: readonly Policy[], path: string): ReadonlySet<Capability> {
  const matching = policies
    .flatMap(({ rules }) => rules)
    .filter((rule) => matches(rule.path, path));
  const best = Math.max(...matching.map((rule) => exactness(rule.path)));
  const granted = new Set(
    matching
      .filter((rule) => exactness(rule.path) === best)
      .flatMap(({ capabilities }) => capabilities),
  );
  return granted.has('deny') ? new Set() : granted;
}

/** `*` at the end stands for anything, `+` for one segment. */
function matches(pattern: string, path: string): boolean {
  const isPrefix = pattern.endsWith('*');
  const body = (isPrefix ? pattern.slice(0, -1) : pattern)
    .split('/')
    .map((part) => (part === '+' ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${body}${isPrefix ? '' : '$'}`).test(path);
}

/** An exact path before one with wildcards, a longer one before a shorter. */
function exactness(pattern: string): number {
  const wild = pattern.search(/[+*]/);
  return wild < 0 ? 1_000_000 : wild;
}
