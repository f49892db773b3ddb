import type { Answer } from '../../network/answer.ts';
import { archivedRepository, notFound } from '../rest/answers.ts';
import type { Call, RepositoryCall } from '../rest/call.ts';
import { organizationRulesetRoutes, rulesetRoutes } from '../rulesets/ruleset-routes.ts';
import { memberRoutes } from '../teams/team-members.ts';
import { listTeamsOfRepository, teamRepositoryRoutes } from '../teams/team-repositories.ts';
import { teamRoutes } from '../teams/team-routes.ts';
import { autolinkRoutes } from './autolinks.ts';
import { collaboratorRoutes } from './collaborators.ts';
import { hookRoutes } from './hooks.ts';
import { keyRoutes } from './keys.ts';
import { type OrganizationRoute, openOrganization } from './organization-call.ts';
import { organizationPropertyRoutes, propertyRoutes } from './properties.ts';
import { releaseRoutes } from './releases.ts';
import type { SettingsRoute } from './settings-call.ts';
import { statusRoutes } from './statuses.ts';

/** By method and what follows the repository's address; `*` is a number or a name. */
const repositoryRoutes: Readonly<Record<string, SettingsRoute>> = {
  ...rulesetRoutes,
  ...collaboratorRoutes,
  ...autolinkRoutes,
  ...keyRoutes,
  ...hookRoutes,
  ...propertyRoutes,
  ...statusRoutes,
  ...releaseRoutes,
  'GET teams': { needs: 'admin', handle: listTeamsOfRepository },
};

const organizationRoutes: Readonly<Record<string, OrganizationRoute>> = {
  ...teamRoutes,
  ...memberRoutes,
  ...teamRepositoryRoutes,
  ...organizationRulesetRoutes,
  ...organizationPropertyRoutes,
};

/** Path segments that a name follows. */
const lists = [
  ...['rulesets', 'branches', 'collaborators', 'invitations', 'autolinks', 'keys', 'hooks'],
  ...['statuses', 'commits', 'teams', 'memberships', 'schema'],
];

/** @returns `null` where no settings are asked for */
export function answerRepositorySettings(
  call: RepositoryCall,
  method: string,
  parts: readonly string[],
): Answer | Promise<Answer> | null {
  const { shape, words } = read(parts);
  const found = repositoryRoutes[`${method} ${shape}`];
  if (found === undefined) return null;
  if (!call.permissions[found.needs]) return notFound();
  if (method !== 'GET' && call.repository.archived) return archivedRepository();
  return found.handle({ ...call, words });
}

/** The same below `/orgs/{org}`. */
export function answerOrganizationSettings(
  call: Call,
  parts: readonly string[],
): Answer | Promise<Answer> | null {
  const { method } = call.exchange;
  const { shape, words } = read(parts);
  const found = organizationRoutes[`${method === 'HEAD' ? 'GET' : method} ${shape}`];
  return found === undefined ? null : openOrganization(call, found, words);
}

/** A branch's name may have slashes, which its address has as they are. */
function read(parts: readonly string[]): { shape: string; words: readonly string[] } {
  if (parts[0] === 'rules' && parts[1] === 'branches' && parts.length > 2) {
    return { shape: 'rules/branches/*', words: [parts.slice(2).join('/')] };
  }
  // `teams/{slug}/repos/{owner}/{repo}`
  const isWord = (index: number): boolean =>
    lists.includes(parts[index - 1] ?? '')
      ? !isList(parts, index)
      : parts[2] === 'repos' && index > 2;
  const shape = parts.map((part, index) => (isWord(index) ? '*' : part)).join('/');
  return { shape, words: parts.filter((_, index) => isWord(index)) };
}

/** A word itself is no list, whatever its name. */
function isList(parts: readonly string[], index: number): boolean {
  return lists.includes(parts[index - 2] ?? '') && index % 2 === 0;
}
