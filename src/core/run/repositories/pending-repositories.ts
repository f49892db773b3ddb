import type { Plan, PlannedRepository } from '../../plan/plan-schema.ts';
import {
  type CreatedObject,
  type Migration,
  type RepositoryState,
  wasReset,
} from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { numberedRows } from '../../replica/apply/closed-target/numbered-rows.ts';
import { ownToReplace } from '../../replica/apply/steps/replaced/renaming-intent.ts';

export interface Pending {
  /** Repositories that are not finished already. */
  readonly repositories: readonly PlannedRepository[];
  /** Slugs of those whose creation this migration has begun: their target may exist. */
  readonly begun: ReadonlySet<string>;
  /** Of them, those whose target was made. */
  readonly unfinished: ReadonlySet<string>;
  /** Ids of the targets of those that start over, or make room, by slug: somebody may have put others in their place. */
  readonly made: ReadonlyMap<string, string>;
  /** The newest number of a pull request that was made on the target, by slug; left out where that is not known. */
  readonly newestMade: ReadonlyMap<string, number>;
}

/**
 * @param options.migration `null`: none of this plan was begun
 * @param options.reset slugs of those to start over, whatever became of them
 */
export async function pendingRepositories(options: {
  store: Store;
  plan: Plan;
  migration: Migration | null;
  reset: ReadonlySet<string>;
  /** Slugs of those that are gone through once more as they are. */
  reopened: ReadonlySet<string>;
  /** Runs the checks again, because the problem of one repository has been solved. */
  looksAgain: boolean;
}): Promise<Pending> {
  const { store, plan, migration, reset, reopened } = options;
  const begun = new Set<string>();
  const unfinished = new Set<string>();
  const made = new Map<string, string>();
  const newestMade = new Map<string, number>();
  if (migration === null)
    return { repositories: plan.repositories, begun, unfinished, made, newestMade };
  const open = new Set<string>();
  /** A refusal leaves its step behind and no object: that step reports again what prevents it. */
  const wasRefused = async ({ source }: RepositoryState) => {
    const steps = await store.listSteps(migration.id, source);
    return steps.some(({ name }) => name === 'create');
  };
  for (const state of await store.listRepositories(migration.id)) {
    const { source } = state;
    if (!isOpen(state) && !reset.has(source) && !reopened.has(source)) continue;
    open.add(source);
    const objects = await store.listObjects(migration.id, source, 'repository');
    const replaced = await store.listObjects(migration.id, source, 'replaced');
    const startsOver = reset.has(source) ? objects : objects.filter(wasReset);
    const known = earlierTarget({ made: objects, startsOver, replaced });
    if (known !== null) made.set(source, known);
    else if (objects.length > 0) {
      begun.add(source);
      if (targetOf(objects) !== null) unfinished.add(source);
      const newest = await newestOf(store, migration.id, source);
      if (newest !== null) newestMade.set(source, newest);
    } else if (!options.looksAgain && !reset.has(source) && (await wasRefused(state)))
      begun.add(source);
  }
  const repositories = plan.repositories.filter(({ source }) => open.has(source));
  return { repositories, begun, unfinished, made, newestMade };
}

/** `null` where a lost answer may have made one more. */
async function newestOf(store: Store, migration: string, source: string): Promise<number | null> {
  const objects = await numberedRows((...of) => store.listObjects(migration, source, ...of));
  if (objects.some(({ targetId }) => targetId === null)) return null;
  return Math.max(0, ...objects.map(({ targetId }) => Number(targetId)));
}

function isOpen({ status }: RepositoryState): boolean {
  return status !== 'succeeded' && status !== 'skipped';
}

/** Finds the target of one that starts over, or that makes room. Pure. */
function earlierTarget(rows: {
  readonly made: readonly CreatedObject[];
  readonly startsOver: readonly CreatedObject[];
  readonly replaced: readonly CreatedObject[];
}): string | null {
  if (rows.made.length === 0) return ownToReplace(rows.replaced);
  return targetOf(rows.startsOver);
}

function targetOf(objects: readonly CreatedObject[]): string | null {
  return objects.find(({ targetId }) => targetId !== null)?.targetId ?? null;
}
