import type { CreatedObject, Migration } from '../../ports/records/migration.ts';
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

/**
 * Counts by what the state holds; asks no host. `changedAt`: when the newest step of a repository, a cut-over or a rollback
 * was begun; 0 before any. `rolledBackSources`: the slugs of those that a rollback has taken away.
 */
export async function readTargetsReached(
  store: Pick<Store, 'listRepositories' | 'listTargetObjects'>,
  migration: string,
): Promise<
  TargetsReached & {
    readonly changedAt: number;
    readonly rolledBackSources: ReadonlySet<string>;
  }
> {
  const rows = await store.listTargetObjects(migration);
  const bySource = [...rows].map(([source, one]) => [source, reachedBy(one)] as const);
  const all = bySource.map(([, one]) => one);
  const count = (key: keyof Reached) => all.filter((one) => one[key]).length;
  return {
    repositories: (await store.listRepositories(migration)).length,
    ...{ created: count('created'), rolledBack: count('rolledBack') },
    ...{ locked: count('locked'), opened: count('opened') },
    rolledBackSources: new Set(
      bySource.flatMap(([source, { rolledBack }]) => (rolledBack ? [source] : [])),
    ),
    changedAt: Math.max(0, ...[...rows.values()].flat().map(({ intendedAt }) => intendedAt)),
  };
}

type Reached = Readonly<Record<Exclude<keyof TargetsReached, 'repositories'>, boolean>>;

/** Pure. */
function reachedBy(rows: readonly CreatedObject[]): Reached {
  const none = { created: false, rolledBack: false, locked: false, opened: false };
  const of = (wanted: CreatedObject['kind']) => rows.filter(({ kind }) => kind === wanted);
  const targetId = of('repository')[0]?.targetId ?? null;
  if (targetId === null) return none;
  const [rollback, cutover] = [of('rollback'), of('cutover')];
  if (isRolledBack(rollback, targetId)) return { ...none, rolledBack: true };
  const opened = phaseOf({ cutover, rollback, targetId }) !== 'closed';
  return { ...none, created: true, opened, locked: of('source-lock').length > 0 };
}

/** A run notes its end in the migration; a cut-over and a rollback leave only their steps. Pure. */
export function lastChange(
  { updatedAt }: Pick<Migration, 'updatedAt'>,
  { changedAt }: { readonly changedAt: number },
): number {
  return Math.max(updatedAt, changedAt);
}

/** Says that a cut-over or a rollback has come to its end; `null` before. Pure. */
export function reachedText(targets: TargetsReached): 'cut over' | 'rolled back' | null {
  if (isAllRolledBack(targets)) return 'rolled back';
  return targets.opened > 0 && targets.opened === targets.created ? 'cut over' : null;
}

export const stages = ['waits-for-cutover', 'locked', 'cut-over', 'rolled-back'] as const;

/** For programs: how far a cut-over or a rollback has come, which the status does not tell; `null`: it tells all. Pure. */
export function stageOf(
  targets: TargetsReached,
  { isCompleted, follows }: { readonly isCompleted: boolean; readonly follows: boolean },
): (typeof stages)[number] | null {
  const reached = reachedText(targets);
  if (reached !== null) return reached === 'cut over' ? 'cut-over' : 'rolled-back';
  if (targets.locked > 0) return 'locked';
  return isCompleted && follows ? 'waits-for-cutover' : null;
}

/** Tells whether a rollback has taken everything away that the migration created. Pure. */
export function isAllRolledBack({ created, rolledBack }: TargetsReached): boolean {
  return rolledBack > 0 && created === 0;
}
