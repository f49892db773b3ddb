import { describe, expect, it } from 'vitest';
import { openPlace, page, pagesOf, paths, refusal, repositoryRow } from './support.ts';

const details = {
  '/rest/api/1.0/projects/PAY/repos/web/default-branch': {
    body: { id: 'refs/heads/release/1', displayId: 'release/1', type: 'BRANCH' },
  },
  '/projects/PAY/repos/web/sizes': { body: { repository: 4711, attachments: 5 } },
};

describe('default branches and sizes of repositories', () => {
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

  it('do without sizes where the host does not report them, and ask no more', async () => {
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
    'are listed whole where one of them is out of order and answers %d, which is reported',
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
    expect(place.services.logged.join('\n')).toContain(
      '; skipping it for the remaining repositories',
    );
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
});
