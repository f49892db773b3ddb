import { describe, expect, it } from 'vitest';
import { createLanes, type Lanes } from '../../../src/core/work/lanes.ts';
import { runTasks } from '../../../src/core/work/run-tasks.ts';
import { createMemoryQueue } from '../../../src/core/work/task-queue.ts';

const named = (many: number) => Array.from({ length: many }, (_, at) => ({ source: `r${at}` }));

/** Runs tasks that step aside until they are let go, and counts how many work at the same time. */
function stage(options: { tasks: number; lanes: number; room: Lanes }) {
  const { lanes, room } = options;
  const over = new AbortController().signal;
  const queue = createMemoryQueue({
    ...{ repositories: named(options.tasks), over, mayComeBack: () => false },
  });
  const begun: string[] = [];
  const ended: string[] = [];
  const gates = new Map<string, () => void>();
  let working = 0;
  let most = 0;
  const enter = () => {
    working += 1;
    most = Math.max(most, working);
  };
  const done = runTasks({
    ...{ queueOf: () => queue, lanes, room },
    startLane: () => async (one) => {
      begun.push(one.source);
      enter();
      await room.aside(async () => {
        working -= 1;
        await new Promise<void>((resolve) => gates.set(one.source, resolve));
      });
      enter();
      await new Promise((resolve) => setImmediate(resolve));
      working -= 1;
      ended.push(one.source);
      return 'ended';
    },
  });
  const openAll = () => {
    for (const open of gates.values()) open();
  };
  return { done, begun, ended, openAll, gates, most: () => most };
}

const always = async () => true;

describe('tasks that step aside', () => {
  it('let the next ones begin in their place', async () => {
    const run = stage({
      tasks: 5,
      lanes: 1,
      room: createLanes({ mostWaiting: 9, mayStart: always }),
    });
    await expect.poll(() => run.begun.length).toBe(5);
    expect(run.most()).toBe(1);
    run.openAll();
    await run.done;
    expect(run.ended.sort()).toEqual(named(5).map(({ source }) => source));
  });

  it('wait by themselves beyond so many', async () => {
    const run = stage({
      tasks: 5,
      lanes: 1,
      room: createLanes({ mostWaiting: 2, mayStart: always }),
    });
    await expect.poll(() => run.begun.length).toBe(3);
    await new Promise((resolve) => setImmediate(resolve));
    expect(run.begun.length).toBe(3);
    while (run.ended.length < 5) {
      run.openAll();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await run.done;
  });

  it('let nothing begin where there is no room', async () => {
    const never = async () => false;
    const run = stage({
      tasks: 3,
      lanes: 2,
      room: createLanes({ mostWaiting: 9, mayStart: never }),
    });
    await expect.poll(() => run.gates.size).toBe(2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(run.begun.length).toBe(2);
    while (run.ended.length < 3) {
      run.openAll();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await run.done;
  });

  it('give back the room that they have made: no more work than there are lanes once all are back', async () => {
    const room = createLanes({ mostWaiting: 99, mayStart: always });
    const over = new AbortController().signal;
    const repositories = named(40);
    const queue = createMemoryQueue({ repositories, over, mayComeBack: () => false });
    let working = 0;
    let mostAtTheEnd = 0;
    await runTasks({
      ...{ queueOf: () => queue, lanes: 2, room },
      startLane: () => async (one) => {
        const at = Number(one.source.slice(1));
        if (at < 10) await room.aside(() => new Promise((resolve) => setImmediate(resolve)));
        working += 1;
        if (at >= 30) mostAtTheEnd = Math.max(mostAtTheEnd, working);
        await new Promise((resolve) => setImmediate(resolve));
        working -= 1;
        return 'ended';
      },
    });
    expect(mostAtTheEnd).toBeLessThanOrEqual(2);
  });

  it('end with the failure of a task that was begun in their place', async () => {
    const room = createLanes({ mostWaiting: 9, mayStart: always });
    const over = new AbortController().signal;
    const queue = createMemoryQueue({ repositories: named(2), over, mayComeBack: () => false });
    const failed = runTasks({
      ...{ queueOf: () => queue, lanes: 1, room },
      startLane: () => async (one, failing) => {
        if (one.source === 'r1') throw new Error('it broke');
        await room.aside(() => new Promise<void>((resolve) => setTimeout(resolve, 20)));
        void failing;
        return 'ended';
      },
    });
    await expect(failed).rejects.toThrow('it broke');
  });
});
