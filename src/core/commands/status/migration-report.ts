import type { Migration, RepositoryState } from '../../ports/records/migration.ts';
import type { SyncRecord } from '../../replica/recorded/sync-record.ts';
import { holdingWait } from '../../report/estimate/holding-wait.ts';
import { limitedBy } from '../../report/estimate/throughput.ts';
import { timeLeft } from '../../report/estimate/time-left.ts';
import { groupFailures } from '../../report/failure-lines.ts';
import type { RepositoryView } from '../../report/run/repository-view.ts';
import { activeTime } from '../../report/run/repository-view.ts';
import type { RunState } from '../../report/run/run-state.ts';
import { percentOf, workDone } from '../../report/run/work-done.ts';
import type { ToDo } from '../../report/summary/to-dos.ts';
import {
  stageOf,
  type TargetsReached,
  withoutRolledBack,
} from '../../verbs/cutover/targets-reached.ts';
import { isoTime, migrationFacts, type Shown } from './migration-facts.ts';

export interface SyncedState extends RepositoryState {
  /** `null`: it was never synced. */
  readonly sync: SyncRecord | null;
}

/** The pull requests that earlier runs have written, by repository. */
export type Written = ReadonlyMap<string, { readonly total: number; readonly comments: number }>;

export type MigrationReport = ReturnType<typeof migrationReport>;

/** All that the state tells of one migration, as JSON has it and as lines are made of. Pure. */
export function migrationReport(known: {
  migration: Shown<Migration>;
  repositories: readonly SyncedState[];
  run: RunState;
  targets: TargetsReached;
  /** When a cut-over that has not ended locked its first source. */
  lockedSince?: number | null;
  /** Slugs. */
  rolledBackSources?: ReadonlySet<string>;
  /** Its targets stay closed until the cut-over. */
  follows?: boolean;
  written: Written;
  /** Left to people; none while a run works on it. */
  toDos?: readonly ToDo[];
  /** Nobody works on it. */
  isOver: boolean;
  now: number;
}) {
  const { migration, repositories, run, targets, written, isOver, now } = known;
  const { rolledBackSources = new Set<string>(), follows = false } = known;
  const { lockedSince = null, toDos = [] } = known;
  const isCompleted = migration.status === 'completed';
  const work = workDone(run);
  const { total: _total, done: _done, share, ...counts } = work;
  const wait = isOver ? null : holdingWait(run, now);
  const limit = isOver ? null : limitedBy(run, now);
  const left = isOver ? null : timeLeft({ run, now });
  return {
    ...migrationFacts(migration),
    stage: stageOf(targets, { isCompleted, follows }),
    pausedSince: isOver || run.heldSince === null ? null : isoTime(run.heldSince),
    percent: withoutRolledBack(percentOf(share), targets),
    counts,
    /** How many repositories are on the target, locked, opened and rolled back; since when the first of an unfinished cut-over is locked. */
    targets,
    lockedSince: lockedSince === null ? null : isoTime(lockedSince),
    /** Of the last run, without pauses. */
    milliseconds: activeTime(run, now),
    millisecondsLeft: left === null ? null : Math.round(left),
    limitedBy: limit,
    waiting: wait && {
      host: wait.host,
      ...(wait.service !== undefined && { service: wait.service }),
      reason: wait.reason,
      until: isoTime(wait.until),
    },
    pullRequests: pullRequestsOf([...run.repositories.values()], written),
    failures: failuresOf(repositories),
    toDo: toDos.map(({ pages: _, ...toDo }) => toDo),
    repositories: repositories.map((one) => ({
      ...repositoryReport(one, run.repositories.get(one.source), written),
      rolledBack: rolledBackSources.has(one.source),
    })),
  };
}

/** How many pull requests and comments have arrived, as far as events tell; `total` is `null` while some are uncounted. */
function pullRequestsOf(views: readonly RepositoryView[], written: Written) {
  let done = 0;
  let comments = 0;
  let total: number | null = 0;
  for (const { source, progress, expected, status, ...view } of views) {
    const pullRequests = view.pullRequests ?? written.get(source) ?? null;
    const writing = progress?.what === 'writing' ? progress : null;
    done += pullRequests?.total ?? writing?.done ?? 0;
    comments += pullRequests?.comments ?? 0;
    const isOut = status === 'skipped' || status === 'failed' || status === 'succeeded';
    const all = pullRequests?.total ?? writing?.total ?? expected ?? (isOut ? 0 : null);
    total = total === null || all === null ? null : total + all;
  }
  return { done, total, comments };
}

function failuresOf(repositories: readonly SyncedState[]) {
  const failed = repositories.flatMap(({ source, failure }) =>
    failure === null ? [] : [{ source, failure }],
  );
  return groupFailures(failed).map(({ cause, members }) => ({
    ...cause,
    repositories: members.map(({ source }) => source),
  }));
}

function repositoryReport(
  { startedAt, finishedAt, sync, ...repository }: SyncedState,
  view: RepositoryView | undefined,
  written: Written,
) {
  const isAtWork = view?.status === 'running' || view?.status === 'waiting';
  const { step = null, progress = null, pullRequests = null } = view ?? {};
  return {
    ...repository,
    status: isAtWork && repository.status === 'running' ? view.status : repository.status,
    step: isAtWork ? step : null,
    progress: isAtWork && progress !== null ? { ...progress } : null,
    pullRequests: pullRequests?.total ?? written.get(repository.source)?.total ?? null,
    sync: sync && {
      outcome: sync.outcome,
      reason: sync.reason,
      syncedAt: sync.syncedAt === null ? null : isoTime(sync.syncedAt),
      triedAt: isoTime(sync.triedAt),
    },
    startedAt: startedAt === null ? null : isoTime(startedAt),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
  };
}
