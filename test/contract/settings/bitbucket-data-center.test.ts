import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataCenterInstance } from '../../../sandbox/bitbucket-data-center/instance.ts';
import { type RestAnswer, request } from '../../sandbox/helpers/rest.ts';
import type { TestSandbox } from '../../sandbox/helpers/sandbox.ts';
import { readDescription } from '../descriptions/bitbucket-description.ts';
import { openFilledDataCenter } from './filled-data-center.ts';

/** Every answer of the embedded Data Center about settings, held against Atlassian's own description. */

const description = readDescription('server');
const project = '/projects/{projectKey}';
const repository = `${project}/repos/{repositorySlug}`;

let sandbox: TestSandbox;
let instance: DataCenterInstance;
let commit: string;

beforeAll(async () => {
  ({ sandbox, instance, commit } = await openFilledDataCenter());
});

afterAll(() => sandbox.close());

function ask(
  path: string,
  options: { method?: string; body?: unknown; type?: string; token?: string } = {},
): Promise<RestAnswer> {
  const { SRC_DATA_CENTER_URL = '', SRC_TOKEN = '' } = sandbox.environment;
  const type = options.type === undefined ? {} : { 'content-type': options.type };
  return request(`${SRC_DATA_CENTER_URL}/rest${path}`, {
    method: options.method ?? 'GET',
    headers: { authorization: `Bearer ${options.token ?? SRC_TOKEN}`, ...type },
    ...(options.body === undefined ? {} : { body: options.body }),
  });
}

/** Where the sandbox says something else than the description, with what speaks for it. */
const known: Readonly<Record<string, string>> = {
  // Observed on servers of 10.4: a number where the description has a string.
  'createdDate must be string': 'access keys',
  // Named in settings-mapping.md, beside the fields of the description.
  'unknown: com.atlassian.bitbucket.server.bundled-hooks.requiredApproversMergeHook': 'checks',
  'unknown: com.atlassian.bitbucket.server.bitbucket-build.requiredBuildsMergeCheck': 'checks',
  'nextPageStart must be number': 'the last page has null, as recorded answers have it',
};

/** The description has one label where the address lists them. */
const pages = /^\/ unknown: (isLastPage|limit|nextPageStart|size|start|values)$/;

function unexpected(route: string, answer: RestAnswer): string[] {
  return description
    .deviations(route, answer)
    .filter((one) => !Object.keys(known).some((end) => one.endsWith(end)))
    .filter((one) => !(route.endsWith('/labels') && pages.test(one)));
}

const both = [
  ['/branch-permissions/latest', '/restrictions?limit=100'],
  ['/default-reviewers/latest', '/conditions'],
  ['/keys/latest', '/ssh'],
  ['/api/latest', '/permissions/users'],
  ['/api/latest', '/permissions/groups'],
  ['/api/latest', '/settings/auto-merge'],
  ['/api/latest', '/settings/auto-decline'],
  ['/api/latest', '/settings/hooks'],
  ['/api/latest', '/settings/reviewer-groups'],
] as const;

const reads: readonly (readonly [route: string, path: string])[] = [
  ...both.flatMap(([start, end]) => {
    const bare = end.replace(/\?.*/, '');
    return [
      [`GET ${start}${repository}${bare}`, `${start}/projects/ACME/repos/web${end}`],
      [`GET ${start}${project}${bare}`, `${start}/projects/ACME${end}`],
    ] as const;
  }),
  [
    `GET /api/latest${repository}/settings/pull-requests`,
    '/api/latest/projects/ACME/repos/web/settings/pull-requests',
  ],
  [
    `GET /api/latest${project}/settings/pull-requests/{scmId}`,
    '/api/latest/projects/ACME/settings/pull-requests/git',
  ],
  [
    `GET /required-builds/latest${repository}/conditions`,
    '/required-builds/latest/projects/ACME/repos/web/conditions',
  ],
  [
    `GET /jira/latest${project}/primary-enhanced-entitylink`,
    '/jira/latest/projects/ACME/primary-enhanced-entitylink',
  ],
  [
    `GET /api/latest${project}/permissions/{permission}/all`,
    '/api/latest/projects/ACME/permissions/PROJECT_READ/all',
  ],
  [`GET /api/latest${repository}/labels`, '/api/latest/projects/ACME/repos/web/labels'],
  ['GET /api/latest/admin/groups', '/api/latest/admin/groups'],
  [
    'GET /api/latest/admin/groups/more-members',
    '/api/latest/admin/groups/more-members?context=developers',
  ],
];

const restrictions = '/branch-permissions/latest/projects/ACME/repos/web/restrictions';

