import type { BudgetView } from '../../network/budgets.ts';
import type { RepositoryView } from './repository-view.ts';
import type { RunState } from './run-state.ts';

/** What only the process of a run knows, and what is worth nothing once the run has ended. */
export interface LiveSnapshot
  extends Pick<RunState, 'startedAt' | 'heldSince' | 'heldFor' | 'wait' | 'samples' | 'pace'> {
  readonly budgets: readonly BudgetView[];
  readonly firstBudgets: readonly BudgetView[];
  /** Those that are worked on, by slug. */
  readonly repositories: Readonly<Record<string, RepositorySnapshot>>;
}

type RepositorySnapshot = Pick<
  RepositoryView,
  'startedAt' | 'step' | 'steps' | 'stepsDone' | 'progress' | 'points' | 'wait' | 'waited' | 'pulls'
> & { readonly status: 'running' | 'waiting' };

/** Pure. */
export function snapshotOf(run: RunState): LiveSnapshot {
  const { startedAt, heldSince, heldFor, wait, samples, pace, budgets, firstBudgets } = run;
  const repositories: [string, RepositorySnapshot][] = [];
  for (const view of run.repositories.values()) {
    const { status, startedAt, step, steps, stepsDone, progress, points } = view;
    const { wait, waited, pulls } = view;
    if (status !== 'running' && status !== 'waiting') continue;
    const now = { status, startedAt, step, steps, stepsDone, progress, points };
    repositories.push([view.source, { ...now, wait, waited, pulls }]);
  }
  return {
    ...{ startedAt, heldSince, heldFor, wait, samples, pace, budgets, firstBudgets },
    repositories: Object.fromEntries(repositories),
  };
}

/** A run as the state knows it, with what its process adds. The state decides which repositories are worked on. Pure. */
export function withSnapshot(run: RunState, snapshot: LiveSnapshot): RunState {
  const { startedAt, repositories: worked, ...ofRun } = snapshot;
  // One of an earlier run says nothing about this one.
  if (startedAt !== run.startedAt) return run;
  const live = new Map(Object.entries(worked));
  const repositories = new Map(
    [...run.repositories].map(([source, view]) => {
      const added = view.status === 'running' ? live.get(source) : undefined;
      return [source, added === undefined ? view : { ...view, ...added }];
    }),
  );
  return { ...run, ...ofRun, repositories };
}
