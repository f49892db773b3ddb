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
  /** A rollback was ended before it unlocked their sources. */
  readonly unlocking: number;
  /** A cut-over has locked their sources. */
  readonly locked: number;
  /** A cut-over has begun to open their targets, and was ended meanwhile. */
  readonly opening: number;
  /** A cut-over has opened their targets. */
  readonly opened: number;
}

/** The counts, and what goes with them. */
interface ReachedNow {
  readonly targets: TargetsReached;
  /** When the newest step of a repository, a cut-over or a rollback was begun; 0 before any. */
  readonly changedAt: number;
  /** Slugs of those that a rollback has taken away. */
  readonly rolledBackSources: ReadonlySet<string>;
  /** When a cut-over that has not opened all targets locked its first source; `null`: there is none. */
  readonly lockedSince: number | null;
  /** A cut-over has locked their sources, and not opened their targets. */
  readonly lockedClosed: number;
}

/**
 * Counts by what the state holds; asks no host.
 * @param only slugs to count; `null`: all of the migration
 */
export async function readTargetsReached(
  store: Pick<Store, 'listRepositories' | 'listTargetObjects'>,
  migration: string,
  only: ReadonlySet<string> | null = null,
): Promise<ReachedNow> {
  const isWanted = (source: string) => only === null || only.has(source);
  const rows = [...(await store.listTargetObjects(migration))].filter(([source]) =>
    isWanted(source),
  );
  const bySource = rows.map(([source, one]) => [source, reachedBy(one)] as const);
  const all = bySource.map(([, one]) => one);
  const count = (key: keyof Omit<Reached, 'lockedAt'>) => all.filter((one) => one[key]).length;
  const closed = all.flatMap(({ lockedAt, opened }) => (opened ? [] : (lockedAt ?? [])));
  const states = (await store.listRepositories(migration)).filter(({ source }) => isWanted(source));
  return {
    targets: {
      repositories: states.length,
      created: count('created'),
      rolledBack: count('rolledBack'),
      unlocking: count('unlocking'),
      locked: count('locked'),
      opening: count('opening'),
      opened: count('opened'),
    },
    lockedClosed: closed.length,
    lockedSince: closed.length === 0 ? null : Math.min(...closed),
    rolledBackSources: new Set(
      bySource.flatMap(([source, { rolledBack }]) => (rolledBack ? [source] : [])),
    ),
    changedAt: Math.max(0, ...rows.flatMap(([, own]) => own.map(({ intendedAt }) => intendedAt))),
  };
}

type Reached = Readonly<Record<Exclude<keyof TargetsReached, 'repositories'>, boolean>> & {
  readonly lockedAt: number | null;
};

/** Pure. */
function reachedBy(rows: readonly CreatedObject[]): Reached {
  const of = (wanted: CreatedObject['kind']) => rows.filter(({ kind }) => kind === wanted);
  const times = of('source-lock').map(({ intendedAt }) => intendedAt);
  const lockedAt = times.length === 0 ? null : Math.min(...times);
  const lock = { locked: lockedAt !== null, lockedAt };
  const none = {
    created: false,
    rolledBack: false,
    unlocking: false,
    opening: false,
    opened: false,
    ...lock,
  };
  const targetId = of('repository')[0]?.targetId ?? null;
  // One that is imported again, or was reset, keeps its lock.
  if (targetId === null) return none;
  const [rollback, cutover] = [of('rollback'), of('cutover')];
  if (isRolledBack(rollback, targetId)) {
    const unlocking = lock.locked;
    return { ...none, rolledBack: true, unlocking, locked: false, lockedAt: null };
  }
  const phase = phaseOf({ cutover, rollback, targetId });
  return { ...none, created: true, opening: phase === 'opening', opened: phase === 'open' };
}

/** A run notes its end in the migration; a cut-over and a rollback leave only their steps. Pure. */
export function lastChange(
  { updatedAt }: Pick<Migration, 'updatedAt'>,
  { changedAt }: { readonly changedAt: number },
): number {
  return Math.max(updatedAt, changedAt);
}

/** Ends of a cut-over and a rollback, as people read them. */
export const reachedWords = ['cut over', 'rolled back', 'partly rolled back'] as const;
export type ReachedWord = (typeof reachedWords)[number];

/** Says that a cut-over or a rollback has come to its end; `null` before. Pure. */
export function reachedText(targets: TargetsReached): ReachedWord | null {
  const { created, rolledBack, unlocking, locked, opening, opened } = targets;
  if (unlocking > 0) return null;
  if (isAllRolledBack(targets)) return 'rolled back';
  // A repository stays locked once it is open.
  const isHalfway = opening > 0 || locked > opened;
  if (rolledBack > 0) return isHalfway ? null : 'partly rolled back';
  return opened > 0 && opened === created ? 'cut over' : null;
}

/** Says what is left on the target after a rollback of some: `1 of 14 on GitHub, 13 rolled back`; `null`: none was rolled back. Pure. */
export function onTargetText(targets: TargetsReached): string | null {
  const { repositories, created, rolledBack } = targets;
  return rolledBack === 0
    ? null
    : `${created} of ${repositories} on GitHub, ${rolledBack} rolled back`;
}

/** Leaves out of a percentage what a rollback has taken away again. Pure. */
export function withoutRolledBack(
  percent: number,
  { repositories, rolledBack }: TargetsReached,
): number {
  if (rolledBack === 0) return percent;
  return Math.floor((percent * (repositories - rolledBack)) / repositories);
}

export const stages = [
  'waits-for-cutover',
  'locked',
  'cut-over',
  'rolled-back',
  'partly-rolled-back',
] as const;
const stageOfWord: Readonly<Record<ReachedWord, (typeof stages)[number]>> = {
  'cut over': 'cut-over',
  'rolled back': 'rolled-back',
  'partly rolled back': 'partly-rolled-back',
};

/** For programs: how far a cut-over or a rollback has come, which the status does not tell; `null`: it tells all. Pure. */
export function stageOf(
  targets: TargetsReached,
  { isCompleted, follows }: { readonly isCompleted: boolean; readonly follows: boolean },
): (typeof stages)[number] | null {
  const reached = reachedText(targets);
  if (reached !== null) return stageOfWord[reached];
  if (targets.locked > 0 || targets.unlocking > 0) return 'locked';
  return isCompleted && follows ? 'waits-for-cutover' : null;
}

/** Tells whether a rollback has taken everything away that the migration created. Pure. */
export function isAllRolledBack({ created, rolledBack }: TargetsReached): boolean {
  return rolledBack > 0 && created === 0;
}
