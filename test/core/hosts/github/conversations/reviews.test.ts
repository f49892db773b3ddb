import { describe, expect, it } from 'vitest';
import type { LineLocation } from '../../../../../src/core/ports/pull-request-target.ts';
import { failureOf } from '../../../network/support/failure.ts';
import { reset } from '../../../network/support/scripted-server.ts';
import {
  collect,
  openPullRequests,
  pull,
  reviewCommentRow,
  reviewRow,
  sent,
} from '../pull-request-support.ts';

const commit = 'a'.repeat(40);
const line: LineLocation = {
  path: 'src/door.ts',
  line: 12,
  side: 'RIGHT',
  startLine: null,
  startSide: null,
};
const review = { ...pull, commit, body: 'Review', comments: [] };
describe('createReview', () => {
  it('comments on lines in one request and never approves', async () => {
    await using at = await openPullRequests(() => ({ body: reviewRow }));
    const result = await at.pullRequests.createReview({
      ...review,
      comments: [
        { ...line, body: 'one line' },
        { ...line, startLine: 9, startSide: 'LEFT', body: 'several' },
        { ...line, startLine: 12, startSide: 'RIGHT', body: 'from and to the same line' },
        { ...line, side: 'LEFT', startLine: 9, body: 'no side of the start' },
      ],
    });
    expect(result).toEqual({ kind: 'written', id: '80', webUrl: reviewRow.html_url });
    const path = 'src/door.ts';
    expect(at.server.requests.map(sent)).toEqual([
      [
        'POST',
        '/repos/octo-org/app/pulls/7/reviews',
        {
          commit_id: commit,
          body: 'Review',
          event: 'COMMENT',
          comments: [
            { path, line: 12, side: 'RIGHT', body: 'one line' },
            { path, line: 12, side: 'RIGHT', start_line: 9, start_side: 'LEFT', body: 'several' },
            { path, line: 12, side: 'RIGHT', body: 'from and to the same line' },
            {
              path,
              line: 12,
              side: 'LEFT',
              start_line: 9,
              start_side: 'LEFT',
              body: 'no side of the start',
            },
          ],
        },
      ],
    ]);
  });

  it('needs no comments', async () => {
    await using at = await openPullRequests(() => ({ body: reviewRow }));
    await at.pullRequests.createReview(review);
    expect(sent(at.server.requests[0])).toEqual([
      'POST',
      '/repos/octo-org/app/pulls/7/reviews',
      { commit_id: commit, body: 'Review', event: 'COMMENT' },
    ]);
  });

  it.each([
    {
      message: 'Unprocessable Entity',
      errors: [
        "Pull request review thread line must be part of the diff, Pull request review thread start line must precede the end line., and Pull request review thread diff hunk can't be blank",
      ],
    },
    { message: 'Unprocessable Entity: line must be part of the diff' },
  ])('gives the host’s words where it takes none of them: %j', async (body) => {
    await using at = await openPullRequests(() => ({ status: 422, body }));
    expect(await at.pullRequests.createReview(review)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('line must be part of the diff'),
    });
  });

  it('takes away the same review that a failure has left pending, and writes it again', async () => {
    const refused = { message: 'Review comments is invalid and Review threads is invalid' };
    let left = [
      { ...reviewRow, id: 78, body: 'Somebody else is at it', state: 'PENDING' },
      { ...reviewRow, id: 79, state: 'PENDING' },
    ];
    await using at = await openPullRequests(({ method, url }) => {
      if (method === 'GET') return { body: left };
      if (method === 'DELETE') {
        left = left.filter(({ id }) => !url.endsWith(`/${id}`));
        return { body: reviewRow };
      }
      return left.length > 1 ? { status: 422, body: refused } : { body: reviewRow };
    });
    expect(await at.pullRequests.createReview(review)).toMatchObject({ kind: 'written', id: '80' });
    expect(left.map(({ id }) => id)).toEqual([78]);
    expect(await collect(at.pullRequests.listReviews(pull))).toEqual([]);
  });

  it('says that it was refused where the host gives no reason', async () => {
    await using at = await openPullRequests(() => ({ status: 422 }));
    expect(await at.pullRequests.createReview(review)).toEqual({
      kind: 'refused',
      message: '422 (no reason given)',
    });
  });

  it.each([
    ['the server fails after a part', () => ({ status: 502, body: { message: 'Server Error' } })],
    ['the connection breaks', reset],
    ['the answer names no review', () => ({ body: { id: null } })],
  ])('is sent once when %s', async (_, script) => {
    await using at = await openPullRequests(script);
    expect((await failureOf(at.pullRequests.createReview(review))).code).toBe('ambiguous-write');
    expect(at.server.requests).toHaveLength(1);
  });
});

describe('createReviewComment', () => {
  it('is on a line', async () => {
    await using at = await openPullRequests(() => ({ status: 201, body: reviewCommentRow(90) }));
    const result = await at.pullRequests.createReviewComment({
      ...pull,
      commit,
      body: 'Text',
      place: { ...line, startLine: 9, startSide: 'RIGHT' },
    });
    expect(result).toMatchObject({ kind: 'written', id: '90' });
    expect(at.server.requests.map(sent)).toEqual([
      [
        'POST',
        '/repos/octo-org/app/pulls/7/comments',
        {
          body: 'Text',
          commit_id: commit,
          path: 'src/door.ts',
          line: 12,
          side: 'RIGHT',
          start_line: 9,
          start_side: 'RIGHT',
        },
      ],
    ]);
  });

  it('is on a file without naming a line', async () => {
    await using at = await openPullRequests(() => ({ status: 201, body: reviewCommentRow(90) }));
    const place = { path: 'logo.png' };
    await at.pullRequests.createReviewComment({ ...pull, commit, body: 'Text', place });
    expect(sent(at.server.requests[0])).toEqual([
      'POST',
      '/repos/octo-org/app/pulls/7/comments',
      { body: 'Text', commit_id: commit, path: 'logo.png', subject_type: 'file' },
    ]);
  });

  it('gives the host’s words where the line is not in the diff', async () => {
    const message = 'pull_request_review_thread.line must be part of the diff';
    const errors = [
      {
        resource: 'PullRequestReviewComment',
        code: 'custom',
        field: 'pull_request_review_thread.line',
        message,
      },
      {
        resource: 'PullRequestReviewComment',
        code: 'missing_field',
        field: 'pull_request_review_thread.diff_hunk',
      },
    ];
    await using at = await openPullRequests(() => ({
      status: 422,
      body: { message: 'Validation Failed', errors },
    }));
    const request = { ...pull, commit, body: 'Text', place: line };
    expect(await at.pullRequests.createReviewComment(request)).toEqual({
      kind: 'refused',
      message: `Validation Failed; ${message}; PullRequestReviewComment pull_request_review_thread.diff_hunk missing_field`,
    });
  });
});
