import { inParallel } from '../kernel/async/in-parallel.ts';
import { endedBy } from '../kernel/errors.ts';
import type { Settled, TaskQueue } from './task-queue.ts';

/** Works on one task. @param failing aborted: work beside it has failed, or the whole is to end */
type WorkOnTask<One> = (one: One, failing: AbortSignal) => Promise<Settled>;

export interface RunTasks<One extends { readonly source: string }> {
  /** @param failing aborted: the queue is to give out nothing more */
  readonly queueOf: (failing: AbortSignal) => Pick<TaskQueue<One>, 'take' | 'settle'>;
  /** Tasks at the same time. */
  readonly lanes: number;
  /** Called once for each lane, which works on one task after the other. */
  readonly startLane: () => WorkOnTask<One>;
  /** Goes on beside the work until `failing` is aborted or by itself. */
  readonly beside?: ((failing: AbortSignal) => Promise<void>) | undefined;
  /** Aborted: the work is to end; left out where the queue ends it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Works on what a queue gives until it gives nothing more. Each task is settled, also where the work on it throws; that is left
 * open.
 * @throws the first failure of the queue or the work, once nothing is in flight
 */
export async function runTasks<One extends { readonly source: string }>({
  queueOf,
  lanes,
  startLane,
  beside,
  signal,
}: RunTasks<One>): Promise<void> {
  let queue: ReturnType<typeof queueOf> | null = null;
  const failures: unknown[] = [];
  async function lane(failing: AbortSignal): Promise<void> {
    queue ??= queueOf(failing);
    const work = startLane();
    for (let one = await queue.take(); one !== null; one = await queue.take()) {
      const { source } = one;
      const how = await work(one, failing).catch(async (thrown: unknown) => {
        failures.push(thrown);
        await queue?.settle(source, 'open').catch(() => {});
        throw thrown;
      });
      await queue.settle(source, how);
    }
    if (failing.aborted) throw endedBy(failing);
  }
  const lanesOfWork = Array<typeof lane>(lanes).fill(lane);
  const all = beside === undefined ? lanesOfWork : [beside, ...lanesOfWork];
  try {
    await inParallel(all, { concurrency: all.length, signal }, (work, failing) => work(failing));
  } catch (thrown) {
    // A lane that was told to end may say so before the failure of the other has arrived.
    throw failures.length > 0 ? failures[0] : thrown;
  }
}
