import type { Variables } from '../kernel/environment.ts';
import {
  type MissingScope,
  missingSourceScopes,
  missingTargetScopes,
  usedScopes,
} from '../ports/credentials/scope-needs.ts';
import { readSourceCredentials } from '../ports/credentials/source-credentials.ts';
import { baseVariable } from '../ports/credentials/source-tokens.ts';
import type { Account, OwnerChoice } from '../ports/records/account.ts';
import type { SourceHost } from '../ports/source-host.ts';
import type { TargetHost } from '../ports/target-host.ts';

/** Variables that can be typed. */
export type CredentialVariable =
  | 'SRC_USERNAME'
  | 'SRC_API_TOKEN'
  | 'SRC_APP_PASSWORD'
  | 'SRC_ACCESS_TOKEN'
  | 'SRC_TOKEN'
  | 'SRC_DATA_CENTER_URL'
  | 'DST_TOKEN'
  | 'DST_ENTERPRISE_URL';

/** Empty means not typed. */
type TypedCredentials = Readonly<Partial<Record<CredentialVariable, string>>>;

/** Describes what the screens have settled about the credentials. */
export interface SelectedCredentials {
  readonly typed: TypedCredentials;
  /** The credentials of the source in use; those of other kinds are ignored. Empty: whatever the environment has. */
  readonly sourceVariables: readonly CredentialVariable[];
  /** The variable of the environment with the target's token; `null`: DST_TOKEN. */
  readonly tokenVariable: string | null;
  /** True if DST_ENTERPRISE_URL counts. */
  readonly usesEnterprise: boolean;
}

const ofSource: readonly CredentialVariable[] = [
  'SRC_USERNAME',
  'SRC_API_TOKEN',
  'SRC_APP_PASSWORD',
  'SRC_ACCESS_TOKEN',
  'SRC_TOKEN',
  'SRC_DATA_CENTER_URL',
];

/** The environment with the typed values, without the credentials that were not selected. Pure. */
export function withSelected(
  environment: Variables,
  { typed, sourceVariables, tokenVariable, usesEnterprise }: SelectedCredentials,
): Variables {
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
  const unused: readonly string[] = [
    ...(sourceVariables.length === 0
      ? []
      : ofSource.filter((name) => !sourceVariables.includes(name))),
    ...(usesEnterprise ? [] : ['DST_ENTERPRISE_URL']),
  ];
  // A typed token stands for itself, without those that the environment numbers.
  const isReplaced = (name: string) =>
    baseVariable(name) !== name &&
    (unused.includes(baseVariable(name)) || Object.hasOwn(given, baseVariable(name)));
  const remaining = Object.entries(environment).filter(
    ([name]) => !unused.includes(name) && !isReplaced(name),
  );
  const copied = tokenVariable === null ? [] : [['DST_TOKEN', environment[tokenVariable]]];
  return { ...Object.fromEntries([...remaining, ...copied]), ...given };
}

/** Credentials that the host has accepted. */
export interface Verified {
  /** `null`: an access token, which can be verified only with a workspace. */
  readonly account: Account | null;
  readonly hostname: string;
  readonly missing: readonly MissingScope[];
  /** Every scope that a migration uses; empty where the host reports none. */
  readonly needed: readonly string[];
  /** How many tokens are used side by side; left out: one. */
  readonly tokens?: number;
}

/** @throws `credentials`, `permission`, `configuration`, and errors of the connection */
export async function verifySource(options: {
  source: SourceHost;
  variables: Variables;
  signal: AbortSignal;
}): Promise<Verified & { readonly workspaces: readonly string[] | null }> {
  const { source, variables, signal } = options;
  const { hostname } = source;
  const access = readSourceCredentials(variables, { usesGit: false });
  const variant = access.kind === 'bitbucket-cloud' ? access.variant : null;
  const tokens = access.tokens.length;
  if (variant === 'access-token')
    return { account: null, hostname, missing: [], needed: [], tokens, workspaces: null };
  const account = await source.verifyCredentials({ workspace: '', signal });
  // A Data Center reports no scopes.
  const lacking = (scopes: readonly string[] | null) =>
    variant === null ? [] : missingSourceScopes(variant, scopes, { secrets: true });
  return {
    account,
    hostname,
    missing: lacking(account.scopes),
    needed: account.scopes === null ? [] : usedScopes(lacking([])),
    tokens,
    workspaces: await source.listWorkspaces({ signal }),
  };
}

export interface VerifiedTarget extends Verified {
  readonly owners: readonly OwnerChoice[];
  /** Without its administrator: an Enterprise Server has no limits by default. */
  readonly isLimited: boolean;
}

export async function verifyTarget(options: {
  target: TargetHost;
  signal: AbortSignal;
}): Promise<VerifiedTarget> {
  const { target, signal } = options;
  const account = await target.verifyCredentials({ signal });
  const missing = missingTargetScopes(account.scopes);
  const needed = account.scopes === null ? [] : usedScopes(missingTargetScopes([]));
  const owners = await target.listOwners({ account, signal });
  const isLimited = target.limits.pushesPerMinute !== null;
  return { account, hostname: target.hostname, missing, needed, owners, isLimited };
}
