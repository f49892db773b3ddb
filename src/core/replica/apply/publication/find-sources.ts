import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { hasCode, type MigratorError } from '../../../kernel/errors.ts';
import type { PlannedRepository } from '../../../plan/plan-schema.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import type { SourceHost } from '../../../ports/source-host.ts';
import { asRepositoryFailure } from '../../context/as-repository-failure.ts';

/** More than these are looked up in the list of the workspace. */
export const few = 20;

/** A repository as the source has it now. */
export type FoundSource =
  | { readonly kind: 'found'; readonly repository: SourceRepository }
  | { readonly kind: 'gone' }
  /** Another one has taken its name. */
  | { readonly kind: 'replaced' }
  | { readonly kind: 'failed'; readonly error: MigratorError };

interface FoundSources {
  /** By the planned slug. */
  readonly found: ReadonlyMap<string, FoundSource>;
  /** The repositories of the workspace; `null` where they were not listed. */
  readonly listing: readonly SourceRepository[] | null;
}

interface SourceSearch {
  readonly source: Pick<SourceHost, 'findRepository' | 'listRepositories'>;
  readonly workspace: string;
  readonly repositories: readonly PlannedRepository[];
  /** Ids on the source by planned slug: a repository stays the same when it is renamed. */
  readonly ids: ReadonlyMap<string, string>;
  /** Few are asked for one by one, and the workspace is listed where one is not found. */
  readonly areFew: boolean;
  readonly signal: AbortSignal;
}

/** Finds the migrated repositories by their ids: in the list of the workspace, a request for every 50 to 100 of it. */
export async function findSources(search: SourceSearch): Promise<FoundSources> {
  const found = new Map<string, FoundSource>();
  if (search.areFew) await findEach(search, search.repositories, found);
  const missing = search.repositories.filter(({ source }) => found.get(source)?.kind !== 'found');
  if (missing.length === 0 && search.areFew) return { found, listing: null };
  const listing = await listAll(search);
  const byId = new Map((listing ?? []).map((one) => [one.id, one]));
  const bySlug = new Set((listing ?? []).map(({ slug }) => slug));
  const unlisted: PlannedRepository[] = [];
  for (const planned of missing) {
    const repository = byId.get(search.ids.get(planned.source) ?? '');
    if (repository !== undefined) found.set(planned.source, { kind: 'found', repository });
    else if (bySlug.has(planned.source)) found.set(planned.source, { kind: 'replaced' });
    else if (!search.areFew) unlisted.push(planned);
  }
  // The list leaves out what could not be read of it.
  await findEach(search, unlisted, found);
  return { found, listing };
}

/** `null` for credentials that open single repositories alone. */
async function listAll({ source, workspace, signal }: SourceSearch) {
  const listing: SourceRepository[] = [];
  try {
    for await (const page of source.listRepositories({ workspace, isBrief: true, signal })) {
      for (const repository of page.repositories) listing.push(repository);
    }
  } catch (error) {
    if (!hasCode(error, 'credentials', 'permission', 'not-found')) throw error;
    return null;
  }
  return listing;
}

async function findEach(
  search: SourceSearch,
  repositories: readonly PlannedRepository[],
  found: Map<string, FoundSource>,
): Promise<void> {
  await inParallel(repositories, { concurrency: 4 }, async ({ source: slug }) => {
    found.set(slug, await findOne(search, slug));
  });
}

async function findOne(
  { source, workspace, ids, signal }: SourceSearch,
  slug: string,
): Promise<FoundSource> {
  try {
    const repository = await source.findRepository({ workspace, slug, signal });
    if (repository === null) return { kind: 'gone' };
    return repository.id === ids.get(slug) ? { kind: 'found', repository } : { kind: 'replaced' };
  } catch (error) {
    return { kind: 'failed', error: asRepositoryFailure(error) };
  }
}
