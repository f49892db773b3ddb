import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, openGitClient } from '../sandbox/helpers/git.ts';
import { askGithub, type RestAnswer } from '../sandbox/helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../sandbox/helpers/sandbox.ts';
import { readDescription as readAnswers } from './descriptions/answers-description.ts';
import { readDescription as readRequests } from './descriptions/requests-description.ts';

/** Every request that sets something on the embedded GitHub, and its answer, held against GitHub's own descriptions. */

const targets = [
  { target: 'github.com', name: 'api.github.com' },
  { target: 'enterprise-server', name: 'ghes-3.19' },
] as const;

const repository = '/repos/{owner}/{repo}';
const web = '/repos/acme/web';
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

interface Step {
  readonly route: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Its identity stands for `:id` in the paths that follow. */
  readonly keepsId?: true;
  /** An Enterprise Server has no such address. */
  readonly dotComOnly?: true;
}

const id = (what: string) => `${web}/${what}/:id`;

const steps: readonly Step[] = [
  {
    route: 'POST /orgs/{org}/teams',
    path: '/orgs/acme/teams',
    body: { name: 'Core', privacy: 'closed', notification_setting: 'notifications_disabled' },
    status: 201,
    keepsId: true,
  },
  {
    route: 'POST /orgs/{org}/teams',
    path: '/orgs/acme/teams',
    body: { name: 'Core Web', parent_team_id: ':id', description: 'From Bitbucket' },
    status: 201,
  },
  {
    route: 'POST /orgs/{org}/teams',
    path: '/orgs/acme/teams',
    body: { name: 'core' },
    status: 422,
  },
  { route: 'GET /orgs/{org}/teams', path: '/orgs/acme/teams?per_page=100', status: 200 },
  { route: 'GET /orgs/{org}/teams/{team_slug}', path: '/orgs/acme/teams/core-web', status: 200 },
  {
    route: 'PATCH /orgs/{org}/teams/{team_slug}',
    path: '/orgs/acme/teams/core-web',
    body: { description: '' },
    status: 200,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/teams',
    path: '/orgs/acme/teams/core/teams',
    status: 200,
  },
  {
    route: 'PUT /orgs/{org}/teams/{team_slug}/memberships/{username}',
    path: '/orgs/acme/teams/core-web/memberships/jane',
    body: { role: 'maintainer' },
    status: 200,
  },
  {
    route: 'PUT /orgs/{org}/teams/{team_slug}/memberships/{username}',
    path: '/orgs/acme/teams/core-web/memberships/outsider',
    body: { role: 'member' },
    status: 200,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}',
    path: '/orgs/acme/teams/core/memberships/jane',
    status: 200,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/members',
    path: '/orgs/acme/teams/core/members?role=all',
    status: 200,
  },
  { route: 'GET /orgs/{org}/members', path: '/orgs/acme/members?per_page=100', status: 200 },
  {
    route: 'GET /orgs/{org}/memberships/{username}',
    path: '/orgs/acme/memberships/outsider',
    status: 200,
  },
  {
    route: 'GET /orgs/{org}/invitations',
    path: '/orgs/acme/invitations',
    status: 200,
    dotComOnly: true,
  },
  {
    route: 'DELETE /orgs/{org}/teams/{team_slug}/memberships/{username}',
    path: '/orgs/acme/teams/core/memberships/robin-keller',
    status: 204,
  },
  {
    route: 'PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
    path: '/orgs/acme/teams/core/repos/acme/web',
    body: { permission: 'push' },
    status: 204,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
    path: '/orgs/acme/teams/core-web/repos/acme/web',
    status: 204,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/repos',
    path: '/orgs/acme/teams/core/repos',
    status: 200,
  },
  { route: `GET ${repository}/teams`, path: `${web}/teams`, status: 200 },
  {
    route: `PUT ${repository}/collaborators/{username}`,
    path: `${web}/collaborators/jane`,
    body: { permission: 'triage' },
    status: 204,
  },
  {
    route: `GET ${repository}/collaborators`,
    path: `${web}/collaborators?affiliation=direct`,
    status: 200,
  },
  {
    route: `GET ${repository}/collaborators/{username}/permission`,
    path: `${web}/collaborators/jane/permission`,
    status: 200,
  },
  { route: `GET ${repository}/invitations`, path: `${web}/invitations`, status: 200 },
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
  { route: `GET ${repository}/rulesets/{ruleset_id}`, path: id('rulesets'), status: 200 },
  {
    route: `PUT ${repository}/rulesets/{ruleset_id}`,
    path: id('rulesets'),
    body: { enforcement: 'disabled' },
    status: 200,
  },
  {
    route: `GET ${repository}/rules/branches/{branch}`,
    path: `${web}/rules/branches/main`,
    status: 200,
  },
  { route: `DELETE ${repository}/rulesets/{ruleset_id}`, path: id('rulesets'), status: 204 },
  {
    route: 'POST /orgs/{org}/rulesets',
    path: '/orgs/acme/rulesets',
    body: { ...ruleset, conditions: { ...ruleset.conditions, ...forAll } },
    status: 201,
    keepsId: true,
  },
  { route: 'GET /orgs/{org}/rulesets', path: '/orgs/acme/rulesets', status: 200 },
  { route: 'GET /orgs/{org}/rulesets/{ruleset_id}', path: '/orgs/acme/rulesets/:id', status: 200 },
  { route: `GET ${repository}/rulesets/{ruleset_id}`, path: id('rulesets'), status: 200 },
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
  {
    route: `PATCH ${repository}`,
    path: web,
    body: { allow_auto_merge: true },
    status: 200,
    dotComOnly: true,
  },
  {
    route: `PATCH ${repository}`,
    path: web,
    body: { has_issues: false, pull_request_creation_policy: 'collaborators_only' },
    status: 200,
  },
  {
    route: `PATCH ${repository}`,
    path: web,
    body: { has_issues: true, pull_request_creation_policy: 'all' },
    status: 200,
  },
  {
    route: `GET ${repository}/collaborators`,
    path: `${web}/collaborators?affiliation=all&per_page=100&page=1`,
    status: 200,
  },
  { route: 'GET /orgs/{org}/members', path: '/orgs/acme/members?role=admin', status: 200 },
  {
    route: `PATCH ${repository}`,
    path: web,
    body: {
      allow_rebase_merge: false,
      squash_merge_commit_title: 'PR_TITLE',
      squash_merge_commit_message: 'PR_BODY',
      merge_commit_title: 'PR_TITLE',
      merge_commit_message: 'PR_BODY',
    },
    status: 200,
  },
  {
    route: `PATCH ${repository}`,
    path: web,
    body: { allow_merge_commit: false, allow_squash_merge: false, allow_rebase_merge: false },
    status: 422,
  },
  {
    route: `POST ${repository}/autolinks`,
    path: `${web}/autolinks`,
    body: {
      key_prefix: 'CHK-',
      url_template: 'https://jira.example/browse/CHK-<num>',
      is_alphanumeric: false,
    },
    status: 201,
    keepsId: true,
  },
  {
    route: `POST ${repository}/autolinks`,
    path: `${web}/autolinks`,
    body: { key_prefix: 'CHK-', url_template: 'https://jira.example/<num>' },
    status: 422,
  },
  { route: `GET ${repository}/autolinks`, path: `${web}/autolinks`, status: 200 },
  { route: `GET ${repository}/autolinks/{autolink_id}`, path: id('autolinks'), status: 200 },
  { route: `DELETE ${repository}/autolinks/{autolink_id}`, path: id('autolinks'), status: 204 },
  {
    route: `POST ${repository}/keys`,
    path: `${web}/keys`,
    body: { title: 'deploy', key: 'ssh-ed25519 AAAAC3web ci@acme', read_only: true },
    status: 201,
    keepsId: true,
  },
  {
    route: `POST ${repository}/keys`,
    path: `${web}/keys`,
    body: { title: 'again', key: 'ssh-ed25519 AAAAC3web' },
    status: 422,
  },
  { route: `GET ${repository}/keys`, path: `${web}/keys`, status: 200 },
  { route: `GET ${repository}/keys/{key_id}`, path: id('keys'), status: 200 },
  { route: `DELETE ${repository}/keys/{key_id}`, path: id('keys'), status: 204 },
  {
    route: `POST ${repository}/hooks`,
    path: `${web}/hooks`,
    body: {
      name: 'web',
      active: false,
      events: ['push', 'pull_request'],
      config: { url: 'https://ci.example/hook', content_type: 'json', insecure_ssl: '0' },
    },
    status: 201,
    keepsId: true,
  },
  {
    route: `POST ${repository}/hooks`,
    path: `${web}/hooks`,
    body: { config: { url: 'no' } },
    status: 422,
  },
  { route: `GET ${repository}/hooks`, path: `${web}/hooks`, status: 200 },
  { route: `GET ${repository}/hooks/{hook_id}`, path: id('hooks'), status: 200 },
  {
    route: `PATCH ${repository}/hooks/{hook_id}`,
    path: id('hooks'),
    body: { active: true },
    status: 200,
  },
  { route: `DELETE ${repository}/hooks/{hook_id}`, path: id('hooks'), status: 204 },
  {
    route: 'PUT /orgs/{org}/properties/schema/{custom_property_name}',
    path: '/orgs/acme/properties/schema/bitbucket_project',
    body: { value_type: 'string', description: 'Where it came from' },
    status: 200,
  },
  { route: 'GET /orgs/{org}/properties/schema', path: '/orgs/acme/properties/schema', status: 200 },
  {
    route: 'GET /orgs/{org}/properties/schema/{custom_property_name}',
    path: '/orgs/acme/properties/schema/bitbucket_project',
    status: 200,
  },
  {
    route: 'PATCH /orgs/{org}/properties/values',
    path: '/orgs/acme/properties/values',
    body: {
      repository_names: ['web'],
      properties: [{ property_name: 'bitbucket_project', value: 'SHOP' }],
    },
    status: 204,
  },
  { route: 'GET /orgs/{org}/properties/values', path: '/orgs/acme/properties/values', status: 200 },
  { route: `GET ${repository}/properties/values`, path: `${web}/properties/values`, status: 200 },
  {
    route: `POST ${repository}/statuses/{sha}`,
    path: `${web}/statuses/${'a'.repeat(40)}`,
    body: { state: 'success', context: 'ci/build', description: null },
    status: 201,
  },
  {
    route: `GET ${repository}/commits/{ref}/statuses`,
    path: `${web}/commits/${'a'.repeat(40)}/statuses`,
    status: 200,
  },
  {
    route: `GET ${repository}/commits/{ref}/check-runs`,
    path: `${web}/commits/${'a'.repeat(40)}/check-runs?per_page=100`,
    status: 200,
  },
  {
    route: `POST ${repository}/releases`,
    path: `${web}/releases`,
    body: { tag_name: 'v1', name: 'One' },
    status: 201,
  },
  { route: `GET ${repository}/releases`, path: `${web}/releases?per_page=100`, status: 200 },
  { route: 'GET /user/repos', path: '/user/repos?affiliation=owner&per_page=100', status: 200 },
  { route: 'GET /orgs/{org}', path: '/orgs/acme', status: 200 },
  { route: 'DELETE /orgs/{org}/teams/{team_slug}', path: '/orgs/acme/teams/core', status: 204 },
];

