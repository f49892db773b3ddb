import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import type { GithubTeam } from '../accounts/account.ts';
import { githubError, invalidRequest, notFound, validationFailed } from '../rest/answers.ts';
import { type ParameterForm, type Parameters, readParameters } from '../rest/parameters.ts';
import { listed } from '../settings/listed.ts';
import type {
  OrganizationCall,
  OrganizationHandler,
  OrganizationRoute,
} from '../settings/organization-call.ts';
import { makeTeam, slugOf } from './team.ts';
import { fullTeamJson, teamJson } from './team-json.ts';

const form: ParameterForm = {
  name: { kind: 'string' },
  description: { kind: 'string' },
  privacy: { kind: 'string' },
  notification_setting: { kind: 'string' },
  parent_team_id: { kind: 'integer or null' },
};

/** The team that the first word names, if the caller may know of it. */
export function withTeam(
  handle: (call: OrganizationCall, team: GithubTeam) => Answer | Promise<Answer>,
): OrganizationHandler {
  return (call) => {
    const team = call.organization.teams.get((call.words[0] ?? '').toLowerCase());
    return team === undefined || !isSeen(call, team) ? notFound() : handle(call, team);
  };
}

function isSeen({ isOwner, token }: OrganizationCall, team: GithubTeam): boolean {
  return team.privacy === 'closed' || isOwner || team.members.has(token.user.login.toLowerCase());
}

const listTeams: OrganizationHandler = (call) =>
  listed(call, {
    items: [...call.organization.teams.values()].filter((team) => isSeen(call, team)),
    toJson: (team) => teamJson(call, team),
  });

/** Whoever makes a team belongs to it, as its maintainer. */
const createTeam: OrganizationHandler = async (call) => {
  const { exchange, host, organization, token } = call;
  const read = await readParameters(exchange, {
    ...form,
    name: { kind: 'string', required: true },
  });
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const refusal = refuse(call, values, null);
  if (refusal !== null) return refusal;
  const team = makeTeam(host.nextId(), String(values.name));
  // Below another team nothing is secret.
  if (typeof values.parent_team_id === 'number') team.privacy = 'closed';
  change(call, team, values);
  const creator = { account: token.user, role: 'maintainer', state: 'active' } as const;
  team.members.set(token.user.login.toLowerCase(), { ...creator });
  organization.teams.set(team.slug, team);
  return jsonAnswer(201, fullTeamJson(call, team));
};

const getTeam = withTeam((call, team) => jsonAnswer(200, fullTeamJson(call, team)));

const updateTeam = withTeam(async (call, team) => {
  const read = await readParameters(call.exchange, form);
  if ('refusal' in read) return read.refusal;
  const refusal = refuse(call, read.values, team);
  if (refusal !== null) return refusal;
  change(call, team, read.values);
  return jsonAnswer(200, fullTeamJson(call, team));
});

/** The teams below go with it. */
const deleteTeam = withTeam((call, team) => {
  const { teams } = call.organization;
  for (const one of [...teams.values()]) {
    if (one === team || one.parent === team) teams.delete(one.slug);
  }
  return emptyAnswer(204);
});

const listChildren = withTeam((call, team) =>
  listed(call, {
    items: [...call.organization.teams.values()].filter(({ parent }) => parent === team),
    toJson: (one) => teamJson(call, one),
  }),
);

function refuse(
  { organization }: OrganizationCall,
  values: Parameters,
  team: GithubTeam | null,
): Answer | null {
  const { name, privacy, notification_setting: notifies, parent_team_id: parentId } = values;
  if (privacy !== undefined && privacy !== 'secret' && privacy !== 'closed') {
    return invalidRequest(
      `For 'properties/privacy', "${String(privacy)}" is not a member of ["secret", "closed"].`,
    );
  }
  const settings = ['notifications_enabled', 'notifications_disabled', undefined];
  if (!settings.includes(notifies as string | undefined)) {
    return invalidRequest(`"${String(notifies)}" is no notification_setting.`);
  }
  const wanted = typeof name === 'string' ? slugOf(name) : (team?.slug ?? '');
  if (wanted === '') return refuseTeam('name', 'Name is invalid');
  const other = organization.teams.get(wanted);
  if (other !== undefined && other !== team)
    return refuseTeam('name', 'Name must be unique for this org');
  if (typeof parentId !== 'number') return null;
  const parent = findById(organization.teams, parentId);
  if (parent === null || parent === team) return refuseTeam('parent_team', 'Parent team not found');
  if (parent.privacy === 'secret') return githubError(422, 'Parent team cannot be secret.');
  return privacy === 'secret' ? githubError(422, 'A secret team cannot have a parent.') : null;
}

function refuseTeam(field: string, message: string): Answer {
  return validationFailed([{ resource: 'Team', code: 'custom', field, message }]);
}

function change({ organization }: OrganizationCall, team: GithubTeam, values: Parameters): void {
  const {
    name,
    description,
    privacy,
    notification_setting: notifies,
    parent_team_id: parent,
  } = values;
  if (typeof name === 'string') {
    organization.teams.delete(team.slug);
    team.name = name;
    team.slug = slugOf(name);
    organization.teams.set(team.slug, team);
  }
  if (description !== undefined) team.description = String(description);
  if (privacy !== undefined) team.privacy = privacy as GithubTeam['privacy'];
  if (notifies !== undefined) team.notifies = notifies === 'notifications_enabled';
  if (parent !== undefined) {
    team.parent = typeof parent === 'number' ? findById(organization.teams, parent) : null;
  }
}

function findById(teams: ReadonlyMap<string, GithubTeam>, id: number): GithubTeam | null {
  return [...teams.values()].find((one) => one.id === id) ?? null;
}

export const teamRoutes: Readonly<Record<string, OrganizationRoute>> = {
  'GET teams': { needs: 'read', handle: listTeams },
  'POST teams': { needs: 'own', handle: createTeam },
  'GET teams/*': { needs: 'read', handle: getTeam },
  'PATCH teams/*': { needs: 'own', handle: updateTeam },
  'DELETE teams/*': { needs: 'own', handle: deleteTeam },
  'GET teams/*/teams': { needs: 'read', handle: listChildren },
};
