import { MigratorError } from '../../../kernel/errors.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { Store } from '../../../ports/store.ts';
import { openedTargets, wasRemoved } from '../../../replica/context/target-phase.ts';
import type { CutoverRepository } from '../run/cutover-request.ts';

type One = Pick<CutoverRepository, 'planned' | 'sourceId' | 'targetId'>;

/**
 * Finds the migration whose cut-over has opened another target of this source, at least in part; `null` where there is none. Reads
 * the state anew each time.
 */
export type OpenedElsewhere = (one: One) => Promise<string | null>;

/** Another target was opened since it was looked at first. */
export class OpenedMeanwhile extends MigratorError {
  /** A migration. */
  readonly by: string;

  constructor(source: string, by: string) {
    super('refused', `${by} opened another GitHub repository for ${source}, so it stays locked`, {
      hint: 'To unlock it, roll that migration back first.',
    });
    this.by = by;
  }
}

/** Another migration may open its target while this one waits for a host. @throws OpenedMeanwhile */
export async function mustBeUnopened(openedBy: OpenedElsewhere, one: One): Promise<void> {
  const by = await openedBy(one);
  if (by !== null) throw new OpenedMeanwhile(one.planned.source, by);
}

interface PlannedElsewhere {
  readonly migration: string;
  /** The source's slug in its plan, which may be an older one. */
  readonly repository: string;
}

/**
 * Other targets of the same source, by its id: in other migrations of this state, or in this one before a reset. They may have
 * found the source locked and have added nothing of their own: without that lock there would be two live copies.
 */
export async function openedElsewhere(
  store: Pick<Store, 'listMigrations' | 'listRepositories' | 'listObjects'>,
  migration: Pick<Migration, 'id' | 'source'>,
): Promise<OpenedElsewhere> {
  const places = await placesBySource(store, migration);
  return async ({ planned, sourceId, targetId }) => {
    const own = { migration: migration.id, repository: planned.source };
    if ((await openIn(store, own)).some((target) => target !== targetId)) return migration.id;
    for (const place of places.get(sourceId) ?? [])
      if ((await openIn(store, place)).length > 0) return place.migration;
    return null;
  };
}

/** Where other migrations have brought each source, by its id. */
async function placesBySource(
  store: Parameters<typeof openedElsewhere>[0],
  { id, source }: Pick<Migration, 'id' | 'source'>,
): Promise<ReadonlyMap<string, readonly PlannedElsewhere[]>> {
  const places = new Map<string, PlannedElsewhere[]>();
  for (const other of await store.listMigrations()) {
    const isSame = other.source.kind === source.kind && other.source.workspace === source.workspace;
    if (other.id === id || !isSame) continue;
    for (const { source: repository } of await store.listRepositories(other.id)) {
      for (const { sourceId } of await store.listObjects(other.id, repository, 'repository')) {
        const found = places.get(sourceId) ?? [];
        places.set(sourceId, [...found, { migration: other.id, repository }]);
      }
    }
  }
  return places;
}

/** Ids of targets that a cut-over has opened, and that no rollback has taken away; empty text: an earlier version named none. */
async function openIn(
  store: Pick<Store, 'listObjects'>,
  { migration, repository }: PlannedElsewhere,
): Promise<readonly string[]> {
  const list = store.listObjects.bind(store, migration, repository);
  const [made] = await list('repository');
  const opened = openedTargets(await list('cutover', 'open'), made?.targetId ?? '');
  if (opened.length === 0) return [];
  const rollback = await list('rollback');
  return opened.filter((target) => !wasRemoved(rollback, target));
}
