import { runTasks } from './run-tasks.ts';
import { createMemoryQueue } from './task-queue.ts';

interface WorkOnEach {
  /** Items at the same time. */
  readonly lanes: number;
  /** Aborted: the work is to end. */
  readonly signal: AbortSignal;
}

/**
 * Works on each item of a list, in this process alone.
 * @param work gets a signal that is aborted with `signal`, or by the first failure
 * @returns the results in the order of the items
 * @throws the first failure, once nothing is in flight
 */
export async function workOnEach<Item, Result>(
  items: readonly Item[],
  { lanes, signal }: WorkOnEach,
  work: (item: Item, failing: AbortSignal) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const repositories = items.map((item, index) => ({ source: String(index), item, index }));
  await runTasks<(typeof repositories)[number]>({
    signal,
    lanes: Math.min(lanes, items.length),
    queueOf: (over) => createMemoryQueue({ repositories, over, mayComeBack: () => false }),
    startLane:
      () =>
      async ({ item, index }, failing) => {
        results[index] = await work(item, failing);
        return 'ended';
      },
  });
  return results;
}
