import type { RepositoryView, RunState } from './run-state.ts';
import { stepNames } from './step-names.ts';

/** Of all repositories of a run, how many are how far. */
export interface Tally {
  readonly total: number;
  readonly succeeded: number;
  readonly skipped: number;
  readonly failed: number;
  readonly running: number;
  readonly waiting: number;
  readonly pending: number;
  /** In repositories, those that are half-way with their share. */
  readonly done: number;
}

/** Pure. */
export function tally({ repositories }: RunState): Tally {
  const counts = { succeeded: 0, skipped: 0, failed: 0, running: 0, waiting: 0, pending: 0 };
  let done = 0;
  for (const repository of repositories.values()) {
    counts[repository.status] += 1;
    done += shareDone(repository);
  }
  return { total: repositories.size, ...counts, done };
}

/** By steps, and by how far the step is where it tells; 1 for what has had its turn. Pure. */
export function shareDone({ status, steps, progress }: RepositoryView): number {
  if (status === 'succeeded' || status === 'skipped' || status === 'failed') return 1;
  if (status === 'pending') return 0;
  const ended = steps.filter((step) => step.status === 'done' || step.status === 'skipped').length;
  const known = progress?.total ?? 0;
  const within = known > 0 ? Math.min(1, (progress?.done ?? 0) / known) : 0;
  return Math.min(0.99, (ended + within) / stepNames.length);
}
