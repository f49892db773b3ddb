import { describe, expect, it } from 'vitest';
import { runTasks } from '../../../src/core/work/run-tasks.ts';
import { createMemoryQueue, type Settled } from '../../../src/core/work/task-queue.ts';
import { workOnEach } from '../../../src/core/work/work-on-each.ts';

const never = new AbortController().signal;

/** A queue that notes how each turn ends. */
function queueOf(sources: readonly string[]) {
  const settled: string[] = [];
  return {
    settled,
    open(over: AbortSignal) {
      const repositories = sources.map((source) => ({ source }));
      const queue = createMemoryQueue({ repositories, over, mayComeBack: () => false });
      const settle = async (source: string, how: Settled) => void settled.push(`${source} ${how}`);
      return { take: queue.take, settle };
    },
  };
}

describe('working on tasks', () => {
  it('settles each by how its turn ended', async () => {
    const { open, settled } = queueOf(['a', 'b']);
    await runTasks({
      lanes: 1,
      queueOf: open,
      startLane:
        () =>
        async ({ source }) =>
          source === 'a' ? 'ended' : 'elsewhere',
    });
    expect(settled).toEqual(['a ended', 'b elsewhere']);
  });

  it('gives out nothing more after a failure, leaves what failed open, and throws it', async () => {
    const { open, settled } = queueOf(['a', 'b']);
    const working = runTasks({
      lanes: 1,
      queueOf: open,
      startLane: () => async () => Promise.reject(new Error('away')),
    });
    await expect(working).rejects.toThrow('away');
    expect(settled).toEqual(['a open']);
  });

  it('tells the work in other lanes of the failure, and waits for it', async () => {
    const { open, settled } = queueOf(['a', 'b']);
    const working = runTasks({
      lanes: 2,
      queueOf: open,
      startLane:
        () =>
        async ({ source }, failing) => {
          if (source === 'b') throw new Error('away');
          if (!failing.aborted)
            await new Promise((resolve) => failing.addEventListener('abort', resolve));
          return 'ended';
        },
    });
    await expect(working).rejects.toThrow('away');
    expect(settled).toEqual(['b open', 'a ended']);
  });

  it('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    const { open } = queueOf(['a', 'b']);
    const working = runTasks({
      lanes: 1,
      queueOf: open,
      signal: stop.signal,
      startLane: () => async () => {
        stop.abort();
        return 'ended';
      },
    });
    await expect(working).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('returns results in the order of the items, whichever is done first', async () => {
    let release: () => void = () => {};
    const first = new Promise<void>((resolve) => {
      release = resolve;
    });
    const results = await workOnEach(['a', 'b', 'a'], { lanes: 3, signal: never }, async (item) => {
      if (item === 'b') release();
      else await first;
      return item.toUpperCase();
    });
    expect(results).toEqual(['A', 'B', 'A']);
  });

  it('works on nothing where there is nothing', async () => {
    const work = async () => 'never';
    expect(await workOnEach([], { lanes: 3, signal: never }, work)).toEqual([]);
  });
});
