import { repeat } from '../../../kernel/async/repeat.ts';
import type { ClaimWriter } from '../../../ports/state/shared-run.ts';
import { runTasks } from '../../../work/run-tasks.ts';
import { nothingDecided } from '../../../work/shared-queue.ts';
import { createSharedWork, type SharedWorkOptions } from '../shared-work.ts';

/** A repository that this process alone works on. */
export interface ClaimedTask {
  readonly source: string;
  /** Settled for it by the process that leads the run, as JSON. */
  readonly decided: string;
  readonly claim: ClaimWriter;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted with it, and when work on another repository has failed in this process. */
  readonly failing: AbortSignal;
}

interface Task {
  readonly source: string;
}

type Claimed = Pick<ClaimedTask, 'claim' | 'decided'>;

export interface TakeTurns
  extends Pick<
    SharedWorkOptions<Task, Claimed>,
    'services' | 'runs' | 'dispatcher' | 'migration' | 'run' | 'waves' | 'hasEnded' | 'takeLost'
  > {
  /** Repositories at the same time. */
  readonly concurrency: number;
  /** Aborted: nothing more is taken. */
  readonly over: AbortSignal;
  /** Works on it, and saves what that came to. */
  readonly work: (task: ClaimedTask) => Promise<void>;
  /** Called once a second beside the work. */
  readonly everySecond: () => Promise<void>;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
}

function fromQueue(source: string, decided: string | null): Task | null {
  return decided === null ? null : { source };
}

/** Works on repositories of a shared run by their claims, several at a time, until it is over. @throws what any of the work throws */
export async function takeTurns(turns: TakeTurns): Promise<void> {
  const { services, runs, migration, run, signal } = turns;
  const shared = createSharedWork<Task, Claimed>({
    ...turns,
    ...{ leads: false, isMeant: () => false, find: fromQueue },
    workBy: (claim, decided) => ({ claim, decided: decided ?? nothingDecided }),
    isDone: async () => (await runs.findRun(migration))?.id !== run.id,
    onError() {},
  });
  const until = (failing: AbortSignal) => AbortSignal.any([failing, turns.over]);
  await runTasks<Task>({
    signal,
    lanes: turns.concurrency,
    // Until it is over: what waits may come back from another process.
    queueOf: (failing) => shared.createQueue({ over: until(failing), mayComeBack: () => true }),
    startLane: () => (one, failing) =>
      shared.withTurn(one, async ({ work, signal }) => {
        const stop = { signal, failing: AbortSignal.any([failing, signal]) };
        await turns.work({ ...one, ...work, ...stop });
        return 'ended' as const;
      }),
    beside: (failing) =>
      repeat({ ...services, milliseconds: 1000, signal: until(failing) }, turns.everySecond),
  });
}
