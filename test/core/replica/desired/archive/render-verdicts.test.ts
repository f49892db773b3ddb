import { describe, expect, it } from 'vitest';
import { bob, jane } from '../render/fixture.ts';
import { bobUrl, day, head, janeUrl, records } from './fixture.ts';

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
