import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, openGitClient } from '../sandbox/helpers/git.ts';
import { askGithub } from '../sandbox/helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../sandbox/helpers/sandbox.ts';
import { readDescription } from './descriptions/answers-description.ts';

const { validatorOf, expectAsDescribed } = readDescription();

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
  const hook = { url: 'https://ci.example/hook', events: ['push'], active: true };
  sandbox.github.addHook('acme', hook);
  const ruleset = { name: 'Reviews', target: 'branch', enforcement: 'active' } as const;
  sandbox.github.addRuleset('acme', ruleset);
  await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'filled', private: true });
  await using client = await openGitClient({
    username: 'x',
    password: sandbox.environment.DST_TOKEN,
  });
  const directory = await makeRepository(client, 'filled', { 'a.txt': 'one\n' });
  const url = `${sandbox.environment.DST_GIT_URL}/acme/filled.git`;
  await client.must(['push', url, 'main', 'main:refs/heads/second'], { cwd: directory });
});

afterAll(() => sandbox.close());

interface Described {
  readonly route: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly status: number;
  readonly scopes?: readonly string[];
}

const repository = '/repos/{owner}/{repo}';
const filled = '/repos/acme/filled';

const described: readonly Described[] = [
  { route: 'GET /user', status: 200 },
  { route: 'GET /users/{username}', path: '/users/robin-keller', status: 200 },
  { route: 'GET /users/{username}', path: '/users/nobody', status: 404 },
  { route: 'GET /orgs/{org}', path: '/orgs/acme', status: 200 },
  { route: 'GET /orgs/{org}', path: '/orgs/nobody', status: 404 },
  { route: 'GET /user/memberships/orgs/{org}', path: '/user/memberships/orgs/acme', status: 200 },
  { route: 'GET /user/memberships/orgs/{org}', path: '/user/memberships/orgs/no', status: 404 },
  {
    route: 'GET /user/memberships/orgs/{org}',
    path: '/user/memberships/orgs/acme',
    status: 403,
    scopes: [],
  },
  {
    route: 'GET /user/memberships/orgs',
    path: '/user/memberships/orgs?state=active&per_page=100&page=1',
    status: 200,
  },
  {
    route: 'GET /user/memberships/orgs',
    path: '/user/memberships/orgs',
    status: 403,
    scopes: [],
  },
  { route: 'GET /user/orgs', path: '/user/orgs?per_page=100&page=1', status: 200 },
  { route: 'GET /user/orgs', path: '/user/orgs', status: 403, scopes: [] },
  {
    route: 'GET /orgs/{org}/hooks',
    path: '/orgs/acme/hooks?per_page=100&page=1',
    status: 200,
    scopes: ['repo', 'admin:org_hook'],
  },
  { route: 'GET /orgs/{org}/hooks', path: '/orgs/acme/hooks', status: 404 },
  {
    route: 'GET /orgs/{org}/rulesets',
    path: '/orgs/acme/rulesets?per_page=100&page=1',
    status: 200,
    scopes: ['repo', 'admin:org'],
  },
  {
    route: 'GET /orgs/{org}/rulesets',
    path: '/orgs/acme/rulesets',
    status: 404,
    scopes: ['repo', 'workflow'],
  },
  { route: 'GET /rate_limit', status: 200 },
  {
    route: 'POST /orgs/{org}/repos',
    path: '/orgs/acme/repos',
    body: { name: 'from-org', visibility: 'private', description: 'Words' },
    status: 201,
  },
  {
    route: 'POST /orgs/{org}/repos',
    path: '/orgs/acme/repos',
    body: { name: 'FILLED' },
    status: 422,
  },
  {
    route: 'POST /orgs/{org}/repos',
    path: '/orgs/acme/repos',
    body: { name: 'x', description: 'two\nlines' },
    status: 422,
  },
  { route: 'POST /user/repos', body: { name: 'own', private: true }, status: 201 },
  { route: 'POST /user/repos', body: {}, status: 422 },
  { route: 'POST /user/repos', body: [], status: 400 },
  { route: 'POST /user/repos', body: { name: 'x' }, status: 404, scopes: [] },
  { route: 'GET /orgs/{org}/repos', path: '/orgs/acme/repos', status: 200 },
  { route: `GET ${repository}`, path: filled, status: 200 },
  { route: `GET ${repository}`, path: '/repos/acme/none', status: 404 },
  { route: `PATCH ${repository}`, path: filled, body: { default_branch: 'second' }, status: 200 },
  { route: `PATCH ${repository}`, path: filled, body: { default_branch: 'none' }, status: 422 },
  { route: `PATCH ${repository}`, path: filled, body: { private: 'yes' }, status: 422 },
  {
    route: `PUT ${repository}/topics`,
    path: `${filled}/topics`,
    body: { names: ['a'] },
    status: 200,
  },
  {
    route: `PUT ${repository}/topics`,
    path: `${filled}/topics`,
    body: { names: ['-'] },
    status: 422,
  },
  { route: `GET ${repository}/topics`, path: `${filled}/topics`, status: 200 },
  {
    route: `PUT ${repository}/actions/permissions`,
    path: `${filled}/actions/permissions`,
    body: { enabled: false },
    status: 204,
  },
  {
    route: `GET ${repository}/actions/permissions`,
    path: `${filled}/actions/permissions`,
    status: 200,
  },
  {
    route: `PUT ${repository}/subscription`,
    path: `${filled}/subscription`,
    body: { ignored: true },
    status: 200,
  },
  { route: `GET ${repository}/branches`, path: `${filled}/branches`, status: 200 },
  { route: `DELETE ${repository}`, path: filled, status: 403 },
];

