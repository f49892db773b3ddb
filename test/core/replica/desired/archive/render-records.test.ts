import { describe, expect, it } from 'vitest';
import type { SourceActivity } from '../../../../../src/core/ports/records/pull-request.ts';
import { bob, comment, jane, onFile, onLine, place, task } from '../render/fixture.ts';
import { head, hunk, merge, older, records } from './fixture.ts';

const janeUrl = 'https://bitbucket.org/jane';
const bobUrl = 'https://bitbucket.org/bob';
const day = (number: number) => `2023-05-0${number}T10:00:00.500000+00:00`;
const closing = { by: bob, at: day(4) };

function state(to: 'open' | 'merged' | 'declined', at: string): SourceActivity {
  return { kind: 'state', state: to, by: bob, at, reason: '' };
}

describe('renderRecords of a pull request', () => {
  it('keeps author, times to the second, text and branches as fields', () => {
    const [record] = records({ pullRequest: { isDraft: true } }).pull_requests;
    expect(record).toMatchObject({
      url: 'https://bitbucket.org/acme/app/pull/42',
      user: janeUrl,
      title: 'Add a door',
      body: 'A house needs one.',
      created_at: '2023-05-01T10:12:00Z',
      closed_at: null,
      merged_at: null,
      merge_commit_sha: null,
      work_in_progress: true,
      base: { ref: 'main' },
      head: { ref: 'door', sha: head, repo: 'https://bitbucket.org/acme/app' },
    });
  });

  it('is merged and closed at the time of the merge, by two events in GitHub’s order', () => {
    const { pull_requests, issue_events } = records(
      { pullRequest: { state: 'merged' }, conversation: { activity: [state('merged', day(4))] } },
      { commits: { base: older, head, merge }, isHeadDeleted: true },
    );
    const at = '2023-05-04T10:00:00Z';
    expect(pull_requests[0]).toMatchObject({
      merged_at: at,
      closed_at: at,
      merge_commit_sha: merge,
      work_in_progress: false,
    });
    expect(issue_events).toMatchObject([
      { event: 'merged', commit_id: merge, actor: bobUrl, created_at: at },
      { event: 'closed', actor: bobUrl, created_at: at },
      { event: 'head_ref_deleted', actor: bobUrl, created_at: at },
    ]);
  });

  it.each(['declined', 'superseded'] as const)(
    'closes one that was %s, and does not merge it',
    (ended) => {
      const { pull_requests, issue_events } = records({
        pullRequest: { state: ended, closedBy: bob, reason: 'Not now.' },
      });
      expect(pull_requests[0]).toMatchObject({
        merged_at: null,
        closed_at: '2023-05-04T08:00:00Z',
      });
      expect(issue_events.map(({ event }) => event)).toEqual(['closed']);
    },
  );

  it('keeps the reason of a declined one as a comment of whoever declined it', () => {
    const { issue_comments } = records({
      pullRequest: {
        state: 'declined',
        closedBy: closing.by,
        updatedAt: closing.at,
        reason: 'Not now.',
      },
    });
    expect(issue_comments).toMatchObject([
      { body: 'Not now.', user: bobUrl, created_at: '2023-05-04T10:00:00Z' },
    ]);
  });

  it('keeps that it was closed, reopened and closed again', () => {
    const activity = [
      state('open', day(1)),
      state('declined', day(2)),
      state('open', day(3)),
      state('declined', day(4)),
    ];
    const { issue_events } = records({
      pullRequest: { state: 'declined' },
      conversation: { activity },
    });
    expect(issue_events.map(({ event, created_at }) => [event, created_at.slice(0, 10)])).toEqual([
      ['closed', '2023-05-02'],
      ['reopened', '2023-05-03'],
      ['closed', '2023-05-04'],
    ]);
  });

  it('keeps an open one open that was closed and reopened', () => {
    const activity = [state('declined', day(2)), state('open', day(3))];
    const { issue_events, pull_requests } = records({ conversation: { activity } });
    expect(issue_events.map(({ event }) => event)).toEqual(['closed', 'reopened']);
    expect(pull_requests[0]).toMatchObject({ closed_at: null });
  });

  it('keeps titles that it had, and pushes that took commits away', () => {
    const update = (title: string, at: string): SourceActivity => {
      return { kind: 'updated', by: jane, at, sourceCommit: null, title };
    };
    const activity = [update('Add', day(1)), update('Add', day(2)), update('Add a door', day(3))];
    const rewrites = [{ by: bob, at: day(2), before: older, after: head }];
    const { issue_events } = records({ conversation: { activity } }, { rewrites });
    expect(issue_events).toMatchObject([
      {
        event: 'head_ref_force_pushed',
        actor: bobUrl,
        before_commit_oid: older,
        after_commit_oid: head,
        ref: 'refs/heads/door',
      },
      { event: 'renamed', actor: janeUrl, title_was: 'Add', title_is: 'Add a door' },
    ]);
  });

  it('names the head’s repository only where it is the same', () => {
    const source = { branch: 'door', commit: head, repository: 'someone/fork' };
    const [record] = records({ pullRequest: { source } }).pull_requests;
    expect(record?.head.repo).toBeNull();
  });

  it('shows a deleted account as GitHub’s ghost', () => {
    expect(records({ pullRequest: { author: null } }).pull_requests[0]?.user).toBeNull();
  });

  it('puts tasks below the text, since the format has none', () => {
    const { pull_requests } = records({
      conversation: {
        tasks: [task('1', { isResolved: true, resolvedBy: bob, resolvedAt: day(4) })],
      },
    });
    expect(pull_requests[0]?.body).toBe(
      'A house needs one.\n\nTasks:\n\n- [x] Task 1 — Jane, 2023-05-03 09:00 UTC; resolved by Bob, 2023-05-04 10:00 UTC',
    );
  });

  it('quotes the patch of one whose commits are gone', () => {
    const carried = { kind: 'substitute', why: 'gone', patch: 'diff --git a/a b/a\n' } as const;
    const [record] = records({ carried }).pull_requests;
    expect(record?.body).toContain('Its commits are gone from the source.');
    expect(record?.body).toContain('diff --git a/a b/a');
  });

  it('asks reviewers, and waits no more for those who have given a verdict', () => {
    const { pull_requests, issue_events } = records({
      pullRequest: {
        reviewers: [bob, jane],
        participants: [{ person: bob, role: 'reviewer', verdict: 'approved', at: day(3) }],
      },
    });
    expect(pull_requests[0]?.review_requests).toMatchObject([
      { reviewer: bobUrl, dismissed_at: '2023-05-03T10:00:00Z' },
      { reviewer: janeUrl, dismissed_at: null },
    ]);
    expect(issue_events).toMatchObject([
      { event: 'review_requested', subject: bobUrl },
      { event: 'review_requested', subject: janeUrl },
    ]);
  });
});

