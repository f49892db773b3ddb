import type { GithubAccount, GithubTeam, TeamMember } from '../accounts/account.ts';
import { highestRole, type Role } from '../accounts/roles.ts';

export function makeTeam(id: number, name: string): GithubTeam {
  return {
    id,
    name,
    slug: slugOf(name),
    description: null,
    privacy: 'secret',
    notifies: true,
    parent: null,
    members: new Map(),
    repositories: new Map(),
    isSynchronized: false,
  };
}

/** Seen by all members of the organization. */
export function makeClosedTeam(
  id: number,
  name: string,
  members: readonly GithubAccount[],
): GithubTeam {
  const team = makeTeam(id, name);
  team.privacy = 'closed';
  for (const account of members) {
    team.members.set(account.login.toLowerCase(), { account, role: 'member', state: 'active' });
  }
  return team;
}

export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The team itself first, then what is above it. */
function withParents(team: GithubTeam): readonly GithubTeam[] {
  return team.parent === null ? [team] : [team, ...withParents(team.parent)];
}

/** The teams that somebody counts as a member of: who is in a team is in all that stand above it. */
export function teamsOf(organization: GithubAccount, user: GithubAccount): readonly GithubTeam[] {
  const own = [...organization.teams.values()].filter(
    ({ members }) => members.get(user.login.toLowerCase())?.state === 'active',
  );
  return [...new Set(own.flatMap(withParents))];
}

/** With the members of the teams below it. */
export function membersOf(organization: GithubAccount, team: GithubTeam): readonly TeamMember[] {
  const below = [...organization.teams.values()].filter((one) => withParents(one).includes(team));
  const all = new Map(below.flatMap((one) => [...one.members]));
  for (const [login, member] of team.members) all.set(login, member);
  return [...all.values()].filter(({ state }) => state === 'active');
}

/** Returns what a team may do in a repository, by its own right or by that of a team above it. */
export function roleOfTeam(team: GithubTeam, repositoryId: number): Role | null {
  return highestRole(
    withParents(team).flatMap(({ repositories }) => repositories.get(repositoryId) ?? []),
  );
}