describe('the embedded Data Center', () => {
  it.each(reads)('answers %s as Atlassian describes it', async (route, path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(unexpected(route, answer)).toEqual([]);
    if ('values' in answer.body) expect(answer.body.values).not.toEqual([]);
  });

  it('reports the builds of a commit, one by its key or all of them', async () => {
    const one = await ask(
      `/api/latest/projects/ACME/repos/web/commits/${commit}/builds?key=ci/build`,
    );
    expect(unexpected(`GET /api/latest${repository}/commits/{commitId}/builds`, one)).toEqual([]);
    expect(one.body.key).toBe('ci/build');
    const all = await ask(`/build-status/latest/commits/${commit}`);
    expect(unexpected('GET /build-status/latest/commits/{commitId}', all)).toEqual([]);
    expect(all.body.size).toBe(1);
  });

  it('reports what a merge check was set to, and webhooks without their secrets', async () => {
    const hook =
      'com.atlassian.bitbucket.server.bitbucket-bundled-hooks:requiredApproversMergeHook';
    const settings = await ask(
      `/api/latest/projects/ACME/repos/web/settings/hooks/${hook}/settings`,
    );
    expect(settings.body).toEqual({ requiredCount: '2' });
    const hooks = await ask('/api/latest/projects/ACME/webhooks');
    expect(hooks.body).toMatchObject({
      values: [{ configuration: { secret: '*****' }, credentials: { username: 'ci' } }],
    });
    const model = await ask(
      '/branch-utils/latest/projects/ACME/repos/web/branchmodel/configuration',
    );
    expect(model.body).toMatchObject({ development: { refId: null, useDefault: true } });
  });

  it('deviates from the description only where that is known to be right', async () => {
    const answers = await Promise.all(
      reads.map(async ([route, path]) => ({ route, answer: await ask(path) })),
    );
    const all = answers.flatMap(({ route, answer }) => description.deviations(route, answer));
    for (const end of Object.keys(known)) expect(all.some((one) => one.endsWith(end))).toBe(true);
  });

  it('has required counts as objects, or as numbers where the server is so', async () => {
    const path = '/api/latest/projects/ACME/repos/web/settings/pull-requests';
    expect((await ask(path)).body.requiredApprovers).toEqual({ enabled: true, count: '2' });
    instance.settings.requiredCounts = 'numbers';
    expect((await ask(path)).body.requiredApprovers).toBe(2);
    instance.settings.requiredCounts = 'objects';
  });

  it('lists what a repository inherits only where the server is so', async () => {
    expect((await ask(restrictions)).body.size).toBe(5);
    instance.settings.listsInherited = true;
    const { body } = await ask(restrictions);
    instance.settings.listsInherited = false;
    expect(body.size).toBe(10);
    expect(JSON.stringify(body)).toContain('"PROJECT"');
  });
});

describe('restrictions of the Data Center', () => {
  const matcher = { id: 'hotfix/*', type: { id: 'PATTERN' } };
  const lock = { type: 'read-only', matcher, users: [], groups: ['developers'] };

  it('are created one by one or many at once, and deleted by their number', async () => {
    const route = `POST /branch-permissions/latest${repository}/restrictions`;
    const made = await ask(restrictions, { method: 'POST', body: lock, type: 'application/json' });
    expect(made.status).toBe(200);
    expect(unexpected(route, made)).toEqual([]);
    const type = 'application/vnd.atl.bitbucket.bulk+json';
    const many = await ask(restrictions, { method: 'POST', body: [lock, lock], type });
    const bulk = many.body as unknown as { id: number }[];
    expect(bulk).toHaveLength(2);
    for (const id of [made.body.id, ...bulk.map((one) => one.id)]) {
      expect((await ask(`${restrictions}/${id}`)).status).toBe(200);
      expect((await ask(`${restrictions}/${id}`, { method: 'DELETE' })).status).toBe(204);
      expect((await ask(`${restrictions}/${id}`)).status).toBe(404);
    }
  });

  it.each([
    ['a type that is none', { ...lock, type: 'write-only' }],
    ['no matcher', { ...lock, matcher: undefined }],
    ['a group that is not there', { ...lock, groups: ['nobody'] }],
    ['somebody who is not there', { ...lock, users: ['nobody'] }],
  ])('are refused for %s', async (_, body) => {
    const answer = await ask(restrictions, { method: 'POST', body, type: 'application/json' });
    expect(answer.status).toBe(400);
  });

  it('come in pages that the server keeps as short as it likes, by type if asked', async () => {
    const many = await sandbox.bitbucket.addRepository({ slug: 'many' });
    const own = instance.settings.ofRepository(many.uuid).restrictions;
    for (let n = 0; n < 260; n += 1) {
      const matcher = { type: 'BRANCH', id: `refs/heads/release/${n}` } as const;
      const type = n % 2 ? 'no-deletes' : 'read-only';
      own.push({ id: n, type, matcher, users: [], groups: [], accessKeys: [] });
    }
    const path = '/branch-permissions/latest/projects/ACME/repos/many/restrictions';
    instance.rules.mostRows = 50;
    const first = await ask(`${path}?limit=1000`);
    expect(first.body).toMatchObject({ size: 50, limit: 50, isLastPage: false, nextPageStart: 50 });
    instance.rules.mostRows = null;
    const last = await ask(`${path}?start=250&limit=25`);
    expect(last.body).toMatchObject({ size: 10, isLastPage: true, nextPageStart: null });
    expect((await ask(`${path}?type=no-deletes&limit=500`)).body.size).toBe(130);
  });
});

describe('settings that a token may not see', () => {
  const adminOnly = reads
    .filter(([route]) => /restrictions|permissions\/|ssh|groups$/.test(route))
    .filter(([route]) => !route.includes('reviewer-groups'));

  it.each(adminOnly)('%s answers 401 to a token without the right', async (_, path) => {
    const token = instance.addToken({ right: 'write' });
    const answer = await ask(path, { token });
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('com.atlassian.bitbucket.AuthorisationException');
  });

  it.each([
    ['the repository', 'web', restrictions],
    ['the project', 'ACME', '/api/latest/projects/ACME/permissions/groups'],
    ['the instance', '', '/api/latest/admin/groups/more-members?context=developers'],
  ])('answer 401 to those who do not administer %s', async (_, name, path) => {
    instance.rules.notAdministered.add(name);
    const answer = await ask(path);
    instance.rules.notAdministered.delete(name);
    expect(answer.status).toBe(401);
  });

  it('are shown to a person as far as grants go', async () => {
    const reader = sandbox.bitbucket.addPerson({ name: 'Rita Reader' });
    const token = instance.addToken({ person: reader });
    expect((await ask(restrictions, { token })).status).toBe(401);
    instance.settings.groups.get('developers')?.push(reader);
    expect((await ask(restrictions, { token })).status).toBe(200);
  });
});
