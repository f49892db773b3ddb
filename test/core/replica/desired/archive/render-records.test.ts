import { describe, expect, it } from 'vitest';
import type { SourceActivity } from '../../../../../src/core/ports/records/pull-request.ts';
import { bob, jane, task } from '../render/fixture.ts';
import { bobUrl, day, head, janeUrl, merge, older, records } from './fixture.ts';

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
    const activity: SourceActivity[] = [
      { kind: 'updated', by: jane, at: day(2), sourceCommit: null },
      { kind: 'renamed', by: jane, at: day(3), from: 'Add', to: 'Add a door' },
    ];
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
    expect(record?.body).toContain('Its commits are gone from Bitbucket.');
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
