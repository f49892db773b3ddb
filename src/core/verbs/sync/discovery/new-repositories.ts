import { defineDocument } from '../../../journal/document.ts';
import { writtenRecords } from '../../../journal/repository-records.ts';
import type { Plan } from '../../../plan/plan-schema.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import type { MigrationWriter, Store } from '../../../ports/store.ts';

interface NewRepositorySearch {
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
  search: NewRepositorySearch,
  listing: readonly SourceRepository[],
): Promise<readonly SourceRepository[]> {
  const { migration, ids } = search;
  const others = listing.filter((one) => !ids.has(one.id));
  if (others.length === 0) return [];
  const planned = await plannedSlugs(search);
  const undated = others.filter(({ createdAt }) => createdAt === null);
  const known = undated.length === 0 ? null : await undatedIds.read(keeperOf(search));
  if (undated.length > 0 && known === null) {
    await undatedIds.save(
      keeperOf(search),
      undated.map(({ id }) => id),
    );
  }
  return others.filter(({ id, slug, createdAt }) => {
    if (planned.has(slug)) return false;
    if (createdAt !== null) return Date.parse(createdAt) > migration.createdAt;
    return known !== null && !known.has(id);
  });
}

/** Of this migration and of all others from the same workspace: a company may plan its teams one by one. */
async function plannedSlugs({
  store,
  migration,
  plan,
}: NewRepositorySearch): Promise<ReadonlySet<string>> {
  const slugs = new Set(plan.repositories.map(({ source }) => source));
  for (const other of await store.listMigrations()) {
    const { kind, workspace } = other.source;
    const isOfThis = kind === migration.source.kind && workspace === migration.source.workspace;
    if (!isOfThis || other.status === 'cancelled') continue;
    for (const { source } of await store.listRepositories(other.id)) slugs.add(source);
  }
  return slugs;
}

/** Ids of repositories that were there at the first sync; kept with the plan's first repository. */
const undatedIds = defineDocument('sync', 'workspace', {
  parse: (found) => (Array.isArray(found) ? new Set(found.map(String)) : null),
});

function keeperOf({ writer, plan }: NewRepositorySearch) {
  return writtenRecords(writer, plan.repositories[0]?.source ?? '');
}
