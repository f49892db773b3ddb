import { repository, type Step, web } from './step.ts';

const pullRequest = {
  type: 'pull_request',
  parameters: {
    dismiss_stale_reviews_on_push: true,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_approving_review_count: 2,
    required_review_thread_resolution: true,
    allowed_merge_methods: ['merge', 'squash'],
  },
};
const checks = {
  type: 'required_status_checks',
  parameters: {
    required_status_checks: [{ context: 'ci/build' }],
    strict_required_status_checks_policy: true,
    do_not_enforce_on_create: true,
  },
};
const plain = ['creation', 'update', 'deletion', 'non_fast_forward', 'required_linear_history'];
const ruleset = {
  name: 'bitbucket: main',
  target: 'branch',
  enforcement: 'active',
  bypass_actors: [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' }],
  conditions: { ref_name: { include: ['~DEFAULT_BRANCH', 'refs/heads/release/*'], exclude: [] } },
  rules: [...plain.map((type) => ({ type })), pullRequest, checks],
};
const forAll = { repository_name: { include: ['~ALL'], exclude: [] } };

const id = `${web}/rulesets/:id`;

/** Rulesets of a repository and of an organization. */
export const rulesetSteps: readonly Step[] = [
  {
    route: `POST ${repository}/rulesets`,
    path: `${web}/rulesets`,
    body: ruleset,
    status: 201,
    keepsId: true,
  },
  { route: `POST ${repository}/rulesets`, path: `${web}/rulesets`, body: ruleset, status: 422 },
  {
    route: `GET ${repository}/rulesets`,
    path: `${web}/rulesets?includes_parents=true&per_page=100`,
    status: 200,
  },
  { route: `GET ${repository}/rulesets/{ruleset_id}`, path: id, status: 200 },
  {
    route: `PUT ${repository}/rulesets/{ruleset_id}`,
    path: id,
    body: { enforcement: 'disabled' },
    status: 200,
  },
  {
    route: `GET ${repository}/rules/branches/{branch}`,
    path: `${web}/rules/branches/main`,
    status: 200,
  },
  { route: `DELETE ${repository}/rulesets/{ruleset_id}`, path: id, status: 204 },
  {
    route: 'POST /orgs/{org}/rulesets',
    path: '/orgs/acme/rulesets',
    body: { ...ruleset, conditions: { ...ruleset.conditions, ...forAll } },
    status: 201,
    keepsId: true,
  },
  { route: 'GET /orgs/{org}/rulesets', path: '/orgs/acme/rulesets', status: 200 },
  { route: 'GET /orgs/{org}/rulesets/{ruleset_id}', path: '/orgs/acme/rulesets/:id', status: 200 },
  { route: `GET ${repository}/rulesets/{ruleset_id}`, path: id, status: 200 },
  {
    route: 'PUT /orgs/{org}/rulesets/{ruleset_id}',
    path: '/orgs/acme/rulesets/:id',
    body: {
      name: 'bitbucket: all',
      conditions: { ...ruleset.conditions, repository_id: { repository_ids: [1] } },
    },
    status: 200,
  },
  {
    route: 'DELETE /orgs/{org}/rulesets/{ruleset_id}',
    path: '/orgs/acme/rulesets/:id',
    status: 204,
  },
];