describe.each(targets)('settings of $name', ({ target, name }) => {
  const answers = readAnswers(name);
  const requests = readRequests(name);
  let sandbox: TestSandbox;
  let kept: unknown;

  beforeAll(async () => {
    sandbox = await openSandbox({ target });
    const { github } = sandbox;
    github.addUser({ login: 'jane' });
    github.addUser({ login: 'outsider' });
    github.setMembership('acme', 'jane', { role: 'member', state: 'active' });
    await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'web', private: true });
    await using client = await openGitClient({
      username: 'x',
      password: sandbox.environment.DST_TOKEN,
    });
    const directory = await makeRepository(client, 'web', { 'a.txt': 'one\n' });
    const url = `${sandbox.environment.DST_GIT_URL}/acme/web.git`;
    await client.must(['push', url, 'main'], { cwd: directory });
  });
  afterAll(() => sandbox.close());

  /** A request that both descriptions know, with an answer that they know. */
  async function take(step: Step): Promise<RestAnswer> {
    const path = step.path.replace(':id', String(kept));
    const text =
      step.body === undefined ? '' : JSON.stringify(step.body).replace('":id"', String(kept));
    const method = step.route.split(' ')[0] ?? '';
    requests.check({ method, url: path, headers: {}, body: text });
    const body = text === '' ? undefined : JSON.parse(text);
    return askGithub(sandbox, method, path, body);
  }

  it('are asked and answered as described, one after the other', async () => {
    const known = steps.filter(({ dotComOnly }) => dotComOnly !== true || target === 'github.com');
    for (const step of known) {
      const answer = await take(step);
      expect([step.route, answer.status, answer.status === step.status ? '' : answer.text]).toEqual(
        [step.route, step.status, ''],
      );
      if (step.status === 422 && step.route.endsWith('/rulesets')) {
        // Recorded answers have sentences here, where the description has objects.
        expect(answer.body.errors).toEqual(['Name must be unique']);
      } else {
        answers.expectAsDescribed(step.route, answer);
      }
      if (step.keepsId) kept = answer.body.id;
    }
  });

  it(`${target === 'github.com' ? 'invite' : 'take'} whoever is outside`, async () => {
    const path = `${web}/collaborators/outsider`;
    const answer = await askGithub(sandbox, 'PUT', path, { permission: 'pull' });
    expect(answer.status).toBe(target === 'github.com' ? 201 : 204);
    answers.expectAsDescribed(`PUT ${repository}/collaborators/{username}`, answer);
  });
});
