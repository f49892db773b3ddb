import type { GithubAccount } from '../accounts/account.ts';
import { activeMembership } from '../accounts/permissions.ts';
import { isAuthorized } from '../accounts/single-sign-on.ts';
import type { GithubToken } from '../records.ts';
import { teamsOf } from '../teams/team.ts';
import type { Importer } from './importer.ts';

/** Why somebody may not import into an organization, and what that takes. */
export type LackOfRight =
  | { readonly lacks: 'single-sign-on' }
  | { readonly lacks: 'role' | 'scope'; readonly required: readonly string[] };

const owners = ['repo', 'admin:org', 'workflow'];
const migrators = ['repo', 'read:org', 'workflow'];

/** Owners may, and those to whom they have granted the role. `null`: nothing is missing. */
export function lackOfRight(
  importer: Importer,
  organization: GithubAccount,
  token: GithubToken,
): LackOfRight | null {
  if (!isAuthorized(organization, token)) return { lacks: 'single-sign-on' };
  const isOwner = activeMembership(organization, token.user) === 'admin';
  if (!isOwner && !isMigrator(importer, organization, token.user)) {
    return { lacks: 'role', required: token.scopes };
  }
  const required = isOwner ? owners : migrators;
  const isMissing = required.some((scope) => !grants(token.scopes, scope));
  return isMissing ? { lacks: 'scope', required } : null;
}

/** The wider scopes of an organization hold the narrower ones. */
function grants(scopes: readonly string[], wanted: string): boolean {
  if (scopes.includes(wanted)) return true;
  return wanted === 'read:org' && (scopes.includes('write:org') || scopes.includes('admin:org'));
}

function isMigrator(importer: Importer, organization: GithubAccount, user: GithubAccount): boolean {
  const granted = importer.migrators.get(organization.id);
  if (granted === undefined) return false;
  const names = teamsOf(organization, user).map(({ slug }) => `team:${slug.toLowerCase()}`);
  return [`user:${user.login.toLowerCase()}`, ...names].some((name) => granted.has(name));
}