describe('renderRecords of verdicts', () => {
  it('makes approvals and requests for changes reviews of their people and times', () => {
    const { pull_request_reviews } = records({
      conversation: {
        activity: [
          { kind: 'changes-requested', by: bob, at: day(2) },
          { kind: 'approved', by: jane, at: day(3) },
        ],
      },
    });
    expect(pull_request_reviews).toMatchObject([
      { state: 30, body: 'Requested changes.', user: bobUrl, submitted_at: '2023-05-02T10:00:00Z' },
      {
        state: 40,
        body: null,
        user: janeUrl,
        submitted_at: '2023-05-03T10:00:00Z',
        head_sha: head,
      },
    ]);
  });

  it('says in words that one was withdrawn, so that it does not count', () => {
    const { pull_request_reviews } = records({
      conversation: {
        activity: [
          { kind: 'approved', by: bob, at: day(2) },
          { kind: 'verdict-withdrawn', by: bob, at: day(3) },
          { kind: 'approved', by: bob, at: day(4) },
        ],
      },
    });
    expect(pull_request_reviews.map(({ state: code, body }) => [code, body])).toEqual([
      [1, 'Approved; withdrawn 2023-05-03 10:00 UTC.'],
      [40, null],
    ]);
  });

  it('takes a verdict that only the list of participants has, and none twice', () => {
    const { pull_request_reviews } = records({
      pullRequest: {
        participants: [
          { person: bob, role: 'reviewer', verdict: 'approved', at: day(2) },
          { person: jane, role: 'participant', verdict: 'changes-requested', at: null },
        ],
      },
      conversation: { activity: [{ kind: 'approved', by: bob, at: day(2) }] },
    });
    expect(pull_request_reviews.map(({ state: code, user }) => [code, user])).toEqual([
      [40, bobUrl],
      [30, janeUrl],
    ]);
  });
});

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
