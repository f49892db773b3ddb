import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { repeat } from '../../../kernel/async/repeat.ts';
import { endedBy } from '../../../kernel/errors.ts';
import type { Dispatcher } from '../../../ports/state/dispatcher.ts';
import type { ClaimWriter, SharedRun, SharedRuns } from '../../../ports/state/shared-run.ts';
import { createSharedQueue } from '../../../work/shared-queue.ts';
import type { Elsewhere } from '../../../work/task-queue.ts';
import { workThrough } from '../../../work/work-through.ts';
import type { MigrationServices } from '../../context/migration-context.ts';
import { withClaim } from '../../control/with-claim.ts';

/** A repository, and what the process that leads the run has settled for it, as JSON. */
export interface Task {
  readonly source: string;
  readonly decided: string;
}

/** A repository that this process alone works on. */
export interface ClaimedTask extends Task {
  readonly claim: ClaimWriter;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted with it, and when work on another repository has failed in this process. */
  readonly failing: AbortSignal;
}

export interface TakeTurns {
  readonly services: Pick<MigrationServices, 'store' | 'process' | 'clock' | 'held'>;
  readonly runs: SharedRuns;
  readonly dispatcher: Dispatcher;
  readonly migration: string;
  readonly run: SharedRun;
  /** `null`: all of them, also those of no wave. */
  readonly waves: readonly string[] | null;
  /** Repositories at the same time. */
  readonly concurrency: number;
  /** Aborted: nothing more is taken. */
  readonly over: AbortSignal;
  readonly hasEnded: (source: string) => Promise<boolean>;
  /** Works on it, and saves what that came to. */
  readonly work: (task: ClaimedTask) => Promise<void>;
  /** Nothing can be taken. @returns what the queue has lost, if anything */
  readonly onIdle: () => Promise<Task | null>;
  /** Called once a second beside the work. */
  readonly everySecond: () => Promise<void>;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
}

/** Works on repositories of a shared run by their claims, several at a time, until it is over. @throws what any of the work throws */
export async function takeTurns(turns: TakeTurns): Promise<void> {
  const { services, concurrency, signal, over } = turns;
  const lanes = Array.from({ length: concurrency }, () => workOnLane(turns));
  const beside = (failing: AbortSignal) =>
    repeat(
      { ...services, milliseconds: 1000, signal: AbortSignal.any([failing, over]) },
      turns.everySecond,
    );
  await inParallel([beside, ...lanes], { concurrency: concurrency + 1, signal }, (work, failing) =>
    work(failing),
  );
}

function workOnLane(turns: TakeTurns) {
  return async (failing: AbortSignal): Promise<void> => {
    const queue = queueOf(turns, failing);
    await workThrough(queue, (task) => workOn(turns, task, failing));
    if (failing.aborted) throw endedBy(failing);
  };
}

function queueOf(turns: TakeTurns, failing: AbortSignal) {
  const { services, runs, dispatcher, migration, run, waves, over } = turns;
  return createSharedQueue<Task>({
    ...{ dispatcher, run, clock: services.clock, first: [], ended: new Set<string>() },
    selection: { migrations: [migration], waves },
    isMeant: () => false,
    find: (source, decided) => (decided === null ? null : { source, decided }),
    hasEnded: turns.hasEnded,
    isKeptBack: async () => false,
    takeLost: turns.onIdle,
    isOver: () => over.aborted || failing.aborted,
    // Until `over`: what waits may come back from another process.
    mayComeBack: () => true,
    isDone: async () => (await runs.findRun(migration))?.id !== run.id,
    ...{ onSettled() {}, queueAgain: async () => false, onError() {} },
    signal: AbortSignal.any([failing, over]),
  });
}

function workOn(
  { services, runs, migration, run, work, signal }: TakeTurns,
  { source, decided }: Task,
  failing: AbortSignal,
): Promise<'ended' | Elsewhere> {
  return withClaim({ services, runs, migration, run: run.id, source }, async (handle) => {
    const stop = (one: AbortSignal) => AbortSignal.any([one, handle.lost]);
    const signals = { signal: stop(signal), failing: stop(failing) };
    await work({ source, decided, claim: handle.writer, ...signals });
    return 'ended' as const;
  });
}
