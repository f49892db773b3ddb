import type { Settled, TaskQueue } from './task-queue.ts';

/**
 * Works on one repository after the other until the queue has none. Each is settled, also where the work on it throws.
 * @throws what the queue or the work throws
 */
export async function workThrough<One extends { readonly source: string }>(
  queue: Pick<TaskQueue<One>, 'take' | 'settle'>,
  work: (one: One) => Promise<Settled>,
): Promise<void> {
  for (let one = await queue.take(); one !== null; one = await queue.take()) {
    let how: Settled;
    try {
      how = await work(one);
    } catch (thrown) {
      await queue.settle(one.source, 'open').catch(() => {});
      throw thrown;
    }
    await queue.settle(one.source, how);
  }
}
