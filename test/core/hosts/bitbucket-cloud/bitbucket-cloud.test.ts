import { describe, expect, it } from 'vitest';
import { createBitbucketCloud } from '../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import type { Variables } from '../../../../src/core/hosts/environment.ts';
import { readSourceCredentials } from '../../../../src/core/hosts/source-credentials.ts';
import type { RepositoryPage, SourceHost } from '../../../../src/core/hosts/source-host.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import {
  inTurn,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../network/support/scripted-server.ts';

const workspace = 'acme';
const apiToken = { SRC_USERNAME: 'jane@example.com', SRC_API_TOKEN: 'ATATT-1' };
const accessToken = { SRC_ACCESS_TOKEN: 'ATCTT-1' };
const appPassword = { SRC_USERNAME: 'jane', SRC_APP_PASSWORD: 'app-1' };

function sourceAt(
  server: ScriptedServer,
  services: TestServices,
  variables: Variables = apiToken,
): SourceHost {
  const addresses = { SRC_API_URL: server.origin, SRC_GIT_URL: server.origin };
  return createBitbucketCloud({
    access: readSourceCredentials({ ...variables, ...addresses }),
    services,
  });
}

async function pagesOf(source: SourceHost, project?: string): Promise<readonly RepositoryPage[]> {
  const pages: RepositoryPage[] = [];
  const only = project === undefined ? {} : { project };
  for await (const page of source.listRepositories({ workspace, ...only })) pages.push(page);
  return pages;
}

const invalidToken = {
  type: 'error',
  error: { message: 'Token is invalid, expired, or not supported for this endpoint.' },
};

const lackOfScopes = {
  type: 'error',
  error: {
    message: 'Your credentials lack one or more required privilege scopes.',
    detail: {
      required: ['read:user:bitbucket'],
      granted: ['read:repository:bitbucket'],
    },
  },
};

function row(slug: string, more: object = {}): object {
  return {
    uuid: `{${slug}}`,
    slug,
    name: `The ${slug}`,
    description: 'what it is',
    is_private: true,
    mainbranch: { name: 'main', type: 'branch' },
    size: 12_345,
    project: { key: 'WEB', name: 'Web' },
    language: 'typescript',
    created_on: '2019-03-01T10:00:00.123456+00:00',
    updated_on: '2026-11-01T12:30:00+02:00',
    links: { clone: [{ name: 'https', href: 'https://jane@evil.example/acme/x.git' }] },
    ...more,
  };
}

