import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../network/support/failure.ts';
import { inTurn } from '../../../network/support/scripted-server.ts';
import { collect, commentRow, openPullRequests, pull, sent } from '../pull-request-support.ts';

const request = { ...pull, body: 'Text' };

describe('createComment', () => {
  it('writes into the conversation', async () => {
    await using at = await openPullRequests(() => ({ status: 201, body: commentRow(5) }));
    expect(await at.pullRequests.createComment(request)).toEqual({
      kind: 'written',
      id: '5',
      webUrl: 'https://github.com/octo-org/app/pull/7#issuecomment-5',
    });
    expect(at.server.requests.map(sent)).toEqual([
      ['POST', '/repos/octo-org/app/issues/7/comments', { body: 'Text' }],
    ]);
  });

  it('keeps every digit of a large number', async () => {
    await using at = await openPullRequests(() => ({
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: '{"id": "90071992547409931", "html_url": "x"}',
    }));
    expect(await at.pullRequests.createComment(request)).toMatchObject({ id: '90071992547409931' });
  });

  it('is refused where the text is too long', async () => {
    const errors = [
      {
        resource: 'IssueComment',
        field: 'data',
        code: 'unprocessable',
        message: 'Body is too long (maximum is 65536 characters)',
      },
    ];
    await using at = await openPullRequests(() => ({
      status: 422,
      body: { message: 'Validation Failed', errors },
    }));
    expect(await at.pullRequests.createComment(request)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Body is too long'),
    });
  });

  it('waits where too much was created', async () => {
    const message =
      'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.';
    await using at = await openPullRequests(
      inTurn({ status: 403, body: { message } }, { status: 201, body: commentRow(5) }),
    );
    expect(await at.pullRequests.createComment(request)).toMatchObject({ kind: 'written' });
  });

  it('says so where the pull request is gone', async () => {
    await using at = await openPullRequests(() => ({
      status: 410,
      body: { message: 'This issue was deleted' },
    }));
    expect((await failureOf(at.pullRequests.createComment(request))).code).toBe('not-found');
  });
});

describe('listComments', () => {
  it('gives the conversation, page by page', async () => {
    const full = Array.from({ length: 100 }, (_, index) => commentRow(index + 1));
    await using at = await openPullRequests(inTurn({ body: full }, { body: [commentRow(101)] }));
    const rows = await collect(at.pullRequests.listComments(pull));
    expect(rows.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 101 }, (_, index) => index + 1),
    );
    expect(at.server.requests.map(({ url }) => url)).toEqual([
      '/repos/octo-org/app/issues/7/comments?per_page=100&page=1',
      '/repos/octo-org/app/issues/7/comments?per_page=100&page=2',
    ]);
  });
});
