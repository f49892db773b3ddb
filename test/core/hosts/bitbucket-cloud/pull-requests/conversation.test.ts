import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { type Reply, startScriptedServer } from '../../../network/support/scripted-server.ts';
import { listPath, repository, user } from '../pull-request-rows.ts';
import { lackOfScopes, sourceAt } from '../source.ts';
import { at, comment, read, understood } from './conversation-rows.ts';

describe('a conversation', () => {
  it('costs three requests, and two where there are no comments', async () => {
    const three = await read({});
    expect(three.urls.map((url) => url.split('?')[0])).toEqual([
      `${listPath}/7/comments`,
      `${listPath}/7/tasks`,
      `${listPath}/7/activity`,
    ]);
    const query = (index: number) => new URL(three.urls[index] ?? '', three.origin).searchParams;
    expect([0, 1, 2].map((index) => query(index).get('pagelen'))).toEqual(['100', '100', '50']);
    const two = await read({}, 0);
    expect(two.urls).toHaveLength(2);
    expect(two.conversation?.comments).toEqual([]);
  });

  it('is complete or it throws', async () => {
    const broken = await read({ comments: { status: 403, body: lackOfScopes } });
    expect(broken.error?.code).toBe('permission');
    const gone = await read({ comments: { status: 404, body: { error: { message: 'Gone' } } } });
    expect(gone.error).toMatchObject({ code: 'not-found', detail: 'Gone' });
    expect(gone.error?.message).toContain('has no comments for pull request 7 in acme/web');
    const message = 'Repository acme/web not found';
    const late = await read({ activity: { status: 404, body: { error: { message } } } });
    expect(late.error?.code).toBe('not-found');
    const noPage = await read({ tasks: { body: { values: 'none' } } });
    expect(noPage.error?.code).toBe('bad-answer');
  });

  it('does without tasks and activity where the host has no such lists, and says so', async () => {
    const nothing: Reply = { status: 404, body: { error: { message: 'Resource not found' } } };
    const { conversation, logged } = await read({ tasks: nothing, activity: nothing });
    expect(conversation).toMatchObject({ tasks: [], activity: [] });
    expect(logged.filter((line) => line.includes('"warn"'))).toHaveLength(2);
  });
});

