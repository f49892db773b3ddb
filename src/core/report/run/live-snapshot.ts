import type { BudgetView } from '../../network/budgets.ts';
import type { RepositoryView, WaitView } from './repository-view.ts';
import type { RunState } from './run-state.ts';
import type { WorkSamples } from './work-samples.ts';

/** What only the process of a run knows, and what is worth nothing once the run has ended. */
export interface LiveSnapshot {
  /** Of the run: a snapshot of an earlier one says nothing about it. */
  readonly startedAt: number | null;
  readonly heldSince: number | null;
  readonly heldFor: number;
  readonly wait: WaitView | null;
  readonly samples: WorkSamples;
  readonly budgets: readonly BudgetView[];
  /** Those that are worked on, by slug. */
  readonly repositories: Readonly<Record<string, RepositorySnapshot>>;
}

type RepositorySnapshot = Pick<
  RepositoryView,
  'startedAt' | 'step' | 'steps' | 'stepsDone' | 'progress' | 'points' | 'wait'
> & { readonly status: 'running' | 'waiting' };

/** Pure. */
export function snapshotOf(run: RunState, budgets: readonly BudgetView[]): LiveSnapshot {
  const { startedAt, heldSince, heldFor, wait, samples } = run;
  const repositories: [string, RepositorySnapshot][] = [];
  for (const view of run.repositories.values()) {
    const { status, startedAt, step, steps, stepsDone, progress, points, wait } = view;
    if (status !== 'running' && status !== 'waiting') continue;
    const live = { status, startedAt, step, steps, stepsDone, progress, points, wait };
    repositories.push([view.source, live]);
  }
  return {
    ...{ startedAt, heldSince, heldFor, wait, samples, budgets },
    repositories: Object.fromEntries(repositories),
  };
}

/** A run as the state knows it, with what its process adds. The state decides which repositories are worked on. Pure. */
export function withSnapshot(run: RunState, snapshot: LiveSnapshot): RunState {
  const { startedAt, heldSince, heldFor, wait, samples } = snapshot;
  if (startedAt !== run.startedAt) return run;
  const live = new Map(Object.entries(snapshot.repositories));
  const repositories = new Map(
    [...run.repositories].map(([source, view]) => {
      const added = view.status === 'running' ? live.get(source) : undefined;
      return [source, added === undefined ? view : { ...view, ...added }];
    }),
  );
  return { ...run, heldSince, heldFor, wait, samples, repositories };
}
