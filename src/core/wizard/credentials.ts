import type { Variables } from '../kernel/environment.ts';
import {
  type MissingScope,
  missingSourceScopes,
  missingTargetScopes,
} from '../ports/credentials/scope-needs.ts';
import { readSourceCredentials } from '../ports/credentials/source-credentials.ts';
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
export type TypedCredentials = Readonly<Partial<Record<CredentialVariable, string>>>;

const sourceSecrets = ['SRC_API_TOKEN', 'SRC_APP_PASSWORD', 'SRC_ACCESS_TOKEN', 'SRC_TOKEN'];

/**
 * The environment with the typed values. A typed secret of the source replaces all secrets of the source in the environment.
 * Pure.
 */
export function withTyped(environment: Variables, typed: TypedCredentials): Variables {
  const given = Object.entries(typed).filter(([, value]) => value !== '');
  const secret = given.map(([name]) => name).find((name) => sourceSecrets.includes(name));
  // The address of a Data Center belongs to its token.
  const others = secret === 'SRC_TOKEN' ? sourceSecrets : [...sourceSecrets, 'SRC_DATA_CENTER_URL'];
  const remaining = Object.entries(environment).filter(
    ([name]) => secret === undefined || !others.includes(name),
  );
  return { ...Object.fromEntries(remaining), ...Object.fromEntries(given) };
}

/** Credentials that the host has accepted. */
export interface Verified {
  /** `null`: an access token, which can be verified only with a workspace. */
  readonly account: Account | null;
  readonly hostname: string;
  readonly missing: readonly MissingScope[];
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
  if (variant === 'access-token') return { account: null, hostname, missing: [], workspaces: null };
  const account = await source.verifyCredentials({ workspace: '', signal });
  // A Data Center reports no scopes.
  const missing =
    variant === null ? [] : missingSourceScopes(variant, account.scopes, { secrets: true });
  return { account, hostname, missing, workspaces: await source.listWorkspaces({ signal }) };
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
  const owners = await target.listOwners({ account, signal });
  const isLimited = target.limits.pushesPerMinute !== null;
  return { account, hostname: target.hostname, missing, owners, isLimited };
}
