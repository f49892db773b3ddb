import { inParallel } from '../../kernel/async/in-parallel.ts';
import { suggest } from '../../kernel/documents/suggest.ts';
import { hasCode, MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import { asRepositoryFailure } from '../../replica/context/as-repository-failure.ts';
import type { Preflight } from './preflight-questions.ts';

type Planned = Pick<Preflight, 'workspace' | 'repositories' | 'signal'> & {
  readonly services: Pick<Preflight['services'], 'source'>;
};

/** So few repositories are asked for one by one: a listing begins with a page of a hundred. */
const fewRepositories = 10;

/**
 * The planned repositories as the source has them now, with as few requests as it takes: from the listing while
 * its pages are cheaper than asking for the rest one by one.
 */
export async function findPlannedSources(
  check: Planned,
): Promise<{ found: ReadonlyMap<string, SourceRepository>; problems: readonly MigratorError[] }> {
  const { workspace, signal, services } = check;
  const found = new Map<string, SourceRepository>();
  const failed = new Map<string, MigratorError>();
  const seen: string[] = [];
  const missing = new Set(check.repositories.map(({ source }) => source));
  const wasListedWhole =
    missing.size > fewRepositories && (await findInListing(check, { missing, found, seen }));
  if (!wasListedWhole) {
    await inParallel([...missing], { concurrency: 4 }, async (slug) => {
      try {
        const repository = await services.source.findRepository({ workspace, slug, signal });
        if (repository !== null) found.set(slug, repository);
      } catch (error) {
        failed.set(slug, asRepositoryFailure(error));
      }
    });
  }
  // In the order of the plan, whichever answer came first.
  const absent = check.repositories.map(({ source }) => source).filter((slug) => !found.has(slug));
  const problems = absent.map((slug) => failed.get(slug) ?? gone(check, slug, suggest(slug, seen)));
  return { found, problems };
}

interface Looking {
  readonly missing: Set<string>;
  readonly found: Map<string, SourceRepository>;
  readonly seen: string[];
}

/** @returns whether it was listed to its end, so that what is missing is not there */
async function findInListing(check: Planned, looking: Looking): Promise<boolean> {
  const { workspace, signal, services } = check;
  const { missing, found, seen } = looking;
  let pages = 0;
  let isWhole = true;
  try {
    for await (const page of services.source.listRepositories({ workspace, signal })) {
      for (const repository of page.repositories) {
        seen.push(repository.slug);
        if (missing.delete(repository.slug)) found.set(repository.slug, repository);
      }
      pages += 1;
      // What the list does not show may exist all the same.
      if (page.unparsed.length > 0) isWhole = false;
      if (missing.size === 0 || pages > missing.size + fewRepositories) return false;
    }
  } catch (refusal) {
    if (pages > 0 || !(await opensOneByOne(check, refusal))) throw refusal;
    return false;
  }
  return isWhole;
}

/** So many are asked for where the list is refused: one may be closed or gone. */
const mostProbed = 3;

/** The token of one project or repository lists no workspace, and opens what it is of. */
async function opensOneByOne(check: Planned, refusal: unknown): Promise<boolean> {
  const { workspace, repositories, services, signal } = check;
  if (!hasCode(refusal, 'credentials', 'permission', 'not-found')) return false;
  for (const { source: slug } of repositories.slice(0, mostProbed)) {
    const found = await services.source
      .findRepository({ workspace, slug, signal })
      .catch((error: unknown) => {
        // What is refused here as well says no more than the list did.
        if (toMigratorError(error).code === 'interrupted') throw error;
        return null;
      });
    if (found !== null) return true;
  }
  return false;
}

function gone({ workspace, services }: Planned, slug: string, meant: string | null): MigratorError {
  const question = meant === null ? '' : ` Did you mean ${meant}?`;
  return new MigratorError(
    'not-found',
    `${workspace}/${slug} does not exist on ${services.source.hostname}`,
    {
      hint: `Remove it from the plan, or check that the credentials can read it.${question}`,
    },
  );
}
