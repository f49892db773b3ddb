import { findCommit } from '../../git/read-commits.ts';
import type { Answer } from '../../network/answer.ts';
import { scopes } from '../accounts/authentication.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import { personJson } from '../accounts/person-json.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';
import { commitNotFound, notFound, notOffered } from '../rest/answers.ts';
import { pageAnswer } from '../rest/page.ts';
import { type Call, type Route, select } from '../rest/rest-route.ts';
import { effectiveModel, modelJson, modelSettingsJson, ownModel } from './branching-model.ts';
import type { PlaceSettings } from './records.ts';
import {
  groupJson,
  hookJson,
  keyJson,
  projectStub,
  repositoryStub,
  statusJson,
} from './settings-json.ts';
import { projectRoute, repositoryRoute, workspaceRoute } from './settings-route.ts';

/** A page of a list without parameters of its own. */
function page<T>(call: Call, items: readonly T[], toJson: (item: T) => unknown): Answer {
  return pageAnswer(call.context, call.exchange, {
    items,
    maxPageLength: 100,
    path: call.parts.map(encodeURIComponent).join('/'),
    parameters: [],
    toJson,
  });
}

const ofRepository = ({ host, repository }: PullRequestContext) =>
  host.settings.ofRepository(repository.uuid);

function selfOf({ context, parts }: Call): string {
  return `${context.apiUrl}/2.0/${parts.join('/')}`;
}

const branchingModel: Readonly<Record<string, Route>> = {
  'GET repositories/*/*/branching-model': repositoryRoute(
    { scope: scopes.repository, admin: false },
    ({ exchange }, context) => {
      const { repository } = context;
      const model = ofRepository(context).branchingModel ?? ownModel;
      return select(modelJson({ model, repository }), exchange);
    },
  ),
  'GET repositories/*/*/effective-branching-model': repositoryRoute(
    { scope: scopes.repository, admin: false },
    ({ exchange }, { host, repository }) => {
      const model = effectiveModel(host, repository);
      const json = modelJson({ model, repository });
      return select({ ...json, type: 'effective_repo_branching_model' }, exchange);
    },
  ),
  'GET repositories/*/*/branching-model/settings': repositoryRoute(
    { scope: scopes.administerRepository },
    (call, context) => {
      const { repository } = context;
      const model = ofRepository(context).branchingModel ?? ownModel;
      return select(modelSettingsJson({ model, repository }, selfOf(call)), call.exchange);
    },
  ),
  'GET workspaces/*/projects/*/branching-model': projectRoute(
    { scope: scopes.project, admin: false },
    ({ context, exchange }, { key }) => {
      const model = context.host.settings.ofProject(key).branchingModel ?? ownModel;
      return select(modelJson({ model, repository: null }), exchange);
    },
  ),
  'GET workspaces/*/projects/*/branching-model/settings': projectRoute(
    { scope: scopes.administerProject },
    (call, { key }) => {
      const model = call.context.host.settings.ofProject(key).branchingModel ?? ownModel;
      return select(modelSettingsJson({ model, repository: null }, selfOf(call)), call.exchange);
    },
  ),
};

const reviewers: Readonly<Record<string, Route>> = {
  'GET repositories/*/*/default-reviewers': repositoryRoute(
    { scope: scopes.pullRequest, admin: false },
    (call, context) =>
      page(call, ofRepository(context).defaultReviewers, (one) => personJson(context, one)),
  ),
  'GET repositories/*/*/effective-default-reviewers': repositoryRoute(
    { scope: scopes.pullRequest, admin: false },
    (call, context) => {
      const own = ofRepository(context).defaultReviewers;
      const above = context.host.settings.ofProject(context.repository.project.key);
      const inherited = above.defaultReviewers.filter((one) => !own.includes(one));
      return page(
        call,
        [...own.map(reviewer('repository')), ...inherited.map(reviewer('project'))],
        (one) => reviewerJson(call, one),
      );
    },
  ),
  'GET workspaces/*/projects/*/default-reviewers': projectRoute(
    { scope: scopes.pullRequest },
    (call, { key }) => {
      const { defaultReviewers } = call.context.host.settings.ofProject(key);
      return page(call, defaultReviewers.map(reviewer('project')), (one) =>
        reviewerJson(call, one),
      );
    },
  ),
};

interface Reviewer {
  readonly person: BitbucketPerson;
  readonly from: 'repository' | 'project';
}

function reviewer(from: Reviewer['from']) {
  return (person: BitbucketPerson): Reviewer => ({ person, from });
}