describe('verifyCredentials', () => {
  it('asks who the user is, once, and reads the scopes', async () => {
    await using server = await startScriptedServer(() => ({
      headers: { 'x-oauth-scopes': 'read:user:bitbucket, read:repository:bitbucket' },
      body: {
        username: 'jane',
        display_name: 'Jane Doe',
        uuid: '{4b85b785}',
        type: 'user',
        has_2fa_enabled: null,
      },
    }));
    await using services = await createTestServices();
    const account = await sourceAt(server, services).verifyCredentials({ workspace });
    expect(account).toEqual({
      id: '{4b85b785}',
      username: 'jane',
      displayName: 'Jane Doe',
      scopes: ['read:user:bitbucket', 'read:repository:bitbucket'],
    });
    expect(server.requests.map(({ url }) => url)).toEqual(['/2.0/user']);
    expect(server.requests[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('jane@example.com:ATATT-1').toString('base64')}`,
    );
  });

  it.each<[string, Variables, Reply, string]>([
    [
      'an expired token',
      apiToken,
      { status: 401, body: invalidToken },
      'SRC_USERNAME is the e-mail address',
    ],
    [
      'a bare text',
      apiToken,
      {
        status: 401,
        headers: {
          'content-type': 'text/plain',
          'www-authenticate': 'Basic realm="Bitbucket.org HTTP"',
        },
        body: 'Unauthorized',
      },
      'SRC_USERNAME is the e-mail address',
    ],
    [
      'a token without scopes',
      apiToken,
      {
        status: 401,
        headers: { 'www-authenticate': 'BitbucketCustom realm=Bitbucket.org HTTP' },
        body: invalidToken,
      },
      '"Create API token with scopes"',
    ],
    [
      'an app password',
      appPassword,
      { status: 401, body: invalidToken },
      'Bitbucket Cloud has removed app passwords (July 2026): use an API token.',
    ],
    [
      'an app password that is gone for good',
      appPassword,
      { status: 410, body: invalidToken },
      'Bitbucket Cloud has removed app passwords',
    ],
    [
      'a wrong access token',
      accessToken,
      { status: 401, body: invalidToken },
      'A personal API token belongs in SRC_API_TOKEN.',
    ],
  ])('reports 401 Unauthorized for %s, with what to do', async (_what, variables, reply, hint) => {
    await using server = await startScriptedServer(() => reply);
    await using services = await createTestServices();
    const source = sourceAt(server, services, variables);
    const error = await failureOf(source.verifyCredentials({ workspace }));
    expect(error.code).toBe('credentials');
    expect(error.message).toContain('401 Unauthorized');
    expect(error.message).toContain(server.host);
    expect(error.hint).toContain(hint);
    expect(server.requests).toHaveLength(1);
  });

  it('reports 403 Forbidden with the missing scope from the body', async () => {
    await using server = await startScriptedServer(() => ({ status: 403, body: lackOfScopes }));
    await using services = await createTestServices();
    const error = await failureOf(sourceAt(server, services).verifyCredentials({ workspace }));
    expect(error.code).toBe('permission');
    expect(error.message).toBe(
      `403 Forbidden: ${server.host} refused GET /2.0/user to SRC_USERNAME and SRC_API_TOKEN, for lack of read:user:bitbucket`,
    );
  });

  it('reports 403 Forbidden with the missing scope from the headers, and the app password’s rights', async () => {
    await using server = await startScriptedServer(() => ({
      status: 403,
      headers: { 'x-oauth-scopes': 'repository', 'x-accepted-oauth-scopes': 'account' },
    }));
    await using services = await createTestServices();
    const source = sourceAt(server, services, appPassword);
    const error = await failureOf(source.verifyCredentials({ workspace }));
    expect(error.message).toContain('403 Forbidden');
    expect(error.message).toContain('for lack of account');
    expect(error.hint).toContain(
      'Create a new app password with Account: Read, Repositories: Read and Pull requests: Read',
    );
  });

  it('probes an access token on the workspace, because /2.0/user refuses them all', async () => {
    await using server = await startScriptedServer(() => ({
      headers: { 'x-oauth-scopes': 'repository' },
      body: { values: [], pagelen: 1 },
    }));
    await using services = await createTestServices();
    const source = sourceAt(server, services, accessToken);
    expect(await source.verifyCredentials({ workspace })).toMatchObject({
      username: null,
      scopes: ['repository'],
    });
    expect(server.requests.map(({ url }) => url)).toEqual(['/2.0/repositories/acme?pagelen=1']);
    expect(server.requests[0]?.headers.authorization).toBe('Bearer ATCTT-1');
  });
});

describe('listRepositories', () => {
  it('asks for full pages of the fields that are used, in the order of creation', async () => {
    await using server = await startScriptedServer(() => ({
      body: { values: [row('web')], size: 1, pagelen: 100 },
    }));
    await using services = await createTestServices();
    const pages = await pagesOf(sourceAt(server, services), 'WEB');
    expect(pages).toEqual([
      {
        total: 1,
        leftOut: [],
        workspace: 'acme',
        repositories: [
          {
            id: '{web}',
            slug: 'web',
            name: 'The web',
            description: 'what it is',
            visibility: 'private',
            defaultBranch: 'main',
            sizeBytes: 12_345,
            project: { key: 'WEB', name: 'Web' },
            forkOf: null,
            language: 'typescript',
            archived: false,
            topics: [],
            createdAt: '2019-03-01T10:00:00.123Z',
            updatedAt: '2026-11-01T10:30:00.000Z',
            webUrl: `${server.origin}/acme/web`,
          },
        ],
      },
    ]);
    const { searchParams, pathname } = new URL(server.requests[0]?.url ?? '', server.origin);
    expect(pathname).toBe('/2.0/repositories/acme');
    expect(searchParams.get('pagelen')).toBe('100');
    expect(searchParams.get('sort')).toBe('created_on');
    expect(searchParams.get('q')).toBe('project.key="WEB"');
    expect(searchParams.get('fields')).toMatch(/^next,size,values\.uuid,values\.slug,/);
  });

  it('gives a row that two pages hold once, and keeps the total of the first page', async () => {
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('page=2')
        ? { values: [row('b'), row('c')] }
        : {
            values: [row('a'), row('b'), row('b')],
            size: 3,
            next: `http://${request.headers.host}/2.0/repositories/acme?page=2`,
          },
    }));
    await using services = await createTestServices();
    const pages = await pagesOf(sourceAt(server, services));
    expect(pages.map((page) => page.repositories.map(({ slug }) => slug))).toEqual([
      ['a', 'b'],
      ['c'],
    ]);
    expect(pages.map(({ total }) => total)).toEqual([3, 3]);
  });

  it('leaves out rows that cannot be understood or addressed, and says so', async () => {
    const broken = [null, 7, {}, row('..'), row('a/../b'), row('-x y'), row('x', { uuid: 1 })];
    await using server = await startScriptedServer(() => ({
      body: { values: [...broken, row('good')] },
    }));
    await using services = await createTestServices();
    const pages = await pagesOf(sourceAt(server, services));
    expect(pages[0]?.repositories.map(({ slug }) => slug)).toEqual(['good']);
    expect(pages[0]?.leftOut).toEqual([
      'number 1 of the list',
      'number 2 of the list',
      'number 3 of the list',
      '..',
      'a/../b',
      '-x y',
      'x',
    ]);
    const warnings = services.logged.filter((line) => line.includes('was left out'));
    expect(warnings).toHaveLength(7);
    expect(warnings[6]).toContain('cannot be understood: x"');
  });

  it('counts the position of a nameless row over all pages, and takes what it has of a name', async () => {
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('page=2')
        ? { values: [{ full_name: 'acme/b\u0007b' }, { slug: '', name: 'Só' }, { slug: 7 }] }
        : {
            values: [row('a'), {}],
            next: `http://${request.headers.host}/2.0/repositories/acme?page=2`,
          },
    }));
    await using services = await createTestServices();
    const pages = await pagesOf(sourceAt(server, services));
    expect(pages.map(({ leftOut }) => leftOut)).toEqual([
      ['number 2 of the list'],
      ['acme/b b', 'Só', 'number 5 of the list'],
    ]);
  });

  it('takes the full name for the identity of a row without a UUID', async () => {
    const values = [
      row('a', { uuid: undefined, full_name: 'acme/a' }),
      row('b', { uuid: null, full_name: 'acme/b' }),
    ];
    await using server = await startScriptedServer(() => ({ body: { values } }));
    await using services = await createTestServices();
    const [page] = await pagesOf(sourceAt(server, services));
    expect(page?.repositories.map(({ id }) => id)).toEqual(['acme/a', 'acme/b']);
    expect(page?.leftOut).toEqual([]);
  });

  it('understands an empty repository and one with little to tell', async () => {
    const bare = {
      uuid: '{e}',
      slug: 'empty',
      mainbranch: null,
      language: '',
      is_private: false,
      parent: { full_name: 'other/original' },
    };
    await using server = await startScriptedServer(() => ({ body: { values: [bare] } }));
    await using services = await createTestServices();
    const pages = await pagesOf(sourceAt(server, services));
    expect(pages[0]?.repositories[0]).toMatchObject({
      name: 'empty',
      visibility: 'public',
      defaultBranch: null,
      sizeBytes: null,
      language: null,
      forkOf: 'other/original',
      createdAt: null,
    });
  });

  it('asks again without fields where they are refused', async () => {
    await using server = await startScriptedServer((request) =>
      request.url.includes('fields=')
        ? { status: 400, body: { type: 'error', error: { message: 'Invalid fields' } } }
        : { body: { values: [row('a')] } },
    );
    await using services = await createTestServices();
    expect(await pagesOf(sourceAt(server, services))).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it('lists a thousand repositories in ten requests', async () => {
    await using server = await startScriptedServer((request) => {
      const page = Number(new URL(request.url, 'http://list').searchParams.get('page') ?? 1);
      const values = Array.from({ length: 100 }, (_, index) => row(`r${page}-${index}`));
      const next = `http://${request.headers.host}/2.0/repositories/acme?page=${page + 1}`;
      return { body: { values, ...(page < 10 ? { next } : {}) } };
    });
    await using services = await createTestServices();
    const pages = await pagesOf(sourceAt(server, services));
    expect(pages.flatMap(({ repositories }) => repositories)).toHaveLength(1000);
    expect(server.requests).toHaveLength(10);
  });

  it('lists all of a recorded list, whose links name Bitbucket itself', async () => {
    const next = 'https://api.bitbucket.org/2.0/repositories/acme?page=2';
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('page=2') ? { values: [row('b')] } : { values: [row('a')], next },
    }));
    await using services = await createTestServices();
    expect(await pagesOf(sourceAt(server, services))).toHaveLength(2);
    expect(server.requests[1]?.url).toBe('/2.0/repositories/acme?page=2');
  });

  it.each([404, 410])('says that there is no such workspace for a %i', async (status) => {
    await using server = await startScriptedServer(() => ({ status, body: { type: 'error' } }));
    await using services = await createTestServices();
    const error = await failureOf(pagesOf(sourceAt(server, services)));
    expect(error.code).toBe('not-found');
    expect(error.message).toContain(`The workspace acme does not exist on ${server.host}`);
  });

  it('names the missing scope when listing is refused', async () => {
    const body = structuredClone(lackOfScopes);
    body.error.detail = { required: ['read:repository:bitbucket'], granted: [] };
    await using server = await startScriptedServer(() => ({ status: 403, body }));
    await using services = await createTestServices();
    const error = await failureOf(pagesOf(sourceAt(server, services)));
    expect(error.message).toContain('403 Forbidden');
    expect(error.message).toContain('for lack of read:repository:bitbucket');
  });

  it('waits out a rate limit that comes as a bare text, announcing it', async () => {
    await using server = await startScriptedServer(
      inTurn(
        {
          status: 429,
          headers: { 'content-type': 'text/plain' },
          body: 'Rate limit for this resource has been exceeded',
        },
        { body: { values: [row('a')] } },
      ),
    );
    await using services = await createTestServices();
    expect(await pagesOf(sourceAt(server, services))).toHaveLength(1);
    expect(services.waits).toHaveLength(1);
    expect(services.waits[0]).toMatchObject({
      host: server.host,
      reason: 'the rate limit is exceeded',
    });
  });

  it('refuses a project key that would change the query', async () => {
    await using server = await startScriptedServer(() => ({ body: { values: [] } }));
    await using services = await createTestServices();
    const outcome = pagesOf(sourceAt(server, services), 'X" OR name~"');
    expect((await failureOf(outcome)).code).toBe('input-file');
    expect(server.requests).toHaveLength(0);
  });
});

