import type { GithubRepository, GithubToken } from '../records.ts';
import { roleOfTeam, teamsOf } from '../teams/team.ts';
import type { GithubAccount } from './account.ts';
import type { Permissions } from './roles.ts';
import { highestRole, permissionsOfRole, type Role } from './roles.ts';

/**
 * Returns what a token may do with a repository: the user's right there, cut down by the token's scopes (`repo` for
 * everything, `public_repo` for public ones). `null`: it may not even know that there is one.
 */
export function permissionsOf(
  token: GithubToken | null,
  repository: GithubRepository,
): Permissions | null {
  if (token === null) return repository.private ? null : reading;
  const scoped =
    token.scopes.includes('repo') || (!repository.private && token.scopes.includes('public_repo'));
  const right = rightOf(token.user, repository);
  if (repository.private && (!scoped || right === null)) return null;
  return scoped && right !== null ? right : reading;
}

const reading = permissionsOfRole('read');

function rightOf(user: GithubAccount, repository: GithubRepository): Permissions | null {
  const role = roleIn(user, repository);
  return role === null ? null : permissionsOfRole(role);
}

/**
 * The highest of what somebody was invited to, what their teams may, and what the organization gives all its members;
 * who made a repository and the organization's owners do everything. `null`: nothing.
 */
export function roleIn(user: GithubAccount, repository: GithubRepository): Role | null {
  const { owner, tracker, creator } = repository;
  if (owner === user) return 'admin';
  const invited = tracker.collaborators.get(user.login.toLowerCase())?.permission;
  const own = invited === undefined ? [] : [invited];
  if (owner.kind === 'user') return highestRole(own);
  const membership = activeMembership(owner, user);
  if (membership === null) return highestRole(own);
  if (membership === 'admin' || creator === user) return 'admin';
  const { basePermission } = owner.policies;
  const shared = teamsOf(owner, user).map((team) => roleOfTeam(team, repository.id));
  return highestRole([
    ...own,
    ...shared.filter((role) => role !== null),
    ...(basePermission === 'none' ? [] : [basePermission]),
  ]);
}

export function activeMembership(
  organization: GithubAccount,
  user: GithubAccount,
): 'admin' | 'member' | null {
  const membership = organization.members.get(user.login.toLowerCase());
  return membership?.state === 'active' ? membership.role : null;
}
