import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, type RestAnswer, request } from '../../sandbox/helpers/rest.ts';
import type { TestSandbox } from '../../sandbox/helpers/sandbox.ts';
import { readDescription } from '../descriptions/bitbucket-description.ts';
import { openFilledCloud } from './filled-cloud.ts';

/** Every answer of the embedded Bitbucket Cloud about settings, held against Atlassian's own description. */

const description = readDescription('cloud');
const scopes = [
  'read:repository:bitbucket',
  'read:project:bitbucket',
  'read:workspace:bitbucket',
  'read:pullrequest:bitbucket',
  'read:webhook:bitbucket',
  'admin:repository:bitbucket',
  'admin:project:bitbucket',
];
const project = '/workspaces/{workspace}/projects/{project_key}';
const repository = '/repositories/{workspace}/{repo_slug}';
const ownProject = '/workspaces/acme-workspace/projects/SHOP';
const web = '/repositories/acme-workspace/web';

let sandbox: TestSandbox;
let commit: string;
let token: string;

beforeAll(async () => {
  ({ sandbox, commit } = await openFilledCloud());
  token = sandbox.bitbucket.credentials.addApiToken({ scopes });
});

afterAll(() => sandbox.close());

function ask(method: string, path: string, options: { body?: unknown; token?: string } = {}) {
  const { SRC_API_URL, SRC_USERNAME } = sandbox.environment;
  return request(`${SRC_API_URL}${path}`, {
    method,
    headers: basic(SRC_USERNAME, options.token ?? token),
    ...(options.body === undefined ? {} : { body: options.body }),
  });
}

const values = (answer: RestAnswer) => answer.body.values as Record<string, unknown>[];

/** Where the sandbox says something else than the description, with what speaks for it. */
const known: Readonly<Record<string, string>> = {
  // Recorded answers have it (terragoat's saved configuration), and so does every client's fixture.
  'value must be number': 'a restriction that counts nothing has the value null',
  // The description writes the discriminator of the base type as a constant; answers name the kind of account.
  'type must be equal to one of the allowed values': 'accounts are users, teams and app_users',
  // settings-mapping.md lists the field among those that are read.
  'unknown: skip_cert_verification': 'webhooks',
  // Both are named by it in the paths of their own addresses.
  '* unknown: id': 'access keys',
  'links unknown: html': 'accounts, as they are recorded everywhere',
  'links unknown: self': 'accounts, as they are recorded everywhere',
  'unknown: account_id': 'accounts that are users',
  'unknown: nickname': 'accounts that are users',
  'unknown: repository': 'build statuses',
  'unknown: commit': 'build statuses',
  'last_used must be string': 'keys that nobody has used',
  'unknown: permission': 'memberships; the text of the description tells of it',
};

function unexpected(route: string, answer: RestAnswer): string[] {
  return description
    .deviations(route, answer)
    .filter((one) => !Object.keys(known).some((end) => one.endsWith(end)));
}

