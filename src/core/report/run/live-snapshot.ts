import type { BudgetView } from '../../network/budget/budget-view.ts';
import type { RepositoryView, WaitView } from './repository-view.ts';
import type { RunState } from './run-state.ts';

/** What holds for a moment only, and is worth nothing once the run has ended: bars, waits and the hosts' limits. */
export interface LiveSnapshot {
  readonly isHeld: boolean;
  readonly wait: WaitView | null;
  readonly budgets: readonly BudgetView[];
  /** Those that are worked on, by slug. */
  readonly repositories: Readonly<Record<string, RepositorySnapshot>>;
}

type RepositorySnapshot = Pick<RepositoryView, 'progress' | 'points' | 'wait'>;

/** Pure. */
export function momentOf(run: RunState, budgets: readonly BudgetView[]): LiveSnapshot {
  const { isHeld, wait } = run;
  const repositories: Record<string, RepositorySnapshot> = {};
  for (const { source, progress, points, wait } of run.repositories.values()) {
    if (progress !== null || wait !== null) repositories[source] = { progress, points, wait };
  }
  return { isHeld, wait, budgets, repositories };
}

/** A run as its state tells, with what its moment adds. A repository that the state knows to be done has none. Pure. */
export function withMoment(run: RunState, moment: LiveSnapshot): RunState {
  const repositories = new Map(
    [...run.repositories].map(([slug, view]) => [slug, added(view, moment)]),
  );
  return { ...run, isHeld: moment.isHeld, wait: moment.wait, repositories };
}

function added(view: RepositoryView, moment: LiveSnapshot): RepositoryView {
  if (view.status !== 'running' || !Object.hasOwn(moment.repositories, view.source)) return view;
  const { progress, points, wait } = moment.repositories[view.source] as RepositorySnapshot;
  return { ...view, progress, points, wait, status: wait === null ? 'running' : 'waiting' };
}
