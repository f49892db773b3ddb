import type { Store } from '../../ports/store.ts';
import { isRolledBack, phaseOf } from '../../replica/context/target-phase.ts';

/** How many repositories of a migration have come how far. */
export interface TargetsReached {
  readonly repositories: number;
  /** Created on the target, and not rolled back. */
  readonly created: number;
  /** A rollback has taken them away, or begun to. */
  readonly rolledBack: number;
  /** A cut-over has locked their sources. */
  readonly locked: number;
  /** A cut-over has opened their targets, or begun to. */
  readonly opened: number;
}

/** Counts by what the state holds; asks no host. */
export async function readTargetsReached(
  store: Pick<Store, 'listRepositories' | 'listObjects'>,
  migration: string,
): Promise<TargetsReached> {
  const reached = { repositories: 0, created: 0, rolledBack: 0, locked: 0, opened: 0 };
  for (const { source } of await store.listRepositories(migration)) {
    reached.repositories += 1;
    const [made] = await store.listObjects(migration, source, 'repository');
    const targetId = made?.targetId ?? null;
    if (targetId === null) continue;
    const rollback = await store.listObjects(migration, source, 'rollback');
    if (isRolledBack(rollback, targetId)) {
      reached.rolledBack += 1;
      continue;
    }
    reached.created += 1;
    const cutover = await store.listObjects(migration, source, 'cutover');
    if (phaseOf({ cutover, rollback, targetId }) !== 'closed') reached.opened += 1;
    const locks = await store.listObjects(migration, source, 'source-lock');
    if (locks.length > 0) reached.locked += 1;
  }
  return reached;
}

/** Tells whether a rollback has taken everything away that the migration created. Pure. */
export function isAllRolledBack({ created, rolledBack }: TargetsReached): boolean {
  return rolledBack > 0 && created === 0;
}
