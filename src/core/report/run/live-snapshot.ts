import type { BudgetView } from '../../network/budgets.ts';
import { pendingView, type RepositoryView } from './repository-view.ts';
import type { RunState } from './run-state.ts';

/** Describes what only the process of a run knows, and what is worth nothing once the run has ended. */
export interface LiveSnapshot
  extends Pick<
    RunState,
    'startedAt' | 'processes' | 'heldSince' | 'wait' | 'samples' | 'pace' | 'leastShare'
  > {
  readonly budgets: readonly BudgetView[];
  readonly firstBudgets: readonly BudgetView[];
  /** Repositories that are worked on, by slug. */
  readonly repositories: Readonly<Record<string, RepositorySnapshot>>;
  /**
   * All repositories of a sync, in their order: their state stays that of the migration, and says nothing about it. `null` for
   * other runs.
   */
  readonly synced: readonly SyncedSnapshot[] | null;
}

type SyncedSnapshot = Pick<
  RepositoryView,
  | 'source'
  | 'target'
  | 'status'
  | 'startedAt'
  | 'finishedAt'
  | 'refs'
  | 'webUrl'
  | 'reason'
  | 'failure'
  | 'warnings'
>;

type RepositorySnapshot = Pick<
  RepositoryView,
  | 'startedAt'
  | 'step'
  | 'steps'
  | 'stepsDone'
  | 'progress'
  | 'points'
  | 'wait'
  | 'waited'
  | 'pulls'
  | 'expected'
> & { readonly status: 'running' | 'waiting' };

/** Pure. */
export function snapshotOf(run: RunState): LiveSnapshot {
  const { startedAt, processes, heldSince, wait, samples, pace } = run;
  const { budgets, firstBudgets, leastShare } = run;
  const repositories: [string, RepositorySnapshot][] = [];
  for (const view of run.repositories.values()) {
    const { status, startedAt, step, steps, stepsDone, progress, points } = view;
    const { wait, waited, pulls, expected } = view;
    if (status !== 'running' && status !== 'waiting') continue;
    const now = { status, startedAt, step, steps, stepsDone, progress, points };
    repositories.push([view.source, { ...now, wait, waited, pulls, expected }]);
  }
  return {
    ...{ startedAt, processes, heldSince, wait, samples, pace, budgets, firstBudgets, leastShare },
    repositories: Object.fromEntries(repositories),
    synced: run.isSync ? [...run.repositories.values()].map(syncedOf) : null,
  };
}

function syncedOf(view: RepositoryView): SyncedSnapshot {
  const { source, target, status, startedAt, finishedAt } = view;
  const { refs, webUrl, reason, failure, warnings } = view;
  const end = { refs, webUrl, reason, failure, warnings };
  return { source, target, status, startedAt, finishedAt, ...end };
}

/** A run as the state knows it, with what its process adds. The state decides which repositories are worked on. Pure. */
export function withSnapshot(run: RunState, snapshot: LiveSnapshot): RunState {
  const { startedAt, repositories: worked, synced, ...ofRun } = snapshot;
  // One of an earlier run says nothing about this one.
  if (startedAt !== run.startedAt) return run;
  const live = new Map(Object.entries(worked));
  if (run.isSync && synced !== null) {
    const views = synced.map((one): [string, RepositoryView] => {
      return [one.source, { ...pendingView(one), ...one, ...live.get(one.source) }];
    });
    return { ...run, ...ofRun, repositories: new Map(views) };
  }
  const repositories = new Map(
    [...run.repositories].map(([source, view]) => {
      const added = view.status === 'running' ? live.get(source) : undefined;
      return [source, added === undefined ? view : { ...view, ...added }];
    }),
  );
  return { ...run, ...ofRun, repositories };
}
