import { describe, expect, it } from 'vitest';
import { migratePullRequests } from '../../../../../src/core/replica/apply/pull-requests/migrate-pull-requests.ts';
import {
  type NumberedItem,
  trackNumbers,
} from '../../../../../src/core/replica/context/pull-requests/numbering.ts';
import type { PullRequestContext } from '../../../../../src/core/replica/context/pull-requests/pull-request-context.ts';
import type { PreparedPullRequest } from '../../../../../src/core/replica/model/prepared-pull-request.ts';
import { readRecord } from '../../../../../src/core/replica/recorded/pull-requests/pull-request-record.ts';
import { marked, memoryContext, prepared } from './memory-context.ts';
import { lost } from './memory-target.ts';

/** @param change what is special about a number */
function setUp(
  numbers: readonly number[],
  change: Record<number, Partial<PreparedPullRequest>> = {},
) {
  const memory = memoryContext();
  const { objects, target } = memory;
  const forgotten: string[] = [];
  const batches: (readonly NumberedItem[])[] = [];
  const done: number[] = [];
  const tracked = trackNumbers({ numbers, made: new Map(), newest: 0 });
  const context = {
    ...memory.context,
    numbers: tracked,
    attachments: { push: async () => {} },
    cache: { forget: async (key: string) => void forgotten.push(key) },
    repository: {
      ...memory.context.repository,
      isResumed: false,
      programs: { lfs: null },
      planned: {},
      options: { includeLfs: null },
      users: null,
    },
  } as unknown as PullRequestContext;
  async function migrate(items = tracked.items) {
    const rows = await context.repository.records.listObjects('pull-request');
    return migratePullRequests({
      context,
      items,
      known: new Map(rows.map((row) => [Number(row.sourceId), row])),
      async prepare(batch) {
        batches.push(batch);
        return batch.map(({ number, isPlaceholder }) =>
          prepared(number, isPlaceholder ? { outcome: 'closed' } : change[number]),
        );
      },
      onDone: (count) => done.push(count),
    });
  }
  const records = () =>
    [...objects.values()]
      .filter(({ kind }) => kind === 'pull-request')
      .map((object) => ({ number: object.targetId, record: readRecord(object) }));
  return { ...memory, target, migrate, records, forgotten, batches, done };
}

describe('migratePullRequests', () => {
  it('opens them in the order of their numbers, with a placeholder in each gap', async () => {
    const { migrate, target, records, done } = setUp([1, 3]);
    expect(await migrate()).toEqual([]);
    expect(target.requests.filter((one) => one.startsWith('create'))).toEqual([
      'create Change 1',
      'create Change 2',
      'create Change 3',
    ]);
    expect(
      records().map(({ number, record }) => [number, record?.isDone, record?.outcome]),
    ).toEqual([
      ['1', true, 'merged'],
      ['2', true, 'closed'],
      ['3', true, 'merged'],
    ]);
    expect(done).toEqual([1, 2, 3]);
  });

  it('prepares 50 at a time', async () => {
    const { migrate, batches, done } = setUp(Array.from({ length: 60 }, (_, index) => index + 1));
    await migrate();
    expect(batches.map(({ length }) => length)).toEqual([50, 10]);
    expect(done).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  it('counts those that are merged by request once they are merged', async () => {
    const { migrate, context, target, done } = setUp([1, 2, 3]);
    context.repository.learned.marksMerges = false;
    const countedAtMerge: number[] = [];
    const merge = target.pullRequests.merge.bind(target.pullRequests);
    target.pullRequests.merge = async (...options) => {
      countedAtMerge.push(done.length);
      return merge(...options);
    };
    await migrate();
    expect(countedAtMerge).toEqual([0, 1, 2]);
    expect(done).toEqual([1, 2, 3]);
  });

  it('finds by its marker what a request opened whose answer was lost', async () => {
    const { migrate, target, sleeps, records } = setUp([1]);
    target.faults.push({ method: 'create', arrives: true, error: lost });
    await migrate();
    expect(target.pulls.size).toBe(1);
    expect(sleeps).toEqual([10_000]);
    expect(records()).toMatchObject([{ number: '1', record: { isDone: true } }]);
  });

  it('warns once when others have taken a number, and drops a placeholder without one', async () => {
    const { migrate, target, warnings, records } = setUp([1, 3, 4]);
    target.open(1, { state: 'closed' });
    await migrate();
    expect(records().map(({ number }) => number)).toEqual(['2', '3', '4']);
    expect(warnings).toEqual([
      'Pull request 1 has number 2 on GitHub; status --repository lists both numbers',
    ]);
  });

  it('finishes the others, then fails with the comments that the target refuses', async () => {
    const comment = marked('comment 1/9');
    const { migrate, target, records, forgotten } = setUp([1, 2], {
      1: { writes: { ...prepared(1).writes, comments: [comment] } },
    });
    target.refuses = new Set(['conversation']);
    await expect(migrate()).rejects.toMatchObject({
      code: 'refused',
      detail: 'comment 1/9 (target.example: not there)',
    });
    expect(records().map(({ record }) => record?.isDone)).toEqual([false, true]);
    expect(forgotten).toEqual(['conversation 2', 'patch 2']);
  });

  it('continues an unfinished one without opening it again', async () => {
    const { migrate, target, records } = setUp([1, 2], {
      1: { writes: { ...prepared(1).writes, comments: [marked('comment 1/9')] } },
    });
    const fault = { method: 'comment', arrives: false, error: lost };
    target.faults.push(fault, fault, fault);
    await expect(migrate()).rejects.toMatchObject({ code: 'unavailable' });
    await migrate();
    expect(target.pulls.size).toBe(2);
    expect(target.texts).toHaveLength(1);
    expect(records().map(({ record }) => record?.isDone)).toEqual([true, true]);
  });

  it('opens nothing more once the run is to end', async () => {
    const { migrate, target, control } = setUp([1, 2]);
    control.isDraining = true;
    await expect(migrate()).rejects.toMatchObject({ code: 'interrupted' });
    expect(target.pulls.size).toBe(0);
  });
});
