import type { MigratorError } from '../../kernel/errors.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { TimedEvent } from '../../ports/records/events.ts';
import type { DispatchedRepository, Dispatcher } from '../../ports/state/dispatcher.ts';
import { isRepositoryClaim, type SharedRun } from '../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { Sharing } from '../../replica/context/migration-context.ts';
import type { EventSink } from '../../report/event-sink.ts';
import { findLost } from '../../work/find-lost.ts';
import type { JobOutcome, RunRepositories, SharedWork } from '../repositories/repositories-run.ts';
import { runRepositories } from '../repositories/run-repositories.ts';
import { followOthers } from './others/follow-others.ts';
import { followWishes } from './others/follow-wishes.ts';
import type { RunEnds } from './others/run-ends.ts';
import { shareRun } from './share-run.ts';
import {
  createSharedWork,
  plannedTasks,
  type SharedWorkOptions,
  toDispatched,
} from './shared-work.ts';

export interface Coordinate extends Omit<RunRepositories, 'shared' | 'work'> {
  readonly sharing: Sharing;
  readonly writer: MigrationWriter;
  readonly events: EventSink;
  readonly run: SharedRun;
  readonly workBy: SharedWorkOptions['workBy'];
  readonly ends: RunEnds;
  /** JSON for the process that takes a repository; `null`: this process alone works on it. Skipped ones are its own. */
  readonly decide: (source: string) => string | null;
  /** Milliseconds since 1970: what other processes have ended since is of this run. */
  readonly since: number;
  /** True if this process has recorded the event. */
  readonly isOwn: (event: TimedEvent) => boolean;
}

export interface Coordinated {
  readonly stoppedBy: MigratorError | null;
  /** This process leaves, and others go on. */
  readonly isContinued?: boolean;
}

/** Milliseconds between two looks at whether a repository was lost from the queue. */
const lostInterval = 20_000;

/** Works through the repositories together with all processes that join. Any of them may go away and come back. */
export async function coordinate(job: Coordinate): Promise<Coordinated> {
  const { sharing, context, repositories } = job;
  const { migration, clock } = context;
  const tasks = toQueue(job, repositories);
  const shared = { clock, migration, tasks, onFailure: 'leave' } as const;
  return shareRun({ ...job, ...shared }, async ({ dispatcher, othersEnd }) => {
    const { stoppedBy } = await runTogether(job, dispatcher);
    if (stoppedBy === null) await othersEnd();
    const claims = stoppedBy === null ? [] : await sharing.runs.listClaims(migration);
    const isContinued = claims.some(isRepositoryClaim);
    return { result: { stoppedBy, isContinued }, left: isContinued };
  });
}

/** `null`: this process alone works on it. */
function dispatched(
  { run, context, skipped, decide }: Coordinate,
  planned: PlannedRepository,
): DispatchedRepository | null {
  const decided = skipped.has(planned.source) ? null : decide(planned.source);
  return decided === null ? null : toDispatched(run, context.migration, { ...planned, decided });
}

function toQueue(job: Coordinate, repositories: Iterable<PlannedRepository>) {
  return [...repositories].flatMap((one) => dispatched(job, one) ?? []);
}

async function runTogether(job: Coordinate, dispatcher: Dispatcher) {
  const { context, repositories, sharing, events, run, skipped, ends } = job;
  const { migration, clock, store } = context;
  const stop = new AbortController();
  let failure: unknown = null;
  const fail = (thrown: unknown) => {
    failure ??= thrown;
    stop.abort(thrown);
  };
  const signal = AbortSignal.any([job.signal, stop.signal]);
  const open = new Map(repositories.map((one) => [one.source, one]));
  const here = new Set<string>();
  let tell: (source: string, outcome: JobOutcome) => void = () => {};
  let lookedAt = clock.now();

  /** A worker that was killed at a bad moment may have left a repository that nobody would take. */
  async function queueLost(): Promise<void> {
    if (clock.now() - lookedAt < lostInterval) return;
    lookedAt = clock.now();
    await others.catchUp();
    await dispatcher.queue(toQueue(job, open.values()));
  }
  const others = followOthers({
    ...{ store, runs: sharing.runs, migration, events, clock, ends, since: job.since },
    process: context.process,
    targets: new Map(repositories.map(({ source, target }) => [source, target])),
    isOpen: (source) => open.has(source) && !here.has(source),
    isHere: (source) => here.has(source),
    isOwn: job.isOwn,
    onEnded(source, outcome) {
      open.delete(source);
      tell(source, outcome);
    },
    // The next look is at once.
    onLeft() {
      lookedAt = Number.NEGATIVE_INFINITY;
    },
    onError: fail,
  });
  const shared = createSharedWork({
    ...{ services: context, runs: sharing.runs, dispatcher, migration, run },
    ...plannedTasks(repositories),
    ...{ waves: null, leads: true, signal, onError: fail },
    first: repositories.filter((one) => dispatched(job, one) === null),
    hasEnded: ends.hasEnded,
    again: (planned) => (ends.areFinal ? null : dispatched(job, planned)),
    workBy: job.workBy,
    async isDone() {
      await queueLost();
      return open.size === 0;
    },
    takeLost: lostTaker(job, { open, here, catchUp: others.catchUp }),
    onSettled: (source) => void open.delete(source),
    onQueued: (planned) => void open.set(planned.source, planned),
    follow(onEnded) {
      tell = onEnded;
    },
  });
  const { runs } = sharing;
  const { controls } = context.runController;
  const forget = await followWishes({ runs, migration, clock, controls, onError: fail });
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
    async withTurn(planned, use) {
      here.add(planned.source);
      try {
        return await shared.withTurn(planned, use);
      } finally {
        here.delete(planned.source);
      }
    },
  };
}

/** Gives out what nobody works on and has not ended, where the queue has none. */
function lostTaker(
  { sharing, context: { migration, clock }, ends }: Coordinate,
  given: {
    readonly open: ReadonlyMap<string, PlannedRepository>;
    readonly here: ReadonlySet<string>;
    readonly catchUp: () => Promise<void>;
  },
): () => Promise<PlannedRepository | null> {
  const { open, here, catchUp } = given;
  const find = findLost({ runs: sharing.runs, migration, open, now: clock.now });
  return async () => {
    const lost = await find();
    if (lost === null || here.has(lost.source)) return null;
    if (!(await ends.hasEnded(lost.source))) return lost;
    await catchUp();
    return null;
  };
}
