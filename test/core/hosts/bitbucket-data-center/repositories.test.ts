import { describe, expect, it } from 'vitest';
import { failureOf } from '../../network/support/failure.ts';
import { openPlace, page, pagesOf, paths, refusal, repositoryRow } from './support.ts';

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

  it('never count as all of them where the list goes round', async () => {
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

  it('are named with the key as the host writes it', async () => {
    await using place = await openPlace({
      '/rest/api/1.0/projects/pay/repos': page([repositoryRow('web')]),
    });
    const { pages } = await pagesOf(place.source, 'pay');
    expect(pages[0]?.workspace).toBe('PAY');
    expect(pages[0]?.repositories[0]?.webUrl).toContain('/projects/PAY/');
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
    expect(pages[0]?.unparsed).toEqual(['../x']);
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

  it('report that a project is not there, or may not be seen', async () => {
    await using place = await openPlace({
      '/rest/api/1.0/projects/BOARD/repos': refusal(401, 'no', 'AuthorisationException'),
    });
    expect((await failureOf(pagesOf(place.source))).code).toBe('not-found');
    expect((await failureOf(pagesOf(place.source, 'BOARD'))).code).toBe('permission');
  });
});

describe('one repository', () => {
  it('is recognised as another where the host answers to its old name', async () => {
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