describe('a comment', () => {
  it('keeps its place, its thread and its author', async () => {
    const inline = {
      path: 'src/a.ts',
      from: 3,
      to: 9,
      start_from: null,
      start_to: 7,
      outdated: true,
      context_lines: '@@ -1 +1 @@\n+x',
      src_rev: 'AB12ab12ab12',
      dest_rev: null,
    };
    const resolution = { type: 'comment_resolution', user: user('amara'), created_on: at };
    const { conversation, origin } = await read({
      comments: [
        comment(1, { inline, resolution }),
        comment(2, { parent: { id: 1, links: {} }, user: null }),
      ],
    });
    expect(conversation?.comments).toMatchObject([
      {
        id: '1',
        parentId: null,
        author: { displayName: 'jane' },
        text: { raw: 'a remark', markup: 'markdown' },
        createdAt: '2024-03-01T10:00:00.000Z',
        isDeleted: false,
        resolution: { by: { displayName: 'amara' }, at: '2024-03-01T10:00:00.000Z' },
        inline: {
          path: 'src/a.ts',
          oldPath: null,
          from: 3,
          to: 9,
          startFrom: null,
          startTo: 7,
          isOutdated: true,
          context: '@@ -1 +1 @@\n+x',
          sourceCommit: 'ab12ab12ab12',
          destinationCommit: null,
        },
        webUrl: `${origin}/acme/web/pull-requests/7/_/diff#comment-1`,
      },
      { id: '2', parentId: '1', author: null, inline: null, resolution: null },
    ]);
  });

  it('are told to be fewer than the host counts', async () => {
    const { logged, conversation } = await read({
      comments: { body: { values: [comment(1)], size: 3 } },
    });
    expect(conversation?.comments).toHaveLength(1);
    expect(logged.join('\n')).toContain(
      'reports 3 comments for pull request 7 in acme/web but lists 1',
    );
  });

  it('may have numbers that are written as text', async () => {
    const { comments } = await understood({
      comments: [comment('1', { inline: { path: 'a', from: null, to: '9', start_to: '7' } })],
    });
    expect(comments[0]).toMatchObject({ id: '1', inline: { from: null, to: 9, startTo: 7 } });
  });

  it('may be about a whole file, or a place that says nothing', async () => {
    const { comments } = await understood({
      comments: [
        comment(1, { inline: { path: 'a', from: null, to: null } }),
        comment(2, { inline: { path: 'a', from: 0, to: -1, start_to: 'x' } }),
        comment(3, { inline: null }),
        comment(4, { inline: {} }),
      ],
    });
    expect(comments.map(({ inline }) => inline?.path ?? null)).toEqual(['a', 'a', null, null]);
    expect(comments[1]?.inline).toMatchObject({ from: null, to: null, startTo: null });
  });

  it('stays where it was deleted, and is left out and counted where it was never published', async () => {
    const conversation = await understood({
      comments: [
        comment(1, { deleted: true, content: { raw: '', markup: 'markdown', html: '' } }),
        comment(2, { pending: true }),
        comment(3, { parent: { id: 1 } }),
      ],
      tasks: [{ id: 4, content: { raw: 'later' }, created_on: at, pending: true }],
    });
    expect(conversation.comments).toMatchObject([
      { id: '1', isDeleted: true, text: { raw: '' } },
      { id: '3', isDeleted: false },
    ]);
    expect(conversation.unpublished).toBe(2);
    expect(conversation.tasks).toEqual([]);
  });

  it('is given once where two pages hold it, and oldest first whatever the order of the pages', async () => {
    await using server = await startScriptedServer(({ url, headers }) => {
      if (!url.includes('/comments')) return { body: { values: [] } };
      return url.includes('page=2')
        ? { body: { values: [comment(1), comment(3, { created_on: '2023-01-01T00:00:00Z' })] } }
        : {
            body: {
              values: [comment(2), comment(1)],
              next: `http://${headers.host}${listPath}/7/comments?page=2`,
            },
          };
    });
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    const request = { ...repository, number: 7, commentCount: 3 };
    const { comments } = await source.pullRequests.conversation(request);
    expect(comments.map(({ id }) => id)).toEqual(['3', '2', '1']);
  });

  it.each([
    [{ content: 'bare' }, { raw: 'bare', markup: 'markdown' }],
    [{ content: { raw: '= x =', markup: 'creole' } }, { raw: '= x =', markup: 'creole' }],
    [{ content: { raw: 'x', markup: 'textile' } }, { raw: 'x', markup: 'plaintext' }],
    [{ content: { html: '<p>x</p>' } }, { raw: '<p>x</p>', markup: 'plaintext' }],
    [
      { content: null, rendered: { raw: 'x' } },
      { raw: 'x', markup: 'markdown' },
    ],
    [{ content: undefined }, { raw: '', markup: 'markdown' }],
  ])('has its text in one form or another: %j', async (more, expected) => {
    const { comments } = await understood({ comments: [comment(1, more)] });
    expect(comments[0]?.text).toEqual(expected);
  });

  it.each([
    [{ content: { raw: 'no number' } }, 'item 2 of the comment list of pull request 7 in acme/web'],
    [comment({ odd: 1 }), 'item 2 of the comment list'],
    [comment(8, { created_on: null, updated_on: null }), 'comment 8 of pull request 7 in acme/web'],
    [comment(8, { user: 'jane' }), 'comment 8 of pull request 7 in acme/web'],
    [comment(8, { parent: {} }), 'comment 8 of pull request 7'],
    ['text', 'item 2 of the comment list'],
  ])('is never left out because it is not understood (%#)', async (row, name) => {
    const { error } = await read({ comments: [comment(1), row] });
    expect(error?.code).toBe('bad-answer');
    expect(error?.message).toContain(name);
  });
});
