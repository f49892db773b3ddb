import * as z from 'zod';
import {
  type FoundGrant,
  type RepositoryRole,
  repositoryRoles,
} from '../../../ports/records/target-settings.ts';
import { repositoryOf } from '../rest/shared.ts';
import {
  changing,
  listAll,
  listOfRepository,
  mustBeTaken,
  nameOf,
  type RepositoryMethod,
} from './setting-method.ts';

const teamSchema = z.object({ id: z.number(), slug: z.string().min(1), permission: z.string() });
const personSchema = z.object({ id: z.number(), login: z.string().min(1), role_name: z.string() });
const invitationSchema = z.object({
  id: z.number(),
  invitee: z.object({ login: z.string().min(1) }).nullable(),
  permissions: z.string(),
  expired: z.boolean().catch(false),
});

/** Teams, people who were named there, and those who were invited: three lists. */
export const listAccess: RepositoryMethod<'listAccess'> = async (github, request) => {
  const place = repositoryOf(request);
  const asking = changing(request.signal);
  const name = nameOf(request);
  const [teams, people, invitations] = await Promise.all([
    listOfRepository(github, request, {
      what: 'teams',
      row: teamSchema,
      route: 'GET /repos/{owner}/{repo}/teams',
    }),
    listAll(github, {
      what: `collaborators on ${name}`,
      row: personSchema,
      keyOf: ({ id }) => id,
      ask: (page) =>
        github.send(
          'GET /repos/{owner}/{repo}/collaborators',
          { ...place, affiliation: 'direct', ...page },
          asking,
        ),
    }),
    listOfRepository(github, request, {
      what: 'invitations',
      row: invitationSchema,
      route: 'GET /repos/{owner}/{repo}/invitations',
    }),
  ]);
  return [
    ...teams.map(({ slug, permission }) => found('team', slug, permission)),
    ...people.map(({ login, role_name: role }) => found('user', login, role)),
    ...invitations
      .filter(({ expired }) => !expired)
      .flatMap(({ invitee, permissions }) =>
        invitee === null ? [] : [{ ...found('user', invitee.login, permissions), isInvited: true }],
      ),
  ];
};

function found(kind: 'user' | 'team', name: string, role: string): FoundGrant {
  return { actor: { kind, name }, role: toRole(role), isInvited: false };
}

/** GitHub has two words for two of its roles. */
const sameRoles: Readonly<Record<string, RepositoryRole>> = { read: 'pull', write: 'push' };

function toRole(word: string): RepositoryRole | null {
  return sameRoles[word] ?? repositoryRoles.find((role) => role === word) ?? null;
}

export const grant: RepositoryMethod<'grant'> = async (github, request) => {
  const { actor, role } = request.grant;
  const place = repositoryOf(request);
  const sending = changing(request.signal);
  const answer =
    actor.kind === 'team'
      ? await github.send(
          'PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
          { org: request.owner, team_slug: actor.name, ...place, permission: role },
          sending,
        )
      : await github.send(
          'PUT /repos/{owner}/{repo}/collaborators/{username}',
          { ...place, username: actor.name, permission: role },
          sending,
        );
  mustBeTaken(github, answer, `give ${actor.kind} ${actor.name} ${role} on ${nameOf(request)}`);
};
