import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { hostMessage } from '../../../network/response/response.ts';
import type { FoundTeam } from '../../../ports/records/target-settings.ts';
import {
  changing,
  created,
  creatingOnce,
  listAll,
  mustBeTaken,
  type OrganizationMethod,
  taken,
} from './setting-method.ts';

const teamSchema = z.object({
  id: z.number(),
  slug: z.string().min(1),
  name: z.string(),
  privacy: z.string().catch('secret'),
  parent: z.object({ slug: z.string() }).nullish().catch(null),
});

const personSchema = z.object({ id: z.number(), login: z.string().min(1) });

export const listTeams: OrganizationMethod<'listTeams'> = async (github, request) => {
  const rows = await listAll(github, {
    what: `teams in ${request.organization}`,
    row: teamSchema,
    keyOf: ({ id }) => id,
    ask: (page) =>
      github.send(
        'GET /orgs/{org}/teams',
        { org: request.organization, ...page },
        changing(request.signal),
      ),
  });
  return rows.map(toTeam);
};

export const createTeam: OrganizationMethod<'createTeam'> = async (github, request) => {
  const { organization, name, description, parent, signal } = request;
  const answer = await github.send(
    'POST /orgs/{org}/teams',
    {
      org: organization,
      name,
      description,
      privacy: 'closed',
      notification_setting: 'notifications_disabled',
      ...(parent === null ? {} : { parent_team_id: Number(parent) }),
    },
    creatingOnce(signal),
  );
  const change = `create the team ${name} in ${organization}`;
  if (answer.status === 422 && /unique/i.test(hostMessage(answer.json) ?? '')) {
    throw new MigratorError('target-exists', `${organization} already has a team ${name}`, {
      hint: "It may be secret: use an owner's token, which can see it.",
      status: answer.status,
    });
  }
  return toTeam(created(github, answer, { schema: teamSchema, change }));
};

export const listTeamMembers: OrganizationMethod<'listTeamMembers'> = async (github, request) => {
  const { organization, team, signal } = request;
  const rows = await listAll(github, {
    what: `members of the team ${team}`,
    row: personSchema,
    keyOf: ({ id }) => id,
    ask: (page) =>
      github.send(
        'GET /orgs/{org}/teams/{team_slug}/members',
        { org: organization, team_slug: team, ...page },
        changing(signal),
      ),
  });
  return rows.map(({ login }) => login);
};

export const listTeamRepositories: OrganizationMethod<'listTeamRepositories'> = async (
  github,
  { organization, team, signal },
) => {
  const rows = await listAll(github, {
    what: `repositories that the team has: ${team}`,
    row: z.object({ id: z.number(), name: z.string().min(1) }),
    keyOf: ({ id }) => id,
    ask: (page) =>
      github.send(
        'GET /orgs/{org}/teams/{team_slug}/repos',
        { org: organization, team_slug: team, ...page },
        changing(signal),
      ),
  });
  return rows.map(({ name }) => name);
};

const membershipSchema = z.object({ state: z.enum(['active', 'pending']) });

export const findMembership: OrganizationMethod<'findMembership'> = async (github, request) => {
  const { organization, team, login, signal } = request;
  const answer = await github.send(
    'GET /orgs/{org}/teams/{team_slug}/memberships/{username}',
    { org: organization, team_slug: team, username: login },
    changing(signal),
  );
  if (answer.status === 404) return null;
  const change = `read the membership of ${login} in the team ${team}`;
  return taken(github, answer, { schema: membershipSchema, change }).state;
};

export const addTeamMember: OrganizationMethod<'addTeamMember'> = async (github, request) => {
  const { organization, team, login, signal } = request;
  const answer = await github.send(
    'PUT /orgs/{org}/teams/{team_slug}/memberships/{username}',
    { org: organization, team_slug: team, username: login, role: 'member' },
    changing(signal),
  );
  mustBeTaken(github, answer, `add ${login} to the team ${team}`);
};

export const removeTeamMember: OrganizationMethod<'removeTeamMember'> = async (github, request) => {
  const { organization, team, login, signal } = request;
  const answer = await github.send(
    'DELETE /orgs/{org}/teams/{team_slug}/memberships/{username}',
    { org: organization, team_slug: team, username: login },
    changing(signal),
  );
  if (answer.status !== 404) mustBeTaken(github, answer, `remove ${login} from the team ${team}`);
};

export const listMembers: OrganizationMethod<'listMembers'> = async (github, request) => {
  const rows = await listAll(github, {
    what: `members of ${request.organization}`,
    row: personSchema,
    keyOf: ({ id }) => id,
    ask: (page) =>
      github.send(
        'GET /orgs/{org}/members',
        { org: request.organization, ...page },
        changing(request.signal),
      ),
  });
  return rows.map(({ id, login }) => ({ id: String(id), login }));
};

function toTeam({ id, slug, name, privacy, parent }: z.infer<typeof teamSchema>): FoundTeam {
  return {
    id: String(id),
    slug,
    name,
    isSecret: privacy === 'secret',
    parent: parent?.slug ?? null,
  };
}
