import type { Addition, Shape } from '../../shared/shapes/described.ts';

const link: Shape = { href: 's', name: 's' };

/** Of people and of credentials that act as people. Most answers hold them; the description has their base type. */
const ofPeople: readonly Addition[] = [
  {
    to: 'account',
    at: '',
    also: { account_id: 's', nickname: 's', username: 's', account_status: 's' },
    fact: 'recorded responses about users; the description has them only for `user`',
  },
  {
    to: 'account',
    at: '',
    also: { has_2fa_enabled: ['u', 'b', '0'], is_staff: 'b', location: ['u', 's', '0'] },
    fact: 'recorded responses of /user',
  },
  {
    to: 'account',
    at: '',
    also: { kind: 's', name: 's' },
    fact: 'recorded pull requests by access tokens, which are an `app_user`',
  },
  {
    to: 'account_links',
    at: '',
    also: { self: link, html: link, hooks: link, repositories: link, snippets: link },
    fact: 'recorded responses about users',
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
    fact: 'recorded pull requests from deleted forks',
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
    fact: 'recorded comments by erased accounts',
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
    fact: 'recorded restrictions: null if nothing is counted',
  },
  ...['deploy_key', 'project_deploy_key'].map((to) => ({
    to,
    at: '',
    also: { id: 'n', last_used: '0' },
    fact: 'their own URLs use the ID; null until someone uses the key',
  })),
  {
    to: 'webhook_subscription',
    at: '',
    also: { skip_cert_verification: 'b' },
    fact: 'webhook clients read and write it',
  },
  {
    to: 'workspace_membership',
    at: '',
    also: { permission: 's' },
    fact: "in the description's prose, not among its fields",
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

/** Fields that Atlassian's description of Cloud does not have, as it is of 2025. */
export const additions: readonly Addition[] = [
  ...ofPeople,
  ...ofPullRequests,
  ...ofConversations,
  ...ofRepositories,
  ...ofSettings,
];
