import { describe, expect, it } from 'vitest';
import { applyStates } from '../../../../../../src/core/replica/apply/pull-requests/merge/apply-states.ts';
import type { PreparedPullRequest } from '../../../../../../src/core/replica/model/prepared-pull-request.ts';
import { memoryContext, prepared } from '../memory-context.ts';

/** A batch that was opened on the target by this run, or by an earlier one. */
function setUp(
  batch: readonly PreparedPullRequest[],
  { isNew = true, ...options }: { isNew?: boolean; mergesPerMinute?: number } = {},
) {
  const memory = memoryContext(options);
  const { target, context } = memory;
  for (const { number, opening } of batch) {
    for (const { branch, commit } of [opening.head, opening.base])
      target.refs.set(`refs/heads/${branch}`, commit);
    target.open(number, { head: opening.head, base: opening.base });
  }
  const created = batch.map((one) => ({
    prepared: one,
    number: one.number,
    webUrl: '',
    isNew,
  }));
  const all = () => applyStates(context, { created, batch });
  return { ...memory, all, apply: async () => (await all()).differences };
}

const heads = (requests: readonly string[]) =>
  requests.filter((one) => !one.endsWith(' null')).map((one) => one.replace('refs/heads/', ''));

describe('applyStates', () => {
  it('merges by moving the bases to their heads, and deletes the temporary branches', async () => {
    const { apply, target, context } = setUp([prepared(1), prepared(2)]);
    expect(await apply()).toEqual(new Map());
    expect(heads(target.requests).sort()).toEqual([
      'push migrator/pr-1/base head-1',
      'push migrator/pr-2/base head-2',
    ]);
    expect([...target.refs]).toEqual([]);
    expect(context.repository.learned.marksMerges).toBe(true);
  });

  it('merges by request where a push marks nothing, with the bases back where they were', async () => {
    const { apply, target, context, sleeps } = setUp([prepared(1)]);
    target.marksMerges = false;
    expect(await apply()).toEqual(new Map());
    expect(heads(target.requests)).toEqual([
      'push migrator/pr-1/base head-1',
      'push migrator/pr-1/base base-1',
      'merge 1',
    ]);
    expect(sleeps).toEqual([250, 500, 1000, 2000, 4000, 8000]);
    expect(context.repository.learned.marksMerges).toBe(false);
  });

  it('tries no push once one has marked nothing', async () => {
    const { apply, target, context } = setUp([prepared(1)]);
    context.repository.learned.marksMerges = false;
    await apply();
    expect(heads(target.requests)).toEqual(['merge 1']);
  });

  it('puts a base back that a killed run has moved, where it tries no push', async () => {
    const { apply, target, context } = setUp([prepared(1), prepared(2)], { isNew: false });
    context.repository.learned.marksMerges = false;
    target.marksMerges = false;
    target.refs.set('refs/heads/migrator/pr-1/base', 'head-1');
    await apply();
    expect(heads(target.requests)).toEqual([
      'push migrator/pr-1/base base-1',
      'merge 2',
      'merge 1',
    ]);
  });

  it('keeps to the merges a minute that the target allows', async () => {
    const { apply, context, sleeps } = setUp([prepared(1), prepared(2), prepared(3)], {
      mergesPerMinute: 1,
    });
    context.repository.learned.marksMerges = false;
    await apply();
    expect(sleeps).toEqual([60_000, 60_000]);
  });

  it('closes what the target will not merge, and says so', async () => {
    const { apply, target, warnings, context } = setUp([prepared(1)]);
    context.repository.learned.marksMerges = false;
    target.mergeOutcome = 'not-mergeable';
    expect(await apply()).toEqual(new Map([[1, 'closed, because GitHub did not merge it']]));
    expect(target.pulls.get(1)?.state).toBe('closed');
    expect(warnings).toEqual([
      'Pull request 1 could not be marked as merged: it is closed with a note that it was merged',
    ]);
  });

  it('closes what was declined and leaves open what is open, with its branches', async () => {
    const { apply, target } = setUp([
      prepared(1, { outcome: 'closed', mergeTip: null }),
      prepared(2, { outcome: 'open', mergeTip: null }),
    ]);
    await apply();
    expect([...target.pulls.values()].map(({ state }) => state)).toEqual(['closed', 'open']);
    expect([...target.refs.keys()]).toEqual([
      'refs/heads/migrator/pr-2/head',
      'refs/heads/migrator/pr-2/base',
    ]);
  });

  it('leaves closed an open one that somebody else has closed, and reports the difference', async () => {
    const one = prepared(1, { outcome: 'open', mergeTip: null });
    const { apply, target, warnings } = setUp([one], { isNew: false });
    target.open(1, { state: 'closed' });
    expect(await apply()).toEqual(new Map([[1, 'closed on GitHub by someone else']]));
    expect(warnings).toHaveLength(1);
  });

  it('reopens a merged one that somebody else has closed, and merges it', async () => {
    const { apply, target } = setUp([prepared(1)], { isNew: false });
    const { head, base } = prepared(1).opening;
    target.open(1, { head, base, state: 'closed' });
    expect(await apply()).toEqual(new Map());
    expect(heads(target.requests)).toEqual(['update 1 open', 'push migrator/pr-1/base head-1']);
  });

  it('fails with a retry while the target does not show a pull request', async () => {
    const { apply, target } = setUp([prepared(1)]);
    target.pulls.delete(1);
    await expect(apply()).rejects.toMatchObject({ code: 'not-found', retry: 'yes' });
  });

  it('changes nothing when it is entered again after the end', async () => {
    const { apply, target } = setUp([prepared(1)]);
    await apply();
    target.open(1, { state: 'closed', isMerged: true });
    const before = [...target.requests];
    expect(await apply()).toEqual(new Map());
    expect(target.requests).toEqual(before);
  });
});
