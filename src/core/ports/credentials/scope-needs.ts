import type { BitbucketCloudVariant } from './source-access.ts';

export interface MissingScope {
  readonly scope: string;
  /** Continues "needed to". */
  readonly neededTo: string;
  /** Nothing can be migrated without it. */
  readonly isRequired: boolean;
}

interface Need extends Omit<MissingScope, 'scope'> {
  /** Of API tokens, whose scopes do not imply one another. */
  readonly token: string;
  /** Of app passwords and access tokens, each implying those before it. */
  readonly classic: readonly string[];
}

const sourceNeeds: readonly Need[] = [
  {
    token: 'read:user:bitbucket',
    classic: ['account', 'account:write'],
    neededTo: 'verify the account',
    isRequired: true,
  },
  {
    token: 'read:repository:bitbucket',
    classic: ['repository', 'repository:write', 'repository:admin'],
    neededTo: 'list and clone repositories',
    isRequired: true,
  },
  {
    token: 'read:pullrequest:bitbucket',
    classic: ['pullrequest', 'pullrequest:write'],
    neededTo: 'read pull requests and their comments',
    isRequired: false,
  },
  {
    token: 'read:workspace:bitbucket',
    classic: ['account', 'account:write'],
    neededTo: 'list workspaces and identify their members by name',
    isRequired: false,
  },
];

const secretNeeds: readonly Need[] = [
  {
    token: 'read:pipeline:bitbucket',
    classic: ['pipeline', 'pipeline:write', 'pipeline:variable'],
    neededTo: 'read the names of pipeline variables (for secrets)',
    isRequired: false,
  },
];

const settingsNeeds: readonly Need[] = [
  {
    token: 'admin:repository:bitbucket',
    classic: ['repository:admin'],
    neededTo: 'read permissions, branch restrictions and access keys (for settings)',
    isRequired: false,
  },
  {
    token: 'admin:project:bitbucket',
    classic: ['project:admin'],
    neededTo: 'read project permissions (for settings)',
    isRequired: false,
  },
  {
    token: 'read:project:bitbucket',
    classic: ['project:admin'],
    neededTo: 'read settings inherited from projects (for settings)',
    isRequired: false,
  },
  {
    token: 'read:webhook:bitbucket',
    classic: ['webhook'],
    neededTo: 'read webhooks (for settings)',
    isRequired: false,
  },
];

/** The scopes to give an API token of Bitbucket Cloud, for hints. */
export const apiTokenScopes = `${tokensOf(sourceNeeds)}; for secrets also ${tokensOf(secretNeeds)}`;

function tokensOf(needs: readonly Need[]): string {
  return needs.map(({ token }) => token).join(', ');
}

/**
 * Returns scopes that credentials of Bitbucket Cloud lack to read settings; empty where the host reports no scopes.
 * Pure.
 */
export function missingSettingsScopes(
  variant: BitbucketCloudVariant,
  granted: readonly string[] | null,
): readonly MissingScope[] {
  return missingOf(settingsNeeds, variant, granted);
}

/**
 * Returns scopes that credentials of Bitbucket Cloud lack for a migration; empty where the host reports no scopes.
 * Pure.
 * @param options.secrets also to read the names of secrets
 */
export function missingSourceScopes(
  variant: BitbucketCloudVariant,
  granted: readonly string[] | null,
  { secrets = false }: { secrets?: boolean } = {},
): readonly MissingScope[] {
  const ofMigration = variant === 'access-token' ? sourceNeeds.slice(1, 3) : sourceNeeds;
  return missingOf([...ofMigration, ...(secrets ? secretNeeds : [])], variant, granted);
}

function missingOf(
  needs: readonly Need[],
  variant: BitbucketCloudVariant,
  granted: readonly string[] | null,
): readonly MissingScope[] {
  if (granted === null) return [];
  const missing: MissingScope[] = [];
  for (const { token, classic, ...need } of needs) {
    const names = variant === 'api-token' ? [token] : classic;
    const scope = names[0] ?? token;
    const isKnown = missing.some((one) => one.scope === scope);
    if (!isKnown && !names.some((name) => granted.includes(name))) missing.push({ ...need, scope });
  }
  return missing;
}

/** The same for GitHub. Pure. */
export function missingTargetScopes(granted: readonly string[] | null): readonly MissingScope[] {
  return targetNeeds.filter(({ scope }) => missingScopes(granted, [scope]).length > 0);
}

const targetNeeds: readonly MissingScope[] = [
  { scope: 'repo', neededTo: 'create repositories and push to them', isRequired: true },
  {
    scope: 'workflow',
    neededTo: 'push branches with workflows (.github/workflows)',
    isRequired: false,
  },
  {
    scope: 'admin:org',
    neededTo: "check an organization's rules before migrating",
    isRequired: false,
  },
];

/** Names every scope that a migration uses, by what a token without any would miss. Pure. */
export function usedScopes(missingOfNone: readonly MissingScope[]): readonly string[] {
  return missingOfNone.map(({ scope }) => scope);
}

/** Scopes that imply others; GitHub lists only the widest. */
const includes: Readonly<Record<string, readonly string[]>> = {
  repo: ['public_repo', 'repo:status', 'repo_deployment', 'repo:invite', 'security_events'],
  'admin:org': ['write:org', 'read:org', 'manage_runners:org'],
  'write:org': ['read:org'],
};

/**
 * The wanted scopes that a classic token lacks. Fine-grained tokens and apps report none (`null`): what they may do shows
 * only when tried, so nothing counts as missing.
 */
export function missingScopes(
  granted: readonly string[] | null,
  wanted: readonly string[],
): readonly string[] {
  if (granted === null) return [];
  const all = new Set(granted.flatMap((scope) => [scope, ...(includes[scope] ?? [])]));
  return wanted.filter((scope) => !all.has(scope));
}
