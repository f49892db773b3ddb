import { interrupted } from '../../kernel/errors.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { RunHandler } from '../../work/pausing/run-controller.ts';
import type { RunTasks } from '../../work/run-tasks.ts';
import {
  createMemoryQueue,
  type Elsewhere,
  type Settled,
  type TaskQueue,
} from '../../work/task-queue.ts';
import { startSpacing } from '../control/start-spacing.ts';
import type {
  JobOutcome,
  RepositoryTask,
  RunRepositories,
  SharedWork,
} from './repositories-run.ts';
import { finishSkipped, runJob } from './repository-job.ts';

/** Which repository is next, by the plan and a person's requests. */
export interface Scheduler extends Pick<RunTasks<PlannedRepository>, 'queueOf' | 'startLane'> {
  readonly handler: RunHandler;
  /** Resolves when all of a person's requests are stored. */
  settled(): Promise<void>;
}

interface SchedulerOptions extends RunRepositories {
  /** Aborted: no repository is begun any more. */
  readonly over: AbortSignal;
  readonly onError: (thrown: unknown) => void;
}

interface Scheduling {
  readonly run: SchedulerOptions;
  readonly queue: TaskQueue<PlannedRepository>;
  readonly writes: ReturnType<typeof trackWrites>;
  readonly waitForTurn: ReturnType<typeof startSpacing>;
  /** Skips a repository that is worked on, by slug. */
  readonly skips: Map<string, AbortController>;
  readonly skippedHere: Set<string>;
  /** By slug. */
  readonly outcomes: Map<string, JobOutcome>;
  isFinished: boolean;
}

export function createScheduler(run: SchedulerOptions): Scheduler {
  const { context, over, repositories } = run;
  const { runController, clock } = context;
  const conditions = { over, mayComeBack: () => mayComeBack(scheduling) };
  const shared = sharedOf(run);
  const queue =
    shared?.createQueue(conditions) ?? createMemoryQueue({ repositories, ...conditions });
  const scheduling: Scheduling = {
    run,
    queue,
    writes: trackWrites({ onError: run.onError, onEnd: queue.lookAgain }),
    waitForTurn: startSpacing({
      clock,
      milliseconds: context.options.delayMilliseconds,
      pass: runController.pauseGate.pass,
    }),
    skips: new Map(),
    skippedHere: new Set(),
    outcomes: new Map(),
    isFinished: false,
  };
  shared?.watch((source, outcome) => {
    scheduling.outcomes.set(source, outcome);
    queue.lookAgain();
  });
  const planned = new Map(repositories.map((one) => [one.source, one]));
  return {
    queueOf: () => takenQueue(scheduling),
    startLane: () => startLane(scheduling),
    handler: {
      skip: (source) => skipRepository(scheduling, source),
      retry: (source) => retryRepository(scheduling, planned.get(source)),
      pause(isPaused) {
        if (shared !== null) scheduling.writes.start(() => shared.pause(isPaused));
      },
      finish() {
        scheduling.isFinished = true;
        queue.lookAgain();
      },
    },
    settled: scheduling.writes.settled,
  };
}

/** While a person is present, what has failed may be retried. */
function mayComeBack({ run, skips, writes, outcomes, isFinished }: Scheduling): boolean {
  if (!run.context.runController.isAttended() || isFinished) return writes.count() > 0;
  return skips.size + writes.count() > 0 || [...outcomes.values()].includes('failed');
}

function skipRepository(scheduling: Scheduling, source: string): void {
  const { run, queue, writes, skips, skippedHere, outcomes } = scheduling;
  const working = skips.get(source);
  if (working !== undefined) {
    working.abort(interrupted());
    return;
  }
  const one = queue.takeOut(source);
  if (one === null) return;
  writes.start(async () => {
    const skipped = await claimTask(run, one, ({ work }) =>
      finishSkipped({ ...run, work }, one, run.context.clock.now()),
    );
    if (skipped === 'elsewhere') {
      await sharedOf(run)?.skip(source);
      return;
    }
    outcomes.set(source, 'skipped');
    skippedHere.add(source);
    await queue.settle(source, 'ended');
  });
}