const reads: readonly (readonly [route: string, path: string])[] = [
  [`GET ${repository}/branch-restrictions`, `${web}/branch-restrictions?pagelen=100`],
  [`GET ${repository}/branching-model`, `${web}/branching-model`],
  [`GET ${repository}/effective-branching-model`, `${web}/effective-branching-model`],
  [`GET ${repository}/branching-model/settings`, `${web}/branching-model/settings`],
  [`GET ${project}/branching-model`, `${ownProject}/branching-model`],
  [`GET ${project}/branching-model/settings`, `${ownProject}/branching-model/settings`],
  [`GET ${repository}/default-reviewers`, `${web}/default-reviewers`],
  [`GET ${repository}/effective-default-reviewers`, `${web}/effective-default-reviewers`],
  [`GET ${project}/default-reviewers`, `${ownProject}/default-reviewers`],
  [`GET ${repository}/permissions-config/users`, `${web}/permissions-config/users`],
  [`GET ${repository}/permissions-config/groups`, `${web}/permissions-config/groups`],
  [`GET ${project}/permissions-config/users`, `${ownProject}/permissions-config/users`],
  [`GET ${project}/permissions-config/groups`, `${ownProject}/permissions-config/groups`],
  [`GET ${repository}/hooks`, `${web}/hooks`],
  ['GET /workspaces/{workspace}/hooks', '/workspaces/acme-workspace/hooks'],
  [`GET ${repository}/deploy-keys`, `${web}/deploy-keys`],
  [`GET ${project}/deploy-keys`, `${ownProject}/deploy-keys`],
  ['GET /workspaces/{workspace}/permissions', '/workspaces/acme-workspace/permissions'],
  [
    'GET /workspaces/{workspace}/permissions/repositories/{repo_slug}',
    '/workspaces/acme-workspace/permissions/repositories/web',
  ],
  ['GET /workspaces/{workspace}/projects', '/workspaces/acme-workspace/projects'],
  [`GET ${project}`, ownProject],
  [`GET ${repository}/pullrequests/{pull_request_id}/statuses`, `${web}/pullrequests/1/statuses`],
];

describe('the embedded Bitbucket Cloud', () => {
  it.each(reads)('answers %s as Atlassian describes it', async (route, path) => {
    const answer = await ask('GET', `/2.0${path}`);
    expect(answer.status).toBe(200);
    expect(unexpected(route, answer)).toEqual([]);
    if ('values' in answer.body) expect(values(answer)).not.toEqual([]);
  });

  it('reports the build keys of a commit, by a part of its hash too', async () => {
    const answer = await ask('GET', `/2.0${web}/commit/${commit.slice(0, 12)}/statuses`);
    expect(unexpected(`GET ${repository}/commit/{commit}/statuses`, answer)).toEqual([]);
    expect(values(answer).map(({ key }) => key)).toEqual(['ci/build']);
  });

  it('is checked by something that notices a wrong answer', () => {
    const wrong = { values: [{ type: 'branchrestriction', kind: 'pull', extra: 1 }] };
    const answer = { status: 200, text: JSON.stringify(wrong) };
    expect(description.deviations(`GET ${repository}/branch-restrictions`, answer)).toEqual([
      "/values/* must have required property 'branch_match_kind'",
      "/values/* must have required property 'pattern'",
      '/values/* unknown: extra',
      '/values/*/kind must be equal to one of the allowed values',
    ]);
  });

  it('deviates from the description only where that is known to be right', async () => {
    const answers = await Promise.all(
      reads.map(async ([route, path]) => ({ route, answer: await ask('GET', `/2.0${path}`) })),
    );
    const all = answers.flatMap(({ route, answer }) => description.deviations(route, answer));
    for (const end of Object.keys(known)) expect(all.some((one) => one.endsWith(end))).toBe(true);
  });
});

