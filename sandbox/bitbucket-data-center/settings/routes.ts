import type { Answer } from '../../network/answer.ts';
import { noProject, noRepository, unauthorized } from '../answers.ts';
import type { Call } from '../callers.ts';
import { commentByRequest } from '../comment-route.ts';
import { mergeByRequest } from '../enforcement/merge-route.ts';
import { findRepository, hasProject } from '../instance.ts';
import {
  autoDecline,
  autoMerge,
  hookSettings,
  listHooks,
  pullRequestSettings,
} from './merge-settings.ts';
import { refuseOthers, type SettingsCall } from './place.ts';
import {
  administrationOfGroups,
  branchModel,
  defaultPermission,
  getBuild,
  jiraLink,
  listBuilds,
  listConditions,
  listKeys,
  listLabels,
  listPermissions,
  listRequiredBuilds,
  listReviewerGroups,
  listWebhooks,
} from './place-routes.ts';
import {
  createRestrictions,
  deleteRestriction,
  getRestriction,
  listRestrictions,
} from './restriction-routes.ts';

type Handler = (call: SettingsCall) => Answer | Promise<Answer>;

interface Route {
  /** Of a project, of a repository, or of both. */
  readonly of: 'project' | 'repository' | 'both';
  /** Open to everybody who may read. */
  readonly open?: true;
  readonly handle: Handler;
}

const both = (handle: Handler): Route => ({ of: 'both', handle });
const inRepository = (handle: Handler): Route => ({ of: 'repository', handle });
const inProject = (handle: Handler): Route => ({ of: 'project', handle });

/** By method, the plugin, and what follows the project or the repository; `*` is a name. */
const routes: Readonly<Record<string, Route>> = {
  'GET branch-permissions restrictions': both(listRestrictions),
  'POST branch-permissions restrictions': both(createRestrictions),
  'GET branch-permissions restrictions/*': both(getRestriction),
  'DELETE branch-permissions restrictions/*': both(deleteRestriction),
  'GET branch-utils branchmodel/configuration': { ...inRepository(branchModel), open: true },
  'GET default-reviewers conditions': { ...both(listConditions), open: true },
  'GET required-builds conditions': inRepository(listRequiredBuilds),
  'GET keys ssh': both(listKeys),
  'GET jira primary-enhanced-entitylink': { ...inProject(jiraLink), open: true },
  'GET api permissions/users': both(listPermissions),
  'GET api permissions/groups': both(listPermissions),
  'GET api permissions/*/all': inProject(defaultPermission),
  'GET api settings/pull-requests': inRepository(pullRequestSettings),
  'GET api settings/pull-requests/*': inProject(pullRequestSettings),
  'GET api settings/auto-merge': both(autoMerge),
  'GET api settings/auto-decline': both(autoDecline),
  'GET api settings/hooks': both(listHooks),
  'GET api settings/hooks/*/settings': both(hookSettings),
  'GET api settings/reviewer-groups': { ...both(listReviewerGroups), open: true },
  'GET api webhooks': both(listWebhooks),
  'GET api labels': { ...inRepository(listLabels), open: true },
  'POST api pull-requests/*/merge': { ...inRepository(mergeByRequest), open: true },
  'POST api pull-requests/*/comments': { ...inRepository(commentByRequest), open: true },
  'GET api commits/*/builds': { ...inRepository(getBuild), open: true },
};

/**
 * `/rest/{plugin}/latest/projects/{key}[/repos/{slug}]/…`
 * @returns `null` where no settings are asked for
 */
export function answerSettings(
  call: Call,
  plugin: string,
  parts: readonly string[],
): Answer | Promise<Answer> | null {
  const outside = answerOutside(call, plugin, parts);
  if (outside !== null) return outside;
  const [projects, key = '', repos, slug = '', ...more] = parts;
  if (projects !== 'projects') return null;
  const isRepository = repos === 'repos';
  const rest = isRepository ? more : parts.slice(2);
  const shape = rest.map((part, index) => (isName(rest, index) ? '*' : part)).join('/');
  const method = call.exchange.method === 'HEAD' ? 'GET' : call.exchange.method;
  const route = routes[`${method} ${plugin} ${shape}`];
  if (route === undefined || !fits(route, isRepository)) return null;
  const { instance } = call;
  if (instance.rules.closedProjects.has(key.toUpperCase())) return unauthorized('forbidden');
  if (!hasProject(instance, key)) return noProject(key);
  const repository = isRepository ? findRepository(instance, key, slug) : null;
  if (isRepository && repository === null) return noRepository(key, slug);
  const words = rest.filter((_, index) => isName(rest, index));
  const settingsCall = { ...call, key, repository, words };
  const refusal = route.open === true ? null : refuseOthers(settingsCall);
  return refusal ?? route.handle(settingsCall);
}

function fits({ of }: Route, isRepository: boolean): boolean {
  return of === 'both' || (of === 'repository') === isRepository;
}

const lists = ['restrictions', 'hooks', 'commits', 'pull-requests', 'permissions'];

function isName(rest: readonly string[], index: number): boolean {
  const part = rest[index] ?? '';
  return lists.includes(rest[index - 1] ?? '') && part !== 'users' && part !== 'groups';
}

/** Answers requests that belong to no project. */
function answerOutside(
  call: Call,
  plugin: string,
  [first, second, ...more]: readonly string[],
): Answer | null {
  const place = { ...call, key: '', repository: null };
  if (plugin === 'build-status' && first === 'commits' && second !== undefined) {
    return more.length === 0 ? listBuilds({ ...place, words: [second] }) : null;
  }
  if (plugin !== 'api' || first !== 'admin' || second !== 'groups') return null;
  const isMembers = more.length === 1 && more[0] === 'more-members';
  if (more.length > 0 && !isMembers) return null;
  return administrationOfGroups({ ...place, words: more });
}