function retryRepository(scheduling: Scheduling, one: PlannedRepository | undefined): void {
  if (one === undefined) return;
  const { run, queue, writes, skippedHere, outcomes, isFinished } = scheduling;
  const { source } = one;
  const { emit } = run.context;
  const hasEnded = outcomes.get(source) === 'failed' || skippedHere.has(source);
  if (!hasEnded || run.over.aborted || isFinished) return;
  outcomes.delete(source);
  skippedHere.delete(source);
  writes.start(async () => {
    const fresh = { failure: null, reason: null, startedAt: null, finishedAt: null };
    await claimTask(run, one, ({ work }) => work.keep(source, { status: 'pending', ...fresh }));
    emit({ type: 'repository-queued', repository: source });
    queue.putBack(one);
  });
}

/** A failure of the queue ends the run. */
function takenQueue({ run, queue, skips }: Scheduling): ReturnType<Scheduler['queueOf']> {
  return {
    take: () =>
      queue.take().catch((thrown: unknown) => {
        run.onError(thrown);
        return null;
      }),
    async settle(source, how) {
      await queue.settle(source, how).catch(run.onError);
      skips.delete(source);
      queue.lookAgain();
    },
  };
}

/** Migrates one repository after the other. */
function startLane(scheduling: Scheduling): ReturnType<Scheduler['startLane']> {
  const { run } = scheduling;
  // Milliseconds since 1970; `null` before the first.
  let endedAt: number | null = null;
  return async (one) => {
    const how = await migrateRepository(scheduling, one, endedAt);
    if (!run.skipped.has(one.source)) endedAt = run.context.clock.now();
    return how;
  };
}

/** @param endedAt when the one before was ended; `null`: this is the first */
async function migrateRepository(
  scheduling: Scheduling,
  one: PlannedRepository,
  endedAt: number | null,
): Promise<Settled> {
  const { run, skips, skippedHere, outcomes } = scheduling;
  const skipping = new AbortController();
  skips.set(one.source, skipping);
  try {
    // What stops this wait is handled right after it.
    await waitForStart(scheduling, { one, endedAt }, skipping.signal).catch(() => {});
    if (run.over.aborted) return 'open';
    const outcome = await claimTask(run, one, ({ skip, ...task }) =>
      runJob({ ...run, ...task, skip: anySignal(skipping.signal, skip) }, one),
    );
    if (outcome === 'elsewhere') return outcome;
    outcomes.set(one.source, outcome);
    if (outcome === 'skipped' && skipping.signal.aborted) skippedHere.add(one.source);
    return 'ended';
  } catch (thrown) {
    run.onError(thrown);
    return 'open';
  }
}

/** At once, where nobody else works on the repositories. */
function claimTask<T>(
  run: SchedulerOptions,
  one: PlannedRepository,
  use: (task: RepositoryTask) => Promise<T>,
): Promise<T | Elsewhere> {
  const { work, signal } = run;
  return 'withTask' in work ? work.withTask(one, use) : use({ work, signal, skip: null });
}

function sharedOf({ work }: SchedulerOptions): SharedWork | null {
  return 'withTask' in work ? work : null;
}

function anySignal(one: AbortSignal, other: AbortSignal | null): AbortSignal {
  return other === null ? one : AbortSignal.any([one, other]);
}

/** A skipped target costs the hosts nothing: no delay. */
async function waitForStart(
  { run, waitForTurn }: Scheduling,
  { one, endedAt }: { readonly one: PlannedRepository; readonly endedAt: number | null },
  skip: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([run.signal, run.drain, skip]);
  if (run.skipped.has(one.source)) await run.context.runController.pauseGate.pass(signal);
  else await waitForTurn(endedAt, signal);
}

/** Stores a person's requests; a failure ends the run. */
function trackWrites(listener: { onError: (thrown: unknown) => void; onEnd: () => void }) {
  const writes = new Set<Promise<void>>();
  return {
    start(write: () => Promise<void>): void {
      const started = write()
        .catch(listener.onError)
        .finally(() => {
          writes.delete(started);
          listener.onEnd();
        });
      writes.add(started);
    },
    count: () => writes.size,
    async settled(): Promise<void> {
      while (writes.size > 0) await Promise.all(writes);
    },
  };
}
