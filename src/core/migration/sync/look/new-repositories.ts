import type { Plan } from '../../../plan/plan-schema.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import type { MigrationWriter, Store } from '../../../ports/store.ts';

interface Looking {
  readonly store: Pick<Store, 'listMigrations' | 'listRepositories'>;
  readonly writer: MigrationWriter;
  readonly migration: Migration;
  readonly plan: Plan;
  /** Of this migration, on the source. */
  readonly ids: ReadonlySet<string>;
}

/**
 * Repositories that the workspace got after the migration was begun, and that no migration has. A host that does not say
 * when one was created is looked at from the first sync on: what it has then counts as known.
 */
export async function findNewRepositories(
  looking: Looking,
  listing: readonly SourceRepository[],
): Promise<readonly SourceRepository[]> {
  const { migration, ids } = looking;
  const others = listing.filter((one) => !ids.has(one.id));
  if (others.length === 0) return [];
  const planned = await plannedSlugs(looking);
  const undated = others.filter(({ createdAt }) => createdAt === null);
  const known = undated.length === 0 ? null : await readKnown(looking);
  if (undated.length > 0 && known === null) await saveKnown(looking, undated);
  return others.filter(({ id, slug, createdAt }) => {
    if (planned.has(slug)) return false;
    if (createdAt !== null) return Date.parse(createdAt) > migration.createdAt;
    return known !== null && !known.has(id);
  });
}

/** Of this migration and of all others from the same workspace: a company may plan its teams one by one. */
async function plannedSlugs({ store, migration, plan }: Looking): Promise<ReadonlySet<string>> {
  const slugs = new Set(plan.repositories.map(({ source }) => source));
  for (const other of await store.listMigrations()) {
    const { kind, workspace } = other.source;
    const isOfThis = kind === migration.source.kind && workspace === migration.source.workspace;
    if (!isOfThis || other.status === 'cancelled') continue;
    for (const { source } of await store.listRepositories(other.id)) slugs.add(source);
  }
  return slugs;
}

const knownId = 'workspace';

/** Kept with the plan's first repository. */
const keeperOf = ({ plan }: Looking) => plan.repositories[0]?.source ?? '';

async function readKnown(looking: Looking): Promise<ReadonlySet<string> | null> {
  const row = await looking.writer.findObject(keeperOf(looking), 'sync', knownId);
  try {
    const ids: unknown = JSON.parse(row?.data ?? 'null');
    return Array.isArray(ids) ? new Set(ids.map(String)) : null;
  } catch {
    return null;
  }
}

async function saveKnown(
  looking: Looking,
  repositories: readonly SourceRepository[],
): Promise<void> {
  const { writer } = looking;
  const keeper = keeperOf(looking);
  const data = JSON.stringify(repositories.map(({ id }) => id));
  await writer.recordIntent(keeper, 'sync', knownId);
  await writer.recordResult(keeper, 'sync', knownId, { targetId: knownId, targetUrl: '', data });
}
