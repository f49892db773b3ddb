import { type RepositoryState, wasReset } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { readBaseline } from '../recorded/migrated-baseline.ts';

/**
 * Tells whether a repository was migrated to its end, however far a reset or a repair has come that has begun since: its target
 * holds what was migrated before, and people may work on it.
 */
export async function wasMigrated(
  store: Pick<Store, 'listObjects'>,
  migration: string,
  { source, status }: Pick<RepositoryState, 'source' | 'status'>,
): Promise<boolean> {
  if (status === 'succeeded') return true;
  const [made] = await store.listObjects(migration, source, 'repository');
  const { refs, settings } = await readBaseline(store, migration, source);
  // A first run that failed at its last step has set them as well.
  return settings !== null && (wasReset(made ?? null) || refs?.isPinned === true);
}
