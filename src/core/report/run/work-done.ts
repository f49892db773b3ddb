import type { RepositoryStatus } from '../../ports/records/migration.ts';
import type { RepositoryView } from './repository-view.ts';
import { pullsCost, workCost } from './work-cost.ts';

/** Of all repositories of a migration, how many are in which state, and how much of the work is done. */
export interface WorkDone extends Readonly<Record<RepositoryStatus, number>> {
  readonly total: number;
  /** In repositories, those that are half-way with their share. */
  readonly done: number;
  /** Share of the work that is through, by its cost: a repository that failed is not. */
  readonly share: number;
}

/** Pull requests of a repository, in requests, where nobody has counted those of any. */
const usualPulls = 20;

/** Pure. */
export function workDone({
  repositories,
  leastShare = 0,
}: {
  readonly repositories: ReadonlyMap<string, RepositoryView>;
  readonly leastShare?: number;
}): WorkDone {
  const counts = { succeeded: 0, skipped: 0, failed: 0, running: 0, waiting: 0, pending: 0 };
  const uncounted = meanPulls(repositories);
  let [done, behind, all] = [0, 0, 0];
  for (const repository of repositories.values()) {
    const cost = workCost(repository, uncounted);
    counts[repository.status] += 1;
    done += repository.status === 'failed' ? 1 : cost.done / cost.total;
    behind += cost.done;
    all += cost.total;
  }
  const share = all === 0 ? 1 : Math.max(leastShare, behind / all);
  return { total: repositories.size, ...counts, done, share };
}

/** Rounds down: 100 is the end. Pure. */
export function percentOf(share: number): number {
  return Math.floor(100 * share);
}

/** Of the repositories whose pull requests were counted. */
function meanPulls(repositories: ReadonlyMap<string, RepositoryView>): number {
  let [count, sum] = [0, 0];
  for (const view of repositories.values()) {
    const cost = pullsCost(view);
    if (cost === null) continue;
    count += 1;
    sum += cost;
  }
  return count === 0 ? usualPulls : sum / count;
}
