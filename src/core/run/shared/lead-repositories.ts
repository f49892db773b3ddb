import type { MigratorError } from '../../kernel/errors.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { TimedEvent } from '../../ports/records/events.ts';
import type { DispatchedRepository } from '../../ports/state/dispatcher.ts';
import { isRepositoryClaim, type SharedRun } from '../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { Sharing } from '../../replica/context/migration-context.ts';
import type { EventSink } from '../../report/event-sink.ts';
import type { JobOutcome, RunRepositories, SharedWork } from '../repositories/repositories-run.ts';
import type { RepositoryWork } from '../repositories/repository-work.ts';
import { runRepositories } from '../repositories/run-repositories.ts';
import { type Leading, leadRun } from './lead-run.ts';
import type { RunOutcomes } from './other-processes/run-outcomes.ts';
import { watchOtherProcesses } from './other-processes/watch-other-processes.ts';
import { watchRequests } from './other-processes/watch-requests.ts';
import { findPlanned, type SharedWorkOptions, toDispatched } from './shared-work.ts';

export interface LeadRepositories extends Omit<RunRepositories, 'shared' | 'work'> {
  readonly sharing: Sharing;
  readonly writer: MigrationWriter;
  readonly events: EventSink;
  readonly run: SharedRun;
  readonly workBy: SharedWorkOptions['workBy'];
  readonly outcomes: RunOutcomes;
  /** JSON for the process that takes a repository; `null`: this process alone works on it. Skipped ones are its own. */
  readonly decide: (source: string) => string | null;
  /** Milliseconds since 1970: what other processes have ended since is of this run. */
  readonly since: number;
  /** True if this process has recorded the event. */
  readonly isOwn: (event: TimedEvent) => boolean;
}

export interface Led {
  readonly stoppedBy: MigratorError | null;
  /** This process leaves, and others go on. */
  readonly isContinued?: boolean;
}

/** Milliseconds between two looks at whether a repository was lost from the queue. */
const lostInterval = 20_000;

/** Works through the repositories together with all processes that join. Any of them may go away and come back. */
export function leadRepositories(job: LeadRepositories): Promise<Led> {
  const { sharing, context, skipped } = job;
  const { migration } = context;
  function toTask(planned: PlannedRepository): DispatchedRepository | null {
    const taskOptions = skipped.has(planned.source) ? null : job.decide(planned.source);
    return taskOptions === null
      ? null
      : toDispatched(job.run, migration, { ...planned, taskOptions });
  }
  const led = { ...job, services: context, migration, toTask, onFailure: 'leave' } as const;
  return leadRun(led, async (leading) => {
    const { stoppedBy } = await runTogether({ ...job, toTask }, leading);
    if (stoppedBy === null) await leading.othersEnd();
    const claims = stoppedBy === null ? [] : await sharing.runs.listClaims(migration);
    const isContinued = claims.some(isRepositoryClaim);
    return { result: { stoppedBy, isContinued }, isContinued };
  });
}

interface RunTogether extends LeadRepositories {
  readonly toTask: (planned: PlannedRepository) => DispatchedRepository | null;
}

async function runTogether(job: RunTogether, leading: Leading<PlannedRepository>) {
  const { context, repositories, sharing, events, skipped, outcomes, toTask } = job;
  const { migration, clock, store } = context;
  const { open } = leading;
  const stop = new AbortController();
  let failure: unknown = null;
  const fail = (thrown: unknown) => {
    failure ??= thrown;
    stop.abort(thrown);
  };
  const signal = AbortSignal.any([job.signal, stop.signal]);
  const here = new Set<string>();
  let onOtherEnded: (source: string, outcome: JobOutcome) => void = () => {};
  let lookedAt = clock.now();

  /** A worker that was killed at a bad moment may have left a repository that nobody would take. */
  async function queueLost(): Promise<void> {
    if (clock.now() - lookedAt < lostInterval) return;
    lookedAt = clock.now();
    await others.catchUp();
    await leading.queueOpen();
  }
  const others = watchOtherProcesses({
    ...{ store, runs: sharing.runs, migration, events, clock, outcomes, since: job.since },
    process: context.process,
    targets: new Map(repositories.map(({ source, target }) => [source, target])),
    isOpen: (source) => open.has(source) && !here.has(source),
    isHere: (source) => here.has(source),
    isOwn: job.isOwn,
    onEnded(source, outcome) {
      open.delete(source);
      onOtherEnded(source, outcome);
    },
    // The next look is at once.
    onLeft() {
      lookedAt = Number.NEGATIVE_INFINITY;
    },
    onError: fail,
  });
  const shared = leading.share<RepositoryWork>({
    ...{ signal, onError: fail, find: findPlanned(repositories), workBy: job.workBy },
    first: repositories.filter((one) => toTask(one) === null),
    hasEnded: outcomes.hasEnded,
    again: (planned) => (outcomes.areFinal ? null : toTask(planned)),
    async isDone() {
      await queueLost();
      return open.size === 0;
    },
    takeLost: () =>
      takeLost(leading, { here, hasEnded: outcomes.hasEnded, catchUp: others.catchUp }),
    watch(onEnded) {
      onOtherEnded = onEnded;
    },
  });
  const { runs } = sharing;
  const { controls } = context.runController;
  const forget = await watchRequests({ runs, migration, clock, controls, onError: fail });
  const ended = await runRepositories({
    ...{ context, repositories, signal, drain: job.drain, skipped },
    work: markedHere(shared, here),
  }).finally(() => Promise.all([others.stop(), forget()]));
  if (failure !== null) throw failure;
  return ended;
}

/** @param here gets what this process works on, before the claim: otherwise it could look like another process's */
function markedHere(shared: SharedWork, here: Set<string>): SharedWork {
  return {
    ...shared,
    async withTask(planned, use) {
      here.add(planned.source);
      try {
        return await shared.withTask(planned, use);
      } finally {
        here.delete(planned.source);
      }
    },
  };
}

/** Gives out what nobody works on and has not ended, where the queue has none. */
async function takeLost(
  leading: Leading<PlannedRepository>,
  given: Pick<RunOutcomes, 'hasEnded'> & {
    readonly here: ReadonlySet<string>;
    readonly catchUp: () => Promise<void>;
  },
): Promise<PlannedRepository | null> {
  const lost = await leading.takeLost();
  if (lost === null || given.here.has(lost.source)) return null;
  if (!(await given.hasEnded(lost.source))) return lost;
  await given.catchUp();
  return null;
}
