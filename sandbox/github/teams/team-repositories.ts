import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import { permissionsOf } from '../accounts/permissions.ts';
import { permissionsOfRole, permissionWord, roleOf } from '../accounts/roles.ts';
import type { GithubRepository } from '../records.ts';
import { repositoryJson } from '../repositories/repository-json.ts';
import { mustHaveAdminRights, notFound, validationFailed } from '../rest/answers.ts';
import type { RepositoryCall } from '../rest/call.ts';
import { readParameters } from '../rest/parameters.ts';
import { listed } from '../settings/listed.ts';
import type { OrganizationCall, OrganizationRoute } from '../settings/organization-call.ts';
import { roleOfTeam } from './team.ts';
import { teamJson } from './team-json.ts';
import { withTeam } from './team-routes.ts';

/** The organization's repository that the path names, as far as the caller sees it. */
function find({ host, token, organization, words }: OrganizationCall): GithubRepository | null {
  const [, owner = '', name = ''] = words;
  const found = host.findRepository(`${owner}/${name}`);
  if (found === null || found.owner !== organization) return null;
  return permissionsOf(token, found) === null ? null : found;
}

const listRepositories = withTeam((call, team) => {
  const { host, addresses } = call;
  return listed(call, {
    items: host.repositories.flatMap((repository) => {
      const role = roleOfTeam(team, repository.id);
      return role === null ? [] : [{ repository, role }];
    }),
    toJson: ({ repository, role }) => ({
      ...repositoryJson(repository, addresses, permissionsOfRole(role)),
      role_name: role,
    }),
  });
});

/** Answers with the role of a team; without a media type of its own only that it has one. */
const getRepository = withTeam((call, team) => {
  const repository = find(call);
  const role = repository === null ? null : roleOfTeam(team, repository.id);
  if (repository === null || role === null) return notFound();
  const isAsked = /application\/vnd\.github\.v3\.repository\+json/.test(
    call.exchange.headers.accept ?? '',
  );
  if (!isAsked) return emptyAnswer(204);
  const json = repositoryJson(repository, call.addresses, permissionsOfRole(role));
  return jsonAnswer(200, { ...json, role_name: role });
});

/** For who administers the repository. It replaces what the team had, higher or lower. */
const putRepository = withTeam(async (call, team) => {
  const read = await readParameters(call.exchange, { permission: { kind: 'string' } });
  if ('refusal' in read) return read.refusal;
  const repository = find(call);
  if (repository === null) return notFound();
  if (permissionsOf(call.token, repository)?.admin !== true) return mustHaveAdminRights();
  const { permission = 'pull' } = read.values;
  const role = roleOf(permission);
  if (role === null) {
    const message = `${String(permission)} is not a permission of this organization`;
    return validationFailed([
      { resource: 'TeamMember', code: 'custom', field: 'permission', message },
    ]);
  }
  team.repositories.set(repository.id, role);
  return emptyAnswer(204);
});

const removeRepository = withTeam((call, team) => {
  const repository = find(call);
  if (repository === null) return notFound();
  team.repositories.delete(repository.id);
  return emptyAnswer(204);
});

/** `GET /repos/{owner}/{repo}/teams`: for who administers it. */
export function listTeamsOfRepository(call: RepositoryCall): Answer {
  const { repository } = call;
  const organization = repository.owner;
  const items = [...organization.teams.values()].flatMap((team) => {
    const role = roleOfTeam(team, repository.id);
    return role === null ? [] : [{ team, role }];
  });
  return listed(call, {
    items,
    toJson: ({ team, role }) => ({
      ...teamJson({ ...call, organization }, team),
      permission: permissionWord(role),
      permissions: permissionsOfRole(role),
    }),
  });
}

export const teamRepositoryRoutes: Readonly<Record<string, OrganizationRoute>> = {
  'GET teams/*/repos': { needs: 'read', handle: listRepositories },
  'GET teams/*/repos/*/*': { needs: 'read', handle: getRepository },
  'PUT teams/*/repos/*/*': { needs: 'read', handle: putRepository },
  'DELETE teams/*/repos/*/*': { needs: 'read', handle: removeRepository },
};