function reviewerJson({ context }: Call, { person, from }: Reviewer): unknown {
  return { type: 'default_reviewer', reviewer_type: from, user: personJson(context, person) };
}

/** Explicit ones: nothing of the project's is among a repository's. */
function permissionPages(
  call: Call,
  { users, groups }: PlaceSettings,
  place: { readonly type: 'repository' | 'project'; readonly json: unknown },
): Answer {
  const { context, parts } = call;
  const isUsers = parts.at(-1) === 'users';
  const self = selfOf(call);
  const entries: readonly object[] = isUsers
    ? [...users].map(([person, permission]) => ({
        permission,
        user: personJson(context, person),
        links: { self: { href: `${self}/${encodeURIComponent(person.uuid)}` } },
      }))
    : [...groups].map(([group, permission]) => ({
        permission,
        group: groupJson(context, group),
        links: { self: { href: `${self}/${group.slug}` } },
      }));
  const type = `${place.type}_${isUsers ? 'user' : 'group'}_permission`;
  return page(call, entries, (entry) => ({ type, ...entry, [place.type]: place.json }));
}

const repositoryPermissions = repositoryRoute(
  { scope: scopes.administerRepository, also: scopes.repository },
  (call, context) =>
    permissionPages(call, ofRepository(context), {
      type: 'repository',
      json: repositoryStub(context, context.repository),
    }),
);

const projectPermissions = projectRoute(
  { scope: scopes.administerProject, also: scopes.project },
  (call, project) =>
    permissionPages(call, call.context.host.settings.ofProject(project.key), {
      type: 'project',
      json: projectStub(call.context, project),
    }),
);

const keys: Readonly<Record<string, Route>> = {
  'GET repositories/*/*/deploy-keys': repositoryRoute(
    { scope: scopes.administerRepository },
    (call, context) => {
      const { repository } = context;
      return page(call, ofRepository(context).keys, (key) => keyJson(context, key, { repository }));
    },
  ),
  'GET workspaces/*/projects/*/deploy-keys': projectRoute(
    { scope: scopes.administerProject },
    (call, project) =>
      page(call, call.context.host.settings.ofProject(project.key).keys, (key) =>
        keyJson(call.context, key, { project }),
      ),
  ),
};

const hooks: Readonly<Record<string, Route>> = {
  'GET repositories/*/*/hooks': repositoryRoute({ scope: scopes.webhook }, (call, context) =>
    page(call, ofRepository(context).hooks, (hook) => hookJson(hook, 'repository')),
  ),
  'GET workspaces/*/hooks': workspaceRoute({ scope: scopes.webhook }, (call) =>
    page(call, call.context.host.settings.workspaceHooks, (hook) => hookJson(hook, 'workspace')),
  ),
};

/** `…/commit/{commit}/statuses`: the host knows commits by parts of their hashes, too. */
const commitStatuses = repositoryRoute(
  { scope: scopes.repository, admin: false },
  async (call, context) => {
    const { git } = context.repository;
    const wanted = call.parts[4] ?? '';
    if (git.kind !== 'stored') return notOffered(call.exchange.method, call.exchange.path);
    const hash = await findCommit({ tools: call.tools, directory: git.directory }, wanted);
    return hash === null ? commitNotFound(wanted) : statuses(call, context, hash);
  },
);

/** `…/pullrequests/{id}/statuses`: those of its newest commit. */
const pullRequestStatuses = repositoryRoute(
  { scope: scopes.pullRequest, admin: false },
  (call, context) => {
    const number = call.parts[4] ?? '';
    const found = context.repository.pullRequests.find((one) => String(one.number) === number);
    if (found === undefined) return notFound(`Pull request ${number}`);
    return statuses(call, context, found.source.commit ?? '');
  },
);

function statuses(call: Call, context: PullRequestContext, hash: string): Answer {
  const { repository } = context;
  return page(call, ofRepository(context).statuses.get(hash) ?? [], (status) =>
    statusJson(context, { repository, hash }, status),
  );
}

/** Routes that read settings of the workspace, of projects and of repositories. */
export const placeRoutes: Readonly<Record<string, Route>> = {
  ...branchingModel,
  ...reviewers,
  'GET repositories/*/*/permissions-config/users': repositoryPermissions,
  'GET repositories/*/*/permissions-config/groups': repositoryPermissions,
  'GET workspaces/*/projects/*/permissions-config/users': projectPermissions,
  'GET workspaces/*/projects/*/permissions-config/groups': projectPermissions,
  ...keys,
  ...hooks,
  'GET repositories/*/*/commit/*/statuses': commitStatuses,
  'GET repositories/*/*/pullrequests/*/statuses': pullRequestStatuses,
};
