import type { Migration } from '../../../ports/records/migration.ts';
import type { Store } from '../../../ports/store.ts';
import { isRolledBack, rowsOfTarget } from '../../../replica/context/target-phase.ts';
import type { CutoverRepository } from '../run/cutover-request.ts';

/** Finds the migration whose cut-over has opened a target of this source; `null` where there is none. */
export type OpenedElsewhere = (
  one: Pick<CutoverRepository, 'planned' | 'sourceId'>,
) => Promise<string | null>;

/**
 * Finds another migration of this state whose cut-over has opened a target of the same source, at least in part. It may have
 * found the source locked and have added nothing of its own: without that lock there would be two live copies.
 */
export async function openedElsewhere(
  store: Pick<Store, 'listMigrations' | 'listObjects'>,
  { id, source }: Pick<Migration, 'id' | 'source'>,
): Promise<OpenedElsewhere> {
  const others = (await store.listMigrations()).filter((other) => {
    const isSame = other.source.kind === source.kind && other.source.workspace === source.workspace;
    return other.id !== id && isSame;
  });
  return async ({ planned, sourceId }) => {
    for (const other of others) {
      const list = store.listObjects.bind(store, other.id, planned.source);
      const [made] = await list('repository', sourceId);
      if (made?.sourceId !== sourceId) continue;
      const { targetId } = made;
      const opened = rowsOfTarget(await list('cutover', 'open'), targetId);
      const isOpen = opened.some((row) => row.sourceId === 'open');
      if (isOpen && !isRolledBack(await list('rollback'), targetId)) return other.id;
    }
    return null;
  };
}
