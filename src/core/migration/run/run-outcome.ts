import type { RunCounts } from '../../ports/events.ts';
import type { RepositoryState } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import type { RepositoriesOutcome } from './repositories-run.ts';

/** Of the whole migration, earlier runs included. */
export async function countAll(store: Store, migration: string): Promise<RunCounts> {
  const states = await store.listRepositories(migration);
  const withStatus = (status: RepositoryState['status']) =>
    states.filter((state) => state.status === status).length;
  return {
    succeeded: withStatus('succeeded'),
    skipped: withStatus('skipped'),
    failed: withStatus('failed'),
  };
}

export function statusOf(
  outcome: RepositoriesOutcome,
  counts: RunCounts,
): 'completed' | 'completed_with_failures' | 'paused' {
  if (outcome.stoppedBy !== null) return 'paused';
  return counts.failed > 0 ? 'completed_with_failures' : 'completed';
}
