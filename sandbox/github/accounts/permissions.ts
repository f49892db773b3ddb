import type { GithubRepository, GithubToken } from '../records.ts';
import type { Permissions } from '../repositories/repository-json.ts';
import type { GithubAccount } from './account.ts';

/**
 * What a token may do with a repository: the user's right there, cut down by the token's scopes (`repo` for
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

const reading: Permissions = {
  admin: false,
  maintain: false,
  push: false,
  triage: false,
  pull: true,
};

const administering: Permissions = {
  admin: true,
  maintain: true,
  push: true,
  triage: true,
  pull: true,
};

const writing: Permissions = { ...reading, triage: true, push: true };

/** Members read; collaborators do what they were invited to; who made a repository and the organisation's administrators do everything. */
function rightOf(user: GithubAccount, repository: GithubRepository): Permissions | null {
  const { owner, tracker } = repository;
  const invited = tracker.collaborators.get(user.login.toLowerCase())?.permission;
  if (invited === 'admin' || owner === user) return administering;
  if (invited !== undefined) return invited === 'write' ? writing : reading;
  if (owner.kind === 'user') return null;
  const membership = activeMembership(owner, user);
  if (membership === null) return null;
  if (membership === 'admin' || repository.creator === user) return administering;
  return reading;
}

export function activeMembership(
  organization: GithubAccount,
  user: GithubAccount,
): 'admin' | 'member' | null {
  const membership = organization.members.get(user.login.toLowerCase());
  return membership?.state === 'active' ? membership.role : null;
}
