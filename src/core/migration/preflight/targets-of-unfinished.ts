import { MigratorError } from '../../kernel/errors.ts';
import { shellCommand } from '../../kernel/format/shell-quote.ts';
import type { Store } from '../../ports/store.ts';
import { listUnfinished } from '../list-unfinished.ts';

/**
 * Targets that other migrations of the same state have created and still write to.
 * @returns their migrations, by the target's id
 */
export async function targetsOfUnfinished(
  store: Pick<Store, 'listMigrations' | 'findHolder' | 'listRepositories' | 'listObjects'>,
  organization: string,
): Promise<ReadonlyMap<string, string>> {
  const owned = new Map<string, string>();
  for (const { id, kind, organization: other } of await listUnfinished(store)) {
    if (other.toLowerCase() !== organization.toLowerCase()) continue;
    for (const { source, status } of await store.listRepositories(id)) {
      // Only a sync writes to what has arrived.
      if (status === 'skipped' || (status === 'succeeded' && kind !== 'following')) continue;
      for (const { targetId } of await store.listObjects(id, source, 'repository'))
        if (targetId !== null && !owned.has(targetId)) owned.set(targetId, id);
    }
  }
  return owned;
}

export function ownedByUnfinished(fullName: string, migration: string): MigratorError {
  return new MigratorError(
    'target-exists',
    `Repository already exists: ${fullName} belongs to the unfinished migration ${migration}`,
    {
      hint: `Finish it with ${shellCommand(['migrator', 'migrate', '--resume', migration])}, or name another target in the plan.`,
    },
  );
}