describe('branch restrictions of Bitbucket Cloud', () => {
  const base = `/2.0${web}/branch-restrictions`;

  it('are created, replaced and deleted as Atlassian describes it', async () => {
    const body = {
      type: 'branchrestriction',
      kind: 'push',
      pattern: 'lock',
      branch_match_kind: 'glob',
    };
    const wanted = { ...body, users: [], groups: [{ type: 'group', slug: 'core-developers' }] };
    expect(description.bodyDeviations(`POST ${repository}/branch-restrictions`, wanted)).toEqual(
      [],
    );
    const made = await ask('POST', base, { body: wanted });
    expect(made.status).toBe(201);
    expect(unexpected(`POST ${repository}/branch-restrictions`, made)).toEqual([]);
    const one = `${base}/${String(made.body.id)}`;
    const replaced = await ask('PUT', one, { body: { ...wanted, groups: [] } });
    expect(replaced.body.groups).toEqual([]);
    expect((await ask('GET', one)).body).toEqual(replaced.body);
    expect((await ask('DELETE', one)).status).toBe(204);
    expect((await ask('GET', one)).status).toBe(404);
  });

  it.each([
    ['a kind that is none', { kind: 'pull', pattern: 'x' }],
    ['no pattern', { kind: 'force' }],
    ['exceptions of a kind that has none', { kind: 'force', pattern: 'x', users: [{}] }],
    ['a kind that needs them without exceptions', { kind: 'push', pattern: 'x' }],
    [
      'a group that is not there',
      { kind: 'push', pattern: 'x', users: [], groups: [{ slug: 'no' }] },
    ],
    ['the same kind and pattern twice', { kind: 'force', pattern: 'release/*' }],
  ])('are refused for %s', async (_, body) => {
    expect((await ask('POST', base, { body })).status).toBe(400);
  });

  it('come in pages, by kind and pattern if asked', async () => {
    const { uuid } = await sandbox.bitbucket.addRepository({ slug: 'many' });
    for (let n = 0; n < 260; n += 1) {
      const match = { pattern: `release/${n}` };
      sandbox.bitbucket.settings.addRestriction(uuid, { kind: n % 2 ? 'force' : 'delete', match });
    }
    const many = '/2.0/repositories/acme-workspace/many/branch-restrictions';
    const first = await ask('GET', `${many}?pagelen=100`);
    expect([first.body.size, values(first).length]).toEqual([260, 100]);
    const last = await ask('GET', `${many}?pagelen=100&page=3`);
    expect([values(last).length, last.body.next]).toEqual([60, undefined]);
    expect((await ask('GET', `${many}?pagelen=101`)).status).toBe(400);
    const found = await ask('GET', `${many}?kind=force&pattern=release/7`);
    expect(values(found)).toHaveLength(1);
  });
});

describe('settings that a credential may not see', () => {
  const adminOnly = reads.filter(([route]) => /restrictions|permissions-config|keys/.test(route));

  it.each(adminOnly)('%s asks for a scope of its own', async (_, path) => {
    const reading = scopes.filter((scope) => !scope.startsWith('admin:'));
    const limited = sandbox.bitbucket.credentials.addApiToken({ scopes: reading });
    const answer = await ask('GET', `/2.0${path}`, { token: limited });
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body.error)).toMatch(/"required":\["admin:(repository|project)/);
  });

  it.each([
    ['the repository', 'web', `${web}/branch-restrictions`],
    ['the project', 'SHOP', `${ownProject}/permissions-config/groups`],
    ['the workspace', '', '/workspaces/acme-workspace/hooks'],
  ])('are refused to those who do not administer %s', async (_, name, path) => {
    const { notAdministered } = sandbox.bitbucket.pipelines;
    notAdministered.add(name);
    const answer = await ask('GET', `/2.0${path}`);
    notAdministered.delete(name);
    expect(answer.status).toBe(403);
  });

  it('are hidden with the repository from people without a grant', async () => {
    const stranger = sandbox.bitbucket.addPerson({ name: 'Nobody Known' });
    const other = sandbox.bitbucket.credentials.addApiToken({ scopes, person: stranger });
    const { SRC_API_URL } = sandbox.environment;
    const headers = basic('x-bitbucket-api-token-auth', other);
    const answer = await request(`${SRC_API_URL}/2.0${web}/branch-restrictions`, { headers });
    expect(answer.status).toBe(404);
  });
});

describe('members of groups', () => {
  it('are listed by version 1.0 of the interface alone, while it is there', async () => {
    const path = '/1.0/groups/acme-workspace';
    const { body } = await ask('GET', path);
    expect(body).toMatchObject([
      { slug: 'core-developers', members: [{ display_name: 'Jane Roe' }] },
    ]);
    sandbox.bitbucket.settings.groupsInterface = 'gone';
    expect((await ask('GET', path)).status).toBe(410);
    sandbox.bitbucket.settings.groupsInterface = 'not-found';
    expect((await ask('GET', path)).status).toBe(404);
  });
});
