import type { MigratorError } from '../../kernel/errors.ts';
import type { Migration, RepositoryState } from '../../ports/records/migration.ts';
import type { EarlierRepository, RunCounts } from '../../ports/records/run-results.ts';
import type { Store } from '../../ports/store.ts';
import { expectedWork } from '../../report/run/expected-work.ts';

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

/** Tells whether every repository of the migration has had its turn: those of other waves may not. */
export async function hasEnded(store: Store, migration: string): Promise<boolean> {
  const open: readonly RepositoryState['status'][] = ['pending', 'running', 'waiting'];
  return (await store.listRepositories(migration)).every(({ status }) => !open.includes(status));
}

/** Returns what earlier runs have finished and this one leaves as it is. */
export async function endedEarlier(
  store: Store,
  run: { migration: Migration; repositories: readonly { readonly source: string }[] },
): Promise<readonly EarlierRepository[]> {
  const ofThisRun = new Set(run.repositories.map(({ source }) => source));
  const states = await store.listRepositories(run.migration.id);
  const expected = expectedWork(await store.listEvents(run.migration.id, 'run-started'));
  return states.flatMap(({ source, target, status, refs, webUrl, reason }) => {
    const hasEnded = status === 'succeeded' || status === 'skipped' || status === 'failed';
    if (!hasEnded || ofThisRun.has(source)) return [];
    return [{ source, target, outcome: status, refs, webUrl, reason, ...expected.get(source) }];
  });
}

export function statusOf(
  stoppedBy: MigratorError | null,
  counts: RunCounts,
): 'completed' | 'completed_with_failures' | 'paused' {
  if (stoppedBy !== null) return 'paused';
  return counts.failed > 0 ? 'completed_with_failures' : 'completed';
}
