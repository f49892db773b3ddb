import type { Migration } from '../../../ports/records/migration.ts';
import type { Store } from '../../../ports/store.ts';
import { isRolledBack, rowsOfTarget } from '../../../replica/context/target-phase.ts';
import type { CutoverRepository } from '../run/cutover-request.ts';

/**
 * Finds another migration of this state whose cut-over has opened a target of the same source, at least in part. It may have
 * found the source locked and have added nothing of its own: without that lock there would be two live copies.
 * @returns its id; `null` where there is none
 */
export async function openedElsewhere(
  store: Pick<Store, 'listMigrations' | 'listObjects'>,
  { id, source }: Pick<Migration, 'id' | 'source'>,
  { planned, sourceId }: Pick<CutoverRepository, 'planned' | 'sourceId'>,
): Promise<string | null> {
  for (const other of await store.listMigrations()) {
    const isSame = other.source.kind === source.kind && other.source.workspace === source.workspace;
    if (other.id === id || !isSame) continue;
    const list = store.listObjects.bind(store, other.id, planned.source);
    const [made] = await list('repository', sourceId);
    if (made?.sourceId !== sourceId) continue;
    const { targetId } = made;
    const opened = rowsOfTarget(await list('cutover', 'open'), targetId);
    const isOpen = opened.some((row) => row.sourceId === 'open');
    if (isOpen && !isRolledBack(await list('rollback'), targetId)) return other.id;
  }
  return null;
}
