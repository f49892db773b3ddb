import type { Addition, Assumed, Shape } from '../../shared/shapes/described.ts';

const link: Shape = { href: 's', name: 's' };

/** Of people and of credentials that act as people. Most answers hold them; the description has their base type. */
const ofPeople: readonly Addition[] = [
  {
    to: 'account',
    at: '',
    also: { account_id: 's', nickname: 's', username: 's', account_status: 's' },
    fact: 'recorded answers about users; the description has them only for `user`',
  },
  {
    to: 'account',
    at: '',
    also: { has_2fa_enabled: ['u', 'b', '0'], is_staff: 'b', location: ['u', 's', '0'] },
    fact: 'recorded answers of /user',
  },
  {
    to: 'account',
    at: '',
    also: { kind: 's', name: 's' },
    fact: 'recorded pull requests of access tokens, which are an `app_user`',
  },
  {
    to: 'account_links',
    at: '',
    also: { self: link, html: link, hooks: link, repositories: link, snippets: link },
    fact: 'recorded answers about users',
  },
];

const ofPullRequests: readonly Addition[] = [
  {
    to: 'pullrequest',
    at: '',
    also: { description: 's', merge_commit: '0', closed_by: '0', author: '0' },
    fact: 'recorded pull requests; null until they are closed or merged, and for erased accounts',
  },
  {
    to: 'pullrequest',
    at: 'merge_commit',
    also: { type: 's' },
    fact: 'recorded pull requests',
  },
  {
    to: 'pullrequest',
    at: 'links',
    also: { 'request-changes': link, statuses: link },
    fact: 'recorded pull requests',
  },
  ...['summary', 'rendered.title', 'rendered.description', 'rendered.reason'].map((at) => ({
    to: 'pullrequest',
    at,
    also: { type: 's' },
    fact: 'recorded pull requests: every rendered text has its kind',
  })),
  {
    to: 'pullrequest_endpoint',
    at: '',
    also: { repository: '0' },
    fact: 'recorded pull requests of forks that were deleted',
  },
  {
    to: 'pullrequest_endpoint',
    at: 'branch',
    also: { links: ['m'] },
    fact: 'recorded pull requests',
  },
  {
    to: 'pullrequest_endpoint',
    at: 'commit',
    also: { links: ['m'], type: 's' },
    fact: 'recorded pull requests',
  },
  {
    to: 'participant',
    at: '',
    also: { participated_on: '0' },
    fact: 'recorded pull requests: null for reviewers who have done nothing yet',
  },
];

const ofConversations: readonly Addition[] = [
  {
    to: 'pullrequest_comment',
    at: '',
    also: { user: '0' },
    fact: 'recorded comments of accounts that were erased',
  },
  {
    to: 'pullrequest_comment',
    at: 'content',
    also: { type: 's' },
    fact: 'recorded comments',
  },
  {
    to: 'pullrequest_comment',
    at: 'inline',
    also: {
      from: '0',
      to: '0',
      outdated: 'b',
      context_lines: 's',
      src_rev: 's',
      dest_rev: 's',
      start_from: ['u', 'n', '0'],
      start_to: ['u', 'n', '0'],
    },
    fact: 'recorded comments on lines and on ranges',
  },
  {
    to: 'pullrequest_comment_task',
    at: '',
    also: { resolved_by: '0', resolved_on: '0' },
    fact: 'recorded tasks: null while they are open',
  },
  {
    to: 'pullrequest_comment_task',
    at: 'content',
    also: { type: 's' },
    fact: 'recorded tasks',
  },
];

const ofRepositories: readonly Addition[] = [
  {
    to: 'repository',
    at: '',
    also: { slug: 's', mainbranch: '0', parent: '0' },
    fact: 'recorded lists: the slug is in every row, the branch is null for an empty repository',
  },
  ...['base_commit', 'commit'].map((to) => ({
    to,
    at: '',
    also: { links: ['m'] },
    fact: 'recorded commits',
  })),
  { to: 'commit', at: 'summary', also: { type: 's' }, fact: 'recorded commits' },
  {
    to: 'commitstatus',
    at: '',
    also: { commit: ['m'] },
    fact: 'recorded build statuses',
  },
];

const ofSettings: readonly Addition[] = [
  {
    to: 'branchrestriction',
    at: '',
    also: { value: '0' },
    fact: 'recorded restrictions: null where nothing is counted',
  },
  ...['deploy_key', 'project_deploy_key'].map((to) => ({
    to,
    at: '',
    also: { id: 'n', last_used: '0' },
    fact: 'their own addresses name them by the id; null while nobody has used the key',
  })),
  {
    to: 'webhook_subscription',
    at: '',
    also: { skip_cert_verification: 'b' },
    fact: 'clients of webhooks read and write it',
  },
  {
    to: 'workspace_membership',
    at: '',
    also: { permission: 's' },
    fact: 'in the words of the description, not among its fields',
  },
  {
    to: 'pipeline_state',
    at: '',
    also: { name: 's', stage: ['m'] },
    fact: 'recorded runs; the description has only the base type',
  },
  {
    to: 'pipeline_target',
    at: '',
    also: { ref_name: 's', ref_type: 's', selector: ['m'] },
    fact: 'recorded runs; the description has only the base type',
  },
  {
    to: 'pipeline_trigger',
    at: '',
    also: { name: 's' },
    fact: 'recorded runs; the description has only the base type',
  },
];

