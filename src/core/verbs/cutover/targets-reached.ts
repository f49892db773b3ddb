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
  const all = await Promise.all(
    (await store.listRepositories(migration)).map(({ source }) =>
      reachedBy(store, migration, source),
    ),
  );
  const count = (key: keyof Reached) => all.filter((one) => one[key]).length;
  return {
    repositories: all.length,
    ...{ created: count('created'), rolledBack: count('rolledBack') },
    ...{ locked: count('locked'), opened: count('opened') },
  };
}

type Reached = Readonly<Record<Exclude<keyof TargetsReached, 'repositories'>, boolean>>;

async function reachedBy(
  store: Pick<Store, 'listObjects'>,
  migration: string,
  source: string,
): Promise<Reached> {
  const none = { created: false, rolledBack: false, locked: false, opened: false };
  const [made] = await store.listObjects(migration, source, 'repository');
  const targetId = made?.targetId ?? null;
  if (targetId === null) return none;
  const [rollback, cutover, locks] = await Promise.all([
    store.listObjects(migration, source, 'rollback'),
    store.listObjects(migration, source, 'cutover'),
    store.listObjects(migration, source, 'source-lock'),
  ]);
  if (isRolledBack(rollback, targetId)) return { ...none, rolledBack: true };
  const opened = phaseOf({ cutover, rollback, targetId }) !== 'closed';
  return { ...none, created: true, opened, locked: locks.length > 0 };
}

/** Tells whether a rollback has taken everything away that the migration created. Pure. */
export function isAllRolledBack({ created, rolledBack }: TargetsReached): boolean {
  return rolledBack > 0 && created === 0;
}
