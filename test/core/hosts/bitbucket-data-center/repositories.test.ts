import { describe, expect, it } from 'vitest';
import type { RepositoryPage, SourceHost } from '../../../../src/core/ports/source-host.ts';
import { failureOf } from '../../network/support/failure.ts';
import { openPlace, page, paths, refusal, repositoryRow } from './support.ts';

async function pagesOf(source: SourceHost, workspace = 'PAY', project?: string) {
  const pages: RepositoryPage[] = [];
  const only = project === undefined ? {} : { project };
  for await (const one of source.listRepositories({ workspace, ...only })) pages.push(one);
  return { pages, found: pages.flatMap(({ repositories }) => repositories) };
}

const details = {
  '/rest/api/1.0/projects/PAY/repos/web/default-branch': {
    body: { id: 'refs/heads/release/1', displayId: 'release/1', type: 'BRANCH' },
  },
  '/projects/PAY/repos/web/sizes': { body: { repository: 4711, attachments: 5 } },
};

describe('the repositories of a project', () => {
  it('follow the page that the host names, although fewer rows came than were asked for', async () => {
    await using place = await openPlace({
      [paths.repositories]: (query) =>
        query.get('start') === '0'
          ? page([repositoryRow('a')], { limit: 1, isLastPage: false, nextPageStart: 25 })
          : page([repositoryRow('bb')], { limit: 1, start: 25, nextPageStart: null }),
    });
    const { found } = await pagesOf(place.source);
    expect(found.map(({ slug }) => slug)).toEqual(['a', 'bb']);
    const lists = place.asked().filter((one) => one.startsWith(`${paths.repositories}?`));
    expect(lists.map((one) => new URL(one, 'http://x').searchParams.get('start'))).toEqual([
      '0',
      '25',
    ]);
  });

  it('are never taken for all of them where the list goes round', async () => {
    const round = page([repositoryRow('a')], { isLastPage: false, nextPageStart: 0 });
    await using place = await openPlace({ [paths.repositories]: round });
    expect((await failureOf(pagesOf(place.source))).code).toBe('bad-answer');
  });

  it('end where nothing says that they go on, and what is next is no further', async () => {
    const bare = { isLastPage: undefined, nextPageStart: 0 };
    await using place = await openPlace({
      [paths.repositories]: page([repositoryRow('a')], bare),
    });
    expect((await pagesOf(place.source)).found.map(({ slug }) => slug)).toEqual(['a']);
  });

  it('have their default branch and size from requests of their own', async () => {
    await using place = await openPlace({
      [paths.repositories]: page([
        repositoryRow('web', {
          origin: { slug: 'web', project: { key: 'CORE' } },
          description: null,
        }),
      ]),
      ...details,
    });
    const { found } = await pagesOf(place.source);
    expect(found).toEqual([
      {
        id: expect.any(String),
        slug: 'web',
        name: 'The web',
        description: '',
        visibility: 'private',
        defaultBranch: 'release/1',
        sizeBytes: 4711,
        project: { key: 'PAY', name: 'Payments' },
        forkOf: 'CORE/web',
        language: null,
        archived: false,
        topics: [],
        createdAt: null,
        updatedAt: null,
        webUrl: `${place.baseUrl}/projects/PAY/repos/web`,
      },
    ]);
  });

  it('are named with the key as the host writes it', async () => {
    await using place = await openPlace({
      '/rest/api/1.0/projects/pay/repos': page([repositoryRow('web')]),
    });
    const { pages } = await pagesOf(place.source, 'pay');
    expect(pages[0]?.workspace).toBe('PAY');
    expect(pages[0]?.repositories[0]?.webUrl).toContain('/projects/PAY/');
  });

  it('have no default branch where there is none, by either of the addresses', async () => {
    const none = refusal(404, 'no default branch', 'repository.NoDefaultBranchException');
    await using place = await openPlace({
      [paths.repositories]: page([repositoryRow('web')]),
      '/rest/api/1.0/projects/PAY/repos/web/default-branch': none,
    });
    expect((await pagesOf(place.source)).found[0]?.defaultBranch).toBeNull();
    const unknown = { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>' };
    await using old = await openPlace({
      [paths.repositories]: page([repositoryRow('web'), repositoryRow('other')]),
      '/rest/api/1.0/projects/PAY/repos/web/default-branch': unknown,
      '/rest/api/1.0/projects/PAY/repos/web/branches/default': {
        body: { id: 'refs/heads/master', displayId: 'master' },
      },
      '/rest/api/1.0/projects/PAY/repos/other/default-branch': unknown,
      '/rest/api/1.0/projects/PAY/repos/other/branches/default': { status: 204 },
    });
    const { found } = await pagesOf(old.source);
    expect(found.map(({ defaultBranch }) => defaultBranch)).toEqual(['master', null]);
  });

  it('do without sizes where the host does not tell them, and ask no more', async () => {
    const login = { status: 302, headers: { location: '/login' } };
    const rows = Array.from({ length: 40 }, (_, index) => repositoryRow(`r${'x'.repeat(index)}`));
    await using place = await openPlace({
      [paths.repositories]: (query) => {
        const start = Number(query.get('start'));
        const more = { isLastPage: start > 0, nextPageStart: start > 0 ? null : 20 };
        return page(rows.slice(start, start + 20), more);
      },
      '/projects/PAY/repos/r/sizes': login,
    });
    const { found } = await pagesOf(place.source);
    expect(found.every(({ sizeBytes }) => sizeBytes === null)).toBe(true);
    expect(place.asked().filter((one) => one.endsWith('/sizes')).length).toBeLessThanOrEqual(20);
  });

  it.each([400, 500, 502, 503, 504])(
    'are listed whole where one of them is out of order and answers %d, which is told',
    async (status) => {
      const broken = { status, body: { errors: [{ message: 'out of order' }] } };
      await using place = await openPlace({
        [paths.repositories]: page([repositoryRow('broken'), repositoryRow('web')]),
        '/rest/api/1.0/projects/PAY/repos/broken/default-branch': broken,
        '/projects/PAY/repos/broken/sizes': broken,
        ...details,
      });
      const { found } = await pagesOf(place.source);
      expect(found).toMatchObject([
        { slug: 'broken', defaultBranch: null, sizeBytes: null },
        { slug: 'web', defaultBranch: 'release/1', sizeBytes: 4711 },
      ]);
      const warnings = place.services.logged.filter((line) => line.includes('"warn"'));
      for (const what of ['default branch', 'size']) {
        const told = warnings.filter((line) =>
          line.includes(`Cannot read the ${what} of PAY/broken:`),
        );
        expect(told).toHaveLength(1);
      }
    },
  );

  it('are not all waited for where one after another is out of order', async () => {
    const slugs = Array.from({ length: 40 }, (_, index) => `r${100 + index}`);
    const broken = { status: 503, body: {} };
    await using place = await openPlace({
      [paths.repositories]: page(slugs.map((slug) => repositoryRow(slug))),
      ...Object.fromEntries(
        slugs.map((slug) => [`/rest/api/1.0/projects/PAY/repos/${slug}/default-branch`, broken]),
      ),
    });
    const { found } = await pagesOf(place.source);
    expect(found).toHaveLength(40);
    const asked = place.asked().filter((one) => one.endsWith('/default-branch'));
    expect(new Set(asked).size).toBeLessThan(15);
    expect(place.services.logged.join('\n')).toContain('; skipping it for further repositories');
  });

  it('try one page that stands in place of sizes, and not one for every repository', async () => {
    const slugs = Array.from({ length: 30 }, (_, index) => `r${100 + index}`);
    const signIn = { headers: { 'content-type': 'text/html' }, body: '<html></html>' };
    await using place = await openPlace({
      [paths.repositories]: page(slugs.map((slug) => repositoryRow(slug))),
      ...Object.fromEntries(slugs.map((slug) => [`/projects/PAY/repos/${slug}/sizes`, signIn])),
    });
    await pagesOf(place.source);
    const asked = place.asked().filter((one) => one.endsWith('/sizes'));
    expect(new Set(asked)).toEqual(new Set(['/projects/PAY/repos/r100/sizes']));
  });

  it('are joined by those that are archived, once each', async () => {
    const archived = repositoryRow('old', { archived: true });
    await using place = await openPlace({
      [paths.repositories]: page([repositoryRow('web')]),
      [paths.archived]: page([
        archived,
        // What an older host answers, which does not know the parameter.
        repositoryRow('web'),
        repositoryRow('alien', { project: { key: 'OTHER' }, archived: true }),
      ]),
    });
    const { found } = await pagesOf(place.source);
    expect(found.map(({ slug, archived: is }) => `${slug} ${is}`)).toEqual([
      'web false',
      'old true',
    ]);
  });

  it('leave a row out that cannot be understood, and name it', async () => {
    await using place = await openPlace({
      [paths.repositories]: page([
        { slug: '../x', id: 1, project: { key: 'PAY' } },
        { slug: 'ok', id: 2, project: { key: 'PAY' } },
      ]),
    });
    const { pages, found } = await pagesOf(place.source);
    expect(pages[0]?.leftOut).toEqual(['../x']);
    expect(found.map(({ slug, name }) => `${slug} ${name}`)).toEqual(['ok ok']);
  });

  it('are public where the project is', async () => {
    const project = { key: 'PAY', name: 'Payments', public: true };
    await using place = await openPlace({
      [paths.repositories]: page([repositoryRow('web', { project })]),
    });
    expect((await pagesOf(place.source)).found[0]?.visibility).toBe('public');
  });

  it('belong to a person where the key says so', async () => {
    const project = { key: '~JANE', name: 'Jane', type: 'PERSONAL' };
    await using place = await openPlace({
      '/rest/api/1.0/projects/~jane/repos': page([repositoryRow('notes', { project })]),
    });
    const { found } = await pagesOf(place.source, '~jane');
    expect(found[0]?.webUrl).toBe(`${place.baseUrl}/users/JANE/repos/notes`);
  });

  it('say what --workspace takes where the projects of a workspace are asked for', async () => {
    await using place = await openPlace({});
    const error = await failureOf(pagesOf(place.source, 'PAY', 'CORE'));
    expect(error).toMatchObject({ code: 'usage' });
    expect(error.hint).toContain('--workspace CORE');
  });

  it('tell that a project is not there, or may not be seen', async () => {
    await using place = await openPlace({
      '/rest/api/1.0/projects/BOARD/repos': refusal(401, 'no', 'AuthorisationException'),
    });
    expect((await failureOf(pagesOf(place.source))).code).toBe('not-found');
    expect((await failureOf(pagesOf(place.source, 'BOARD'))).code).toBe('permission');
  });
});

describe('one repository', () => {
  it('is told to be another where the host answers to its old name', async () => {
    await using place = await openPlace({ [paths.web]: { body: repositoryRow('web-2') } });
    const error = await failureOf(place.source.findRepository({ workspace: 'PAY', slug: 'web' }));
    expect(error.code).toBe('not-found');
    expect(error.message).toContain('PAY/web-2');
  });
});

describe('the projects to choose from', () => {
  it('are all that may be seen, with the own one', async () => {
    await using place = await openPlace({
      '/rest/api/1.0/projects': page([
        { key: 'PAY', id: 1 },
        { key: 'OPS', id: 2 },
      ]),
    });
    expect(await place.source.listWorkspaces({})).toEqual(['PAY', 'OPS']);
  });
});
