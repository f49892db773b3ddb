import { repeat } from '../../../kernel/async/repeat.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ClaimWriter } from '../../../ports/state/shared-run.ts';
import { runTasks } from '../../../work/run-tasks.ts';
import { noTaskOptions } from '../../../work/shared-queue.ts';
import type { SharedWork } from '../../repositories/repositories-run.ts';
import type { SharedHooks } from '../shared-work.ts';

/** A repository that this process alone works on. */
export interface ClaimedTask {
  readonly source: string;
  /** Settled for it by the process that leads the run, as JSON. */
  readonly taskOptions: string;
  readonly claim: ClaimWriter;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted with it, and when work on another repository has failed in this process. */
  readonly failing: AbortSignal;
}

export interface Task {
  readonly source: string;
}

type Claimed = Pick<ClaimedTask, 'claim' | 'taskOptions'>;
type Hooks = SharedHooks<Task, Claimed>;

interface TakeTasks extends Pick<Hooks, 'hasEnded' | 'takeLost' | 'signal'> {
  /** Of a run that this process leads, or has joined. */
  readonly share: (hooks: Hooks) => SharedWork<Task, Claimed>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Repositories at the same time. */
  readonly concurrency: number;
  /** Aborted: nothing more is taken. */
  readonly over: AbortSignal;
  /** Works on it, and saves what that came to. */
  readonly work: (task: ClaimedTask) => Promise<void>;
  /** Called once a second beside the work. */
  readonly everySecond: () => Promise<void>;
}

/** Works on repositories of a shared run by their claims, several at a time, until it is over. @throws what any of the work throws */
export async function takeTasks(tasks: TakeTasks): Promise<void> {
  const { share, clock, signal, hasEnded, takeLost } = tasks;
  const shared = share({
    ...{ hasEnded, signal, ...(takeLost && { takeLost }) },
    find: (source, taskOptions) => (taskOptions === null ? null : { source }),
    workBy: (claim, taskOptions) => ({ claim, taskOptions: taskOptions ?? noTaskOptions }),
    onError() {},
  });
  const until = (failing: AbortSignal) => AbortSignal.any([failing, tasks.over]);
  await runTasks<Task>({
    signal,
    lanes: tasks.concurrency,
    // Until it is over: what waits may come back from another process.
    queueOf: (failing) => shared.createQueue({ over: until(failing), mayComeBack: () => true }),
    startLane: () => (one, failing) =>
      shared.withTask(one, async ({ work, signal }) => {
        const stop = { signal, failing: AbortSignal.any([failing, signal]) };
        await tasks.work({ source: one.source, ...work, ...stop });
        return 'ended' as const;
      }),
    beside: (failing) =>
      repeat({ clock, milliseconds: 1000, signal: until(failing) }, tasks.everySecond),
  });
}
