import { inParallel } from '../kernel/async/in-parallel.ts';
import { endedBy } from '../kernel/errors.ts';
import { fixedLanes, type Lanes } from './lanes.ts';
import type { Settled, TaskQueue } from './task-queue.ts';

/** Works on one task. @param failing aborted: work beside it has failed, or the whole is to end */
type WorkOnTask<One> = (one: One, failing: AbortSignal) => Promise<Settled>;

export interface RunTasks<One extends { readonly source: string }> {
  /** @param failing aborted: the queue is to give out nothing more */
  readonly queueOf: (failing: AbortSignal) => Pick<TaskQueue<One>, 'take' | 'settle'>;
  /** Tasks at the same time. */
  readonly lanes: number;
  /** Tasks that step aside let others begin; left out: none does. */
  readonly room?: Lanes | undefined;
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
  room = fixedLanes(),
  startLane,
  beside,
  signal,
}: RunTasks<One>): Promise<void> {
  let queue: ReturnType<typeof queueOf> | null = null;
  const failures: unknown[] = [];
  let open = 0;
  const isSurplus = () => open - room.waiting() > lanes;
  async function lane(failing: AbortSignal): Promise<void> {
    queue ??= queueOf(failing);
    room.startBy(() => startAnother(failing));
    open += 1;
    try {
      await workThrough(queue, failing);
    } finally {
      open -= 1;
    }
  }
  async function workThrough(
    queue: ReturnType<typeof queueOf>,
    failing: AbortSignal,
  ): Promise<void> {
    const work = startLane();
    while (!isSurplus()) {
      const one = await queue.take();
      if (one === null) break;
      const { source } = one;
      const how = await work(one, failing).catch(async (thrown: unknown) => {
        failures.push(thrown);
        await queue.settle(source, 'open').catch(() => {});
        throw thrown;
      });
      await queue.settle(source, how);
    }
    if (failing.aborted) throw endedBy(failing);
  }
  /** In place of one that waits for a host. */
  const others = new Set<Promise<void>>();
  function startAnother(failing: AbortSignal): void {
    const other: Promise<void> = lane(failing)
      .catch((thrown: unknown) => void failures.push(thrown))
      .finally(() => others.delete(other));
    others.add(other);
  }
  const lanesOfWork = Array<typeof lane>(lanes).fill(lane);
  const all = beside === undefined ? lanesOfWork : [beside, ...lanesOfWork];
  try {
    await inParallel(all, { concurrency: all.length, signal }, (work, failing) => work(failing));
    while (others.size > 0) await Promise.all(others);
    if (failures.length > 0) throw failures[0];
  } catch (thrown) {
    // A lane that was told to end may say so before the failure of the other has arrived.
    while (others.size > 0) await Promise.all(others);
    throw failures.length > 0 ? failures[0] : thrown;
  } finally {
    room.startBy(null);
  }
}
