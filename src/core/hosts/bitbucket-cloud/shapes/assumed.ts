import type { Assumed, Shape } from '../../shared/shapes/described.ts';
import { additions } from './additions.ts';

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

/** Shapes that the readers expect beyond Atlassian's description of Cloud, as it is of 2025. */
export const assumed: Assumed = {
  additions,
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
