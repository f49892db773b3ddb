import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import { inTurn, startScriptedServer } from '../../network/support/scripted-server.ts';
import { lackOfScopes, pagesOf, row, sourceAt } from './source.ts';

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
        unparsed: [],
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

  it('says that some are missing where the list ends short of its own size', async () => {
    await using server = await startScriptedServer(() => ({
      body: { values: [row('a'), row('b'), {}], size: 5 },
    }));
    await using services = await createTestServices();
    const pages = await pagesOf(sourceAt(server, services));
    expect(pages.at(-1)).toMatchObject({
      repositories: [],
      unparsed: [`2 that ${server.host} reports but does not list`],
    });
    expect(services.logged.join('\n')).toContain('reports 5 repositories in acme but lists 2');
  });

  it('leaves out rows that cannot be understood or addressed, and says so', async () => {
    const broken = [null, 7, {}, row('..'), row('a/../b'), row('-x y'), row('x', { uuid: 1 })];
    await using server = await startScriptedServer(() => ({
      body: { values: [...broken, row('good')] },
    }));
    await using services = await createTestServices();
    const pages = await pagesOf(sourceAt(server, services));
    expect(pages[0]?.repositories.map(({ slug }) => slug)).toEqual(['good']);
    expect(pages[0]?.unparsed).toEqual([
      'item 1 of the list',
      'item 2 of the list',
      'item 3 of the list',
      '..',
      'a/../b',
      '-x y',
      'x',
    ]);
    const warnings = services.logged.filter((line) =>
      line.includes('Skipped a repository in acme'),
    );
    expect(warnings).toHaveLength(7);
    expect(warnings[6]).toContain('with unexpected data: x"');
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
    expect(pages.map(({ unparsed }) => unparsed)).toEqual([
      ['item 2 of the list'],
      ['acme/b b', 'Só', 'item 5 of the list'],
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
    expect(page?.unparsed).toEqual([]);
  });

  it.each([
    ['2017-09-05T12:00:00', '2017-09-05T12:00:00.000Z'],
    ['2017-09-05T12:00:00+0000', '2017-09-05T12:00:00.000Z'],
    [1_504_612_800_000, '2017-09-05T12:00:00.000Z'],
    ['yesterday', null],
  ])('understands dates and sizes in other forms: %s', async (date, expected) => {
    const values = [row('a', { created_on: date, updated_on: date, size: '4711' })];
    await using server = await startScriptedServer(() => ({ body: { values } }));
    await using services = await createTestServices();
    const [page] = await pagesOf(sourceAt(server, services));
    expect(page?.repositories).toMatchObject([
      { createdAt: expected, updatedAt: expected, sizeBytes: 4711 },
    ]);
  });

  it('understands an empty repository and one with few fields', async () => {
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
    expect(server.requests[1]?.url).toMatch(/^\/2\.0\/repositories\/acme\?page=2&fields=/);
  });

  it.each([404, 410])('says that there is no such workspace for a %i', async (status) => {
    await using server = await startScriptedServer(() => ({ status, body: { type: 'error' } }));
    await using services = await createTestServices();
    const error = await failureOf(pagesOf(sourceAt(server, services)));
    expect(error.code).toBe('not-found');
    expect(error.message).toContain(`Workspace acme not found on ${server.host}`);
  });

  it('names the missing scope when listing is refused', async () => {
    const body = structuredClone(lackOfScopes);
    body.error.detail = { required: ['read:repository:bitbucket'], granted: [] };
    await using server = await startScriptedServer(() => ({ status: 403, body }));
    await using services = await createTestServices();
    const error = await failureOf(pagesOf(sourceAt(server, services)));
    expect(error.message).toContain('403 Forbidden');
    expect(error.message).toContain('; missing scope: read:repository:bitbucket');
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
      reason: '429 Too Many Requests: the rate limit is exceeded',
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
