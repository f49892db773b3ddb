import { describe, expect, it } from 'vitest';
import {
  collect,
  openPullRequests,
  pull,
  reviewCommentRow,
  reviewRow,
} from '../pull-request-support.ts';

describe('lists of reviews and their comments', () => {
  it('gives the reviews', async () => {
    const submitted_at = '2026-11-20T12:30:00Z';
    await using at = await openPullRequests(() => ({
      body: [
        { ...reviewRow, submitted_at },
        { id: 81, body: null, html_url: 'x' },
      ],
    }));
    expect(await collect(at.pullRequests.listReviews(pull))).toMatchObject([
      {
        id: '80',
        body: 'Review',
        webUrl: reviewRow.html_url,
        createdAt: submitted_at,
        rootId: null,
        place: null,
      },
      { id: '81', body: '', webUrl: '', createdAt: null, rootId: null, place: null },
    ]);
    expect(at.server.requests.map(({ url }) => url)).toEqual([
      '/repos/octo-org/app/pulls/7/reviews?per_page=100&page=1',
    ]);
  });

  it('gives where each review comment is, or was before it was outdated', async () => {
    await using at = await openPullRequests(() => ({
      body: [
        reviewCommentRow(1, { start_line: 9 }),
        reviewCommentRow(2, { line: null, original_line: 3, side: 'LEFT' }),
        reviewCommentRow(3, { subject_type: 'file', line: null, original_line: 1 }),
        reviewCommentRow(4, { in_reply_to_id: 1 }),
        // As a review lists its own: without lines.
        { id: 5, body: 'x', path: 'a', position: 1, html_url: 'y', created_at: 'z' },
      ],
    }));
    const rows = await collect(at.pullRequests.listReviewComments(pull));
    const path = 'src/door.ts';
    expect(rows.map(({ place }) => place)).toEqual([
      { path, line: 12, side: 'RIGHT', startLine: 9, isFile: false },
      { path, line: 3, side: 'LEFT', startLine: null, isFile: false },
      { path, line: null, side: null, startLine: null, isFile: true },
      { path, line: 12, side: 'RIGHT', startLine: null, isFile: false },
      { path: 'a', line: null, side: null, startLine: null, isFile: false },
    ]);
    expect(rows.map(({ rootId }) => rootId)).toEqual([null, null, null, '1', null]);
    expect(at.server.requests.map(({ url }) => url)).toEqual([
      '/repos/octo-org/app/pulls/7/comments?sort=created&direction=asc&per_page=100&page=1',
    ]);
  });

  it('gives the comments of one review', async () => {
    await using at = await openPullRequests(() => ({ body: [reviewCommentRow(1)] }));
    const rows = await collect(at.pullRequests.listCommentsOfReview({ ...pull, reviewId: '80' }));
    expect(rows.map(({ id }) => id)).toEqual(['1']);
    expect(at.server.requests.map(({ url }) => url)).toEqual([
      '/repos/octo-org/app/pulls/7/reviews/80/comments?per_page=100&page=1',
    ]);
  });
});