describe('findRepository', () => {
  it('gives one repository, or null where there is none', async () => {
    await using server = await startScriptedServer((request) =>
      request.url.startsWith('/2.0/repositories/acme/web?')
        ? { body: row('web') }
        : {
            status: 404,
            body: { type: 'error', error: { message: 'Repository acme/gone not found' } },
          },
    );
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    expect(await source.findRepository({ workspace, slug: 'web' })).toMatchObject({ slug: 'web' });
    expect(await source.findRepository({ workspace, slug: 'gone' })).toBeNull();
  });

  it.each([
    ['/2.0/repositories/acme/web-new', ', and is now web-new'],
    ['https://api.bitbucket.org/2.0/repositories/acme/web-new/?fields=a/b', ', and is now web-new'],
    ['/2.0/repositories/acme/%7B1f2e%7D', ', and is now {1f2e}'],
    ['/2.0/repositories/acme/%zz', ', and is now %zz'],
    ['/', ''],
  ])('says that a repository was renamed when it is redirected to %s', async (location, now) => {
    await using server = await startScriptedServer(() => ({ status: 301, headers: { location } }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    const error = await failureOf(source.findRepository({ workspace, slug: 'web' }));
    expect(error.code).toBe('not-found');
    expect(error.message).toBe(`acme/web was renamed on ${server.host}${now}`);
    expect(error.hint).toContain('source in the plan');
    expect(server.requests).toHaveLength(1);
  });

  it('does not blame the scopes alone when one repository is refused', async () => {
    const body = { type: 'error', error: { message: 'Access denied' } };
    await using server = await startScriptedServer(
      inTurn({ status: 403, body }, { status: 403, body: lackOfScopes }),
    );
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    const denied = await failureOf(source.findRepository({ workspace, slug: 'web' }));
    expect(denied).toMatchObject({ code: 'permission', detail: 'Access denied' });
    expect(denied.message).toContain('403 Forbidden');
    expect(denied.hint).toMatch(/^The account may have no access to this repository/);
    const lacking = await failureOf(source.findRepository({ workspace, slug: 'web' }));
    expect(lacking.hint).toMatch(/^Scopes do not include one another/);
  });

  it.each(['..', '.', 'a/b', '', 'x?y'])('never asks for %j', async (slug) => {
    await using server = await startScriptedServer(() => ({ body: row('x') }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    expect((await failureOf(source.findRepository({ workspace, slug }))).code).toBe('input-file');
    expect(() => source.gitAccess({ workspace, slug })).toThrow();
    expect(server.requests).toHaveLength(0);
  });
});

describe('a workspace named by its UUID', () => {
  const uuid = '{4b85b785-7C3d-4e6f-9a1b-1234567890ab}';
  const encoded = '%7B4b85b785-7C3d-4e6f-9a1b-1234567890ab%7D';

  it('is asked for by it, and its clone addresses hold the slug that the answer tells', async () => {
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('/web?')
        ? row('web', { full_name: 'acme/web' })
        : { values: [row('api', { full_name: 'acme/api' })] },
    }));
    await using services = await createTestServices();
    const single = sourceAt(server, services);
    expect(() => single.gitAccess({ workspace: uuid, slug: 'web' })).toThrow('is not the name');
    const found = await single.findRepository({ workspace: uuid, slug: 'web' });
    expect(found?.webUrl).toBe(`${server.origin}/acme/web`);
    const { url } = single.gitAccess({ workspace: uuid, slug: 'web' });
    expect(url).toBe(`${server.origin}/acme/web.git`);
    const listing = sourceAt(server, services, accessToken);
    await listing.verifyCredentials({ workspace: uuid });
    for await (const page of listing.listRepositories({ workspace: uuid })) {
      expect(page).toMatchObject({ workspace: 'acme', repositories: [{ slug: 'api' }] });
    }
    expect(listing.gitAccess({ workspace: uuid, slug: 'api' }).url).toContain('/acme/api.git');
    for (const request of server.requests) {
      expect(request.url).toMatch(new RegExp(`^/2\\.0/repositories/${encoded}[/?]`));
    }
    expect(server.requests).toHaveLength(3);
  });

  it('keeps the slug that it was told when an empty page comes last', async () => {
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('page=2')
        ? { values: [] }
        : {
            values: [row('api', { full_name: 'acme/api' })],
            next: `http://${request.headers.host}/2.0/repositories/${encoded}?page=2`,
          },
    }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    for await (const page of source.listRepositories({ workspace: uuid })) {
      expect(page.leftOut).toEqual([]);
    }
    expect(source.gitAccess({ workspace: uuid, slug: 'api' }).url).toContain('/acme/api.git');
  });

  it.each(['../x', '..', 'a b/x', '/x'])('takes no slug from %j', async (full_name) => {
    await using server = await startScriptedServer(() => ({ body: row('web', { full_name }) }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    await source.findRepository({ workspace: uuid, slug: 'web' });
    expect(() => source.gitAccess({ workspace: uuid, slug: 'web' })).toThrow('is not the name');
  });

  it.each(['{x/../y}', '{}', '{a}b', '{ }'])('is not %j', async (workspace) => {
    await using server = await startScriptedServer(() => ({ body: { values: [] } }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    const error = await failureOf(source.findRepository({ workspace, slug: 'web' }));
    expect(error.code).toBe('input-file');
    expect(server.requests).toHaveLength(0);
  });
});

describe('gitAccess', () => {
  it('builds the address itself and names the user that git needs', async () => {
    await using server = await startScriptedServer(() => ({ body: {} }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    expect(source.gitAccess({ workspace, slug: 'web' })).toEqual({
      url: `${server.origin}/acme/web.git`,
      credential: { username: 'x-bitbucket-api-token-auth', password: 'ATATT-1' },
    });
    expect(server.requests).toHaveLength(0);
  });
});
