import type { Addition, Assumed, Shape } from '../../shared/shapes/described.ts';

const onProject = '/projects/{projectKey}';
const onRepository = `${onProject}/repos/{repositorySlug}`;
const project = `/api/latest${onProject}`;
const api = `/api/latest${onRepository}`;
const pullRequest = `${api}/pull-requests/{pullRequestId}`;

/** Every list has it, although the description of some has one row in its place. */
const page = (row: Shape): Shape => ({
  values: ['a', row],
  size: 'n',
  limit: 'n',
  start: 'n',
  isLastPage: 'b',
  nextPageStart: ['u', 'n', '0'],
});
const webhook: Shape = {
  id: 'n',
  name: 's',
  url: 's',
  active: 'b',
  events: ['a', 's'],
  createdDate: 'n',
  updatedDate: 'n',
  configuration: ['m'],
  credentials: ['m'],
  scopeType: 's',
  sslVerificationRequired: 'b',
  statistics: ['m'],
};
const webhooks = {
  query: ['event', 'statistics'],
  answers: { 200: page(webhook), 401: null, 404: null },
};

const ofPullRequests: readonly Addition[] = [
  {
    to: 'RestPullRequest',
    at: '',
    also: { author: '#RestPullRequestParticipant', properties: ['m'] },
    fact: 'recorded pull requests',
  },
  {
    to: 'RestPullRequestActivity',
    at: '',
    also: {
      comment: '#RestComment',
      commentAction: 's',
      commentAnchor: '?',
      diff: '?',
      commit: '#RestCommit',
      fromHash: 's',
      previousFromHash: 's',
      toHash: 's',
      previousToHash: 's',
      added: ['m'],
      removed: ['m'],
    },
    fact: 'recorded activities; the description has what all kinds of them share',
  },
  {
    to: 'RestComment',
    at: '',
    also: { permittedOperations: ['m'] },
    fact: 'recorded comments',
  },
];

const ofRepository = ['id', 'slug', 'name', 'project.key', 'public'];
const ofPullRequest = [
  ...['id', 'version', 'title', 'state', 'author', 'reviewers', 'createdDate', 'updatedDate'],
  ...['fromRef', 'fromRef.id', 'fromRef.latestCommit', 'toRef', 'toRef.id', 'toRef.latestCommit'],
];
const ofCondition = [
  ...['id', 'sourceRefMatcher', 'sourceRefMatcher.id', 'sourceRefMatcher.type.id'],
  ...['targetRefMatcher', 'targetRefMatcher.id', 'targetRefMatcher.type.id', 'reviewers'],
];
const ofRestriction = ['id', 'type', 'matcher.id', 'matcher.type.id'];
const inPages = (fields: readonly string[]) => [
  'isLastPage',
  ...fields.map((one) => `values[].${one}`),
];

/** Shapes that the readers expect beyond Atlassian's description of Data Center 9.2. */
export const assumed: Assumed = {
  additions: [
    {
      to: '*',
      at: 'nextPageStart',
      also: '0',
      fact: 'recorded lists: null on the last page',
    },
    {
      to: 'RestSshAccessKey',
      at: 'key.createdDate',
      also: 'n',
      fact: 'observed on 10.4 servers: a number where the description has a string',
    },
    {
      to: `GET ${api}/labels`,
      at: '',
      also: page('#RestLabel'),
      fact: 'a list, judging by the URL; the description has one label',
    },
    {
      to: 'GET /api/latest/users',
      at: '',
      also: page('#RestApplicationUser'),
      fact: 'a list, judging by the URL; the description has one user',
    },
    {
      to: `GET ${api}/settings/pull-requests`,
      at: '',
      also: {
        'com.atlassian.bitbucket.server.bundled-hooks.requiredApproversMergeHook': ['m'],
        'com.atlassian.bitbucket.server.bitbucket-build.requiredBuildsMergeCheck': ['m'],
      },
      fact: 'the checks behind the two deprecated counts',
    },
    ...ofPullRequests,
  ],
  routes: {
    // The description has anything there.
    [`GET ${api}/webhooks`]: webhooks,
    [`GET ${project}/webhooks`]: webhooks,
    // Plugins whose addresses the description leaves out.
    'GET /plugins/servlet/applinks/whoami': { query: [], answers: { 200: null } },
    'GET /projects/{projectKey}/repos/{repositorySlug}/sizes': {
      query: [],
      answers: { 200: { repository: 'n', attachments: 'n' } },
    },
    'GET /projects/{projectKey}/repos/{repositorySlug}/attachments/{path}': {
      query: [],
      answers: { 200: null },
    },
    'GET /branch-utils/latest/projects/{projectKey}/repos/{repositorySlug}/branchmodel/configuration':
      { query: [], answers: { 200: ['m'] } },
    [`GET ${api}/raw/{path}`]: { query: ['at'], answers: { 200: null } },
    [`GET ${api}/attachments/{attachmentId}`]: { query: [], answers: { 200: null } },
    [`GET ${pullRequest}.diff`]: { query: [], answers: { 200: null } },
  },
  statuses: [302, 303, 400, 401, 403, 404, 405, 409, 429],
  needed: {
    'GET /api/latest/application-properties': ['version'],
    'GET /api/latest/projects/{projectKey}/repos': inPages(ofRepository),
    'GET /api/latest/repos': inPages(ofRepository),
    [`GET ${api}`]: ofRepository,
    [`GET ${api}/pull-requests`]: inPages(ofPullRequest),
    [`GET ${pullRequest}`]: ofPullRequest,
    [`GET ${pullRequest}/activities`]: inPages([
      ...['id', 'action', 'createdDate', 'comment.id', 'comment.createdDate'],
    ]),
    'GET /branch-permissions/latest/projects/{projectKey}/restrictions': inPages(ofRestriction),
    'GET /branch-permissions/latest/projects/{projectKey}/repos/{repositorySlug}/restrictions':
      inPages(ofRestriction),
    [`GET /default-reviewers/latest${onProject}/conditions`]: ofCondition.map((one) => `[].${one}`),
    [`GET /default-reviewers/latest${onRepository}/conditions`]: ofCondition.map(
      (one) => `[].${one}`,
    ),
    [`GET /required-builds/latest${onRepository}/conditions`]: inPages([
      ...['id', 'buildParentKeys', 'refMatcher', 'refMatcher.id', 'refMatcher.type.id'],
    ]),
    [`GET ${api}/permissions/groups`]: inPages(['permission', 'group.name']),
    [`GET ${project}/permissions/groups`]: inPages(['permission', 'group.name']),
    [`GET ${api}/permissions/users`]: inPages(['permission', 'user']),
    [`GET ${project}/permissions/users`]: inPages(['permission', 'user']),
    [`GET ${api}/webhooks`]: inPages(['id', 'url', 'events']),
    [`GET ${project}/webhooks`]: inPages(['id', 'url', 'events']),
    [`GET /keys/latest${onRepository}/ssh`]: inPages(['permission', 'key.id', 'key.text']),
    [`GET /keys/latest${onProject}/ssh`]: inPages(['permission', 'key.id', 'key.text']),
    [`GET /jira/latest${onProject}/primary-enhanced-entitylink`]: ['projectKey', 'displayUrl'],
    [`GET ${project}/permissions/{permission}/all`]: ['permitted'],
    [`GET ${api}/settings/hooks`]: inPages(['details.key', 'enabled']),
  },
};