describe("the sandbox's GitHub answers as GitHub describes it", () => {
  it.each(described)('$route → $status $body', async ({ route, path, body, status, scopes }) => {
    const [method = '', pattern = ''] = route.split(' ');
    const token = scopes === undefined ? undefined : sandbox.github.tokens.add({ scopes });
    const options = token === undefined ? {} : { token };
    const answer = await askGithub(sandbox, method, path ?? pattern, body, options);
    expect(answer.status).toBe(status);
    expectAsDescribed(route, answer);
  });

  it('is checked by something that notices a wrong answer', async () => {
    const answer = await askGithub(sandbox, 'GET', filled);
    const wrong = { ...answer.body, default_branch: 5 };
    const validate = validatorOf(`GET ${repository}`, 200);
    expect(validate?.(wrong)).toBe(false);
    expect(validate?.({})).toBe(false);
  });

  it('GET /user → 401 with a wrong token', async () => {
    const answer = await askGithub(sandbox, 'GET', '/user', undefined, { token: 'ghp_wrong' });
    expect(answer.status).toBe(401);
    expectAsDescribed('GET /user', answer);
    expect(answer.body.message).toBe('Bad credentials');
  });

  it('redirects the old name of a renamed repository: 301 for reading, 307 for writing', async () => {
    await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'old-name', private: true });
    const renamed = await askGithub(sandbox, 'PATCH', '/repos/acme/old-name', { name: 'new name' });
    expect(renamed.body.name).toBe('new-name');
    const old = '/repos/acme/old-name';
    const reading = await askGithub(sandbox, 'GET', old);
    expectAsDescribed(`GET ${repository}`, reading);
    const writing = await askGithub(sandbox, 'PATCH', old, { private: true });
    expectAsDescribed(`PATCH ${repository}`, writing);
    const location = `${sandbox.environment.DST_API_URL}/repositories/${renamed.body.id}`;
    expect([reading.status, reading.headers.get('location')]).toEqual([301, location]);
    expect([writing.status, writing.headers.get('location')]).toEqual([307, location]);
    const followed = await askGithub(sandbox, 'GET', `/repositories/${renamed.body.id}`);
    expect(followed.body.full_name).toBe('acme/new-name');
  });

  it('deletes with the scope for it', async () => {
    await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'to-delete', private: true });
    const token = sandbox.github.tokens.add({ scopes: ['repo', 'delete_repo'] });
    const answer = await askGithub(sandbox, 'DELETE', '/repos/acme/to-delete', undefined, {
      token,
    });
    expect(answer.status).toBe(204);
    expectAsDescribed(`DELETE ${repository}`, answer);
  });
});
