import type { RepositoryStatus } from '../../ports/records/migration.ts';
import type { RepositoryView } from './repository-view.ts';

/** Of all repositories of a migration, how many are in which state, and how much of the work is done. */
export interface WorkDone extends Readonly<Record<RepositoryStatus, number>> {
  readonly total: number;
  /** In repositories, those that are half-way with their share. */
  readonly done: number;
}

/** Pure. */
export function workDone(run: {
  readonly repositories: ReadonlyMap<string, RepositoryView>;
}): WorkDone {
  const counts = { succeeded: 0, skipped: 0, failed: 0, running: 0, waiting: 0, pending: 0 };
  let done = 0;
  for (const repository of run.repositories.values()) {
    counts[repository.status] += 1;
    done += shareDone(repository);
  }
  return { total: run.repositories.size, ...counts, done };
}

/** The share of a migration that is through: a repository that failed is not. Pure. */
export function shareThrough({ total, done, failed }: Pick<WorkDone, 'total' | 'done' | 'failed'>) {
  return total === 0 ? 1 : Math.max(0, done - failed) / total;
}

/** Steps of a repository that is migrated by requests. */
const usualSteps = 9;

/** By steps, and by how far the running one is where it reports that; 1 for what has ended. Pure. */
function shareDone({
  status,
  stepsDone,
  stepCount = usualSteps,
  progress,
}: RepositoryView): number {
  if (status === 'succeeded' || status === 'skipped' || status === 'failed') return 1;
  if (status === 'pending') return 0;
  const known = progress?.total ?? 0;
  const within = known > 0 ? Math.min(1, (progress?.done ?? 0) / known) : 0;
  return Math.min(0.99, (stepsDone + within) / stepCount);
}
