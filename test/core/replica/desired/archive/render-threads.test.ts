import { describe, expect, it } from 'vitest';
import { comment, jane, onFile, onLine, place } from '../render/fixture.ts';
import { bobUrl, day, head, hunk, janeUrl, older, records } from './fixture.ts';

describe('renderRecords of comments on the diff', () => {
  const inline = (id: string, change: Parameters<typeof comment>[1] = {}) =>
    comment(id, { inline: place(), ...change });

  it('makes a thread of a comment and its replies, each in a review of its own', () => {
    const rendered = records({
      conversation: {
        comments: [
          inline('1', { resolution: { by: jane, at: day(4) } }),
          comment('2', { parentId: '1', author: jane }),
          comment('3', { parentId: '2' }),
        ],
      },
      placements: { 1: onLine(head) },
    });
    const threads = rendered.pull_request_review_threads;
    const comments = rendered.pull_request_review_comments;
    const reviews = rendered.pull_request_reviews;
    expect(threads).toMatchObject([
      {
        diff_hunk: hunk.hunk,
        path: 'src/door.ts',
        position: 2,
        original_position: 2,
        line: 2,
        original_line: 2,
        blob_position: 1,
        start_position_offset: null,
        side: 'right',
        outdated: false,
        resolved_at: '2023-05-04T10:00:00Z',
        resolver: janeUrl,
        pull_request_review: reviews[0]?.url,
      },
    ]);
    const first = comments[0]?.url;
    expect(comments.map((one) => [one.body, one.user, one.in_reply_to, one.state])).toEqual([
      ['Text of 1.', bobUrl, null, 1],
      ['Text of 2.', janeUrl, first, 1],
      ['Text of 3.', bobUrl, first, 1],
    ]);
    expect(reviews.map(({ url, user }) => [url, user])).toEqual(
      comments.map((one) => [one.pull_request_review, one.user]),
    );
    expect(new Set(reviews.map(({ url }) => url)).size).toBe(3);
  });

  it('marks one on an earlier commit as outdated, and keeps where it was', () => {
    const { pull_request_review_threads } = records({
      conversation: { comments: [inline('1')] },
      placements: { 1: onLine(older) },
    });
    expect(pull_request_review_threads).toMatchObject([
      {
        outdated: true,
        position: null,
        line: null,
        original_position: 2,
        original_line: 2,
        original_commit_id: older,
      },
    ]);
  });

  it('keeps several lines as an offset', () => {
    const several = { ...hunk, line: 12, startLine: 9 };
    const { pull_request_review_threads } = records(
      { conversation: { comments: [inline('1')] }, placements: { 1: onLine(head) } },
      { hunks: new Map([['comment 42/1', several]]) },
    );
    expect(pull_request_review_threads).toMatchObject([
      {
        start_position_offset: 3,
        start_line: 9,
        line: 12,
        original_start_line: 9,
        start_side: 'right',
      },
    ]);
  });

  it('never makes a reply older than what it answers', () => {
    const { pull_request_review_comments } = records({
      conversation: {
        comments: [
          inline('1', { createdAt: day(3) }),
          comment('2', { parentId: '1', createdAt: day(2) }),
        ],
      },
      placements: { 1: onLine(head) },
    });
    expect(pull_request_review_comments.map(({ created_at }) => created_at)).toEqual([
      '2023-05-03T10:00:00Z',
      '2023-05-03T10:00:00Z',
    ]);
  });

  it('says that one on the whole file is, on its first line', () => {
    const { pull_request_review_comments } = records({
      conversation: { comments: [inline('1')] },
      placements: { 1: onFile() },
    });
    expect(pull_request_review_comments[0]?.body).toBe('_On the whole file:_\n\nText of 1.');
  });

  it('keeps a deleted comment as the place of its replies', () => {
    const { pull_request_review_comments } = records({
      conversation: {
        comments: [inline('1', { isDeleted: true }), comment('2', { parentId: '1' })],
      },
      placements: { 1: onLine(head) },
    });
    expect(pull_request_review_comments.map(({ body, user }) => [body, user])).toEqual([
      ['_This comment was deleted._', null],
      ['Text of 2.', bobUrl],
    ]);
  });

  it('moves what has no place on the diff to the conversation, with its place in words', () => {
    const { issue_comments, pull_request_review_threads } = records(
      {
        conversation: { comments: [inline('1'), comment('2', { parentId: '1' })] },
        placements: { 1: { kind: 'conversation', why: 'its file is not part of the diff' } },
      },
      { hunks: new Map() },
    );
    expect(pull_request_review_threads).toEqual([]);
    expect(issue_comments.map(({ body }) => body)).toEqual([
      'On `src/door.ts`, line 12 (its file is not part of the diff):\n\nText of 1.',
      '> **Bob** · 2023-05-02 10:01 UTC · on `src/door.ts`, line 12\n> \n> Text of 1.\n\nText of 2.',
    ]);
  });
});
