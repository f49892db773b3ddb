import { readHead } from '../../git/bare-repository.ts';
import type { RefAction } from '../../git/ref-rules.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { activeMembership, roleIn } from '../accounts/permissions.ts';
import type { GithubRepository } from '../records.ts';
import { teamsOf } from '../teams/team.ts';
import { rulesetsFor } from './applicable.ts';
import type { Actor, RulesetQuestion } from './judge.ts';

/** Somebody as rulesets of a repository see them. */
export function actorIn(repository: GithubRepository, user: GithubAccount): Actor {
  const { owner } = repository;
  return {
    userId: user.id,
    isOwner: owner.kind === 'organization' && activeMembership(owner, user) === 'admin',
    role: roleIn(user, repository),
    teamIds: teamsOf(owner, user).map(({ id }) => id),
  };
}

export function questionOf(
  repository: GithubRepository,
  user: GithubAccount,
  action: RefAction,
): RulesetQuestion {
  return {
    rulesets: rulesetsFor(repository),
    actor: actorIn(repository, user),
    action,
    defaultBranch: readHead(repository.directory),
  };
}
