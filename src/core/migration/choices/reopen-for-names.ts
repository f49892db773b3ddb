import type { Migration, MigrationStatus, RepositoryState } from '../../ports/records/migration.ts';
import type { MigrationWriter, Store } from '../../ports/store.ts';
import { readBaseline, withHold } from '../migrated-baseline.ts';
import type { NamesToRewrite } from './names-to-rewrite.ts';

/**
 * Opens the pull-request step again where pull requests stand. A repository that was complete gets nothing besides that has
 * come to the source since.
 */
export async function reopenForNames(options: {
  store: Store;
  writer: MigrationWriter;
  migration: Migration;
  names: NamesToRewrite;
  /** Slugs of those that are begun anew anyway. */
  reset: ReadonlySet<string>;
}): Promise<void> {
  const { store, writer, migration, names, reset } = options;
  const states = await store.listRepositories(migration.id);
  const reopened = states.filter(
    ({ source }) => names.repositories.has(source) && !reset.has(source),
  );
  if (reopened.length === 0) return;
  // First: from here on the migration counts as one that has to go on.
  if (endedStatuses.includes(migration.status)) await writer.setStatus('paused');
  for (const state of reopened) await reopen(options, state);
}

const endedStatuses: readonly MigrationStatus[] = ['completed', 'completed_with_failures'];

async function reopen(
  { store, writer, migration }: { store: Store; writer: MigrationWriter; migration: Migration },
  { source, status }: RepositoryState,
): Promise<void> {
  if (status === 'succeeded') {
    const { refs } = await readBaseline(store, migration.id, source);
    if (refs !== null) await writer.saveObjectData(source, 'refs', 'target', withHold(refs, true));
  }
  const steps = await store.listSteps(migration.id, source);
  for (const { name } of steps) {
    if (name !== 'pull-requests' && name !== 'settings' && name !== 'verify') continue;
    await writer.saveStep(source, { name, status: 'pending', summary: null, data: null });
  }
  await writer.saveRepository(source, { status: 'pending', failure: null });
}
