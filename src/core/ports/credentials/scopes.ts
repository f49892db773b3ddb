/** Scopes that grant others; GitHub lists only the widest. */
const includes: Readonly<Record<string, readonly string[]>> = {
  repo: ['public_repo', 'repo:status', 'repo_deployment', 'repo:invite', 'security_events'],
  'admin:org': ['write:org', 'read:org', 'manage_runners:org'],
  'write:org': ['read:org'],
};

/**
 * Which of the wanted scopes a classic token lacks. Fine-grained tokens and apps have none (`null`): what they may
 * do shows only when it is tried, so nothing counts as missing.
 */
export function missingScopes(
  granted: readonly string[] | null,
  wanted: readonly string[],
): readonly string[] {
  if (granted === null) return [];
  const all = new Set(granted.flatMap((scope) => [scope, ...(includes[scope] ?? [])]));
  return wanted.filter((scope) => !all.has(scope));
}