const repository = '/repositories/{workspace}/{repo_slug}';
const project = '/workspaces/{workspace}/projects/{project_key}';
const text = { query: [], answers: { 200: null } };
const verdict: Shape = {
  date: 's',
  user: ['u', '#account', '0'],
  pullrequest: ['m'],
};
const page = (row: Shape): Shape => ({
  values: ['a', row],
  pagelen: 'n',
  page: 'n',
  size: 'n',
  next: 's',
  previous: 's',
});

const ofRepository = ['uuid', 'slug', 'full_name', 'name', 'is_private', 'mainbranch.name'];
const ofPullRequest = [
  ...['id', 'title', 'state', 'author', 'comment_count', 'created_on', 'updated_on'],
  ...['source', 'source.branch.name', 'source.commit.hash', 'destination'],
  ...['destination.branch.name', 'destination.commit.hash', 'participants', 'reviewers'],
];
const inRows = (fields: readonly string[]) => fields.map((one) => `values[].${one}`);

const ofGrant = (to: string) => inRows(['permission', to]);

/** What the readers expect beyond Atlassian's description of Cloud, as it is of 2025. */
export const assumed: Assumed = {
  additions: [...ofPeople, ...ofPullRequests, ...ofConversations, ...ofRepositories, ...ofSettings],
  routes: {
    // Came when the lists over all workspaces went (CHANGE-2770).
    'GET /user/workspaces': {
      query: ['pagelen', 'page', 'fields'],
      answers: {
        200: page({
          type: 's',
          administrator: 'b',
          workspace: { type: 's', uuid: 's', slug: 's', links: ['m'] },
        }),
      },
    },
    // The description says in words what its entries are.
    [`GET ${repository}/pullrequests/{pull_request_id}/activity`]: {
      query: [],
      answers: {
        200: page({
          pull_request: ['m'],
          comment: '#pullrequest_comment',
          update: {
            state: '?',
            title: 's',
            description: 's',
            reason: 's',
            draft: 'b',
            author: ['u', '#account', '0'],
            date: 's',
            source: '#pullrequest_endpoint',
            destination: '#pullrequest_endpoint',
            reviewers: ['a', '#account'],
            changes: ['m'],
          },
          approval: verdict,
          changes_requested: verdict,
        }),
      },
    },
    // A leftover of version 1.0.
    'GET /1.0/groups/{workspace}': {
      query: [],
      answers: {
        200: [
          'a',
          {
            slug: 's',
            name: 's',
            members: ['a', ['m']],
            owner: ['m'],
            permission: ['u', 's', '0'],
            auto_add: 'b',
            email_forwarding_disabled: 'b',
            resource_uri: 's',
          },
        ],
      },
    },
    [`GET ${repository}/src/{commit}/{path}`]: text,
    [`GET ${repository}/pullrequests/{pull_request_id}/diff`]: text,
    [`GET ${repository}/diff/{spec}`]: text,
  },
  statuses: [301, 302, 308, 400, 401, 403, 404, 410, 429],
  needed: {
    'GET /user': ['uuid'],
    'GET /repositories/{workspace}': inRows(ofRepository),
    [`GET ${repository}`]: ofRepository,
    [`GET ${repository}/pullrequests`]: inRows(ofPullRequest),
    [`GET ${repository}/pullrequests/{pull_request_id}`]: ofPullRequest,
    [`GET ${repository}/pullrequests/{pull_request_id}/comments`]: inRows([
      ...['id', 'content.raw', 'user', 'created_on', 'deleted'],
    ]),
    [`GET ${repository}/pullrequests/{pull_request_id}/tasks`]: inRows([
      ...['id', 'content.raw', 'state', 'creator', 'created_on'],
    ]),
    [`GET ${repository}/branch-restrictions`]: inRows(['id', 'kind', 'branch_match_kind']),
    [`GET ${repository}/pipelines_config/variables`]: inRows(['key']),
    [`GET ${repository}/commit/{commit}`]: ['hash'],
    [`GET ${repository}/environments`]: inRows(['uuid', 'name']),
    [`GET ${repository}/hooks`]: inRows(['url', 'events']),
    'GET /workspaces/{workspace}/hooks': inRows(['url', 'events']),
    'GET /workspaces/{workspace}/permissions': inRows(['user', 'permission']),
    [`GET ${repository}/permissions-config/groups`]: ofGrant('group.slug'),
    [`GET ${repository}/permissions-config/users`]: ofGrant('user'),
    [`GET ${project}/permissions-config/groups`]: ofGrant('group.slug'),
    [`GET ${project}/permissions-config/users`]: ofGrant('user'),
  },
};
