import picomatch from 'picomatch';
import type { InventoryRepository } from '../discovery/inventory-schema.ts';
import { MigratorError } from '../kernel/errors.ts';
import { slugFinder, slugOfName } from './find-repository.ts';

/** Which repositories of an inventory are meant. What is empty or missing restricts nothing. */
export interface RepositoryChoice {
  /** Globs over slugs and names; none means all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Only these, by slug or name. */
  readonly slugs?: ReadonlySet<string> | undefined;
}

/**
 * In the order of the inventory.
 * @throws `input-file` if one is wanted that the inventory does not have, `usage` for a name that several have
 */
export function chooseRepositories<One extends Pick<InventoryRepository, 'name' | 'slug'>>(
  inventory: { readonly repositories: readonly One[] },
  choice: RepositoryChoice,
): readonly One[] {
  const slugs = choice.slugs === undefined ? undefined : resolve(inventory, choice.slugs);
  const isIncluded = choice.include.length === 0 ? () => true : nameMatcher(choice.include);
  const isExcluded = nameMatcher(choice.exclude);
  return inventory.repositories.filter((repository) => {
    if (slugs !== undefined && !slugs.has(slugOf(repository))) return false;
    return isIncluded(repository) && !isExcluded(repository);
  });
}

/** Tells whether any of these globs fits a repository's slug or name, in any case. */
export function nameMatcher(
  globs: readonly string[],
): (repository: Pick<InventoryRepository, 'name' | 'slug'>) => boolean {
  if (globs.length === 0) return () => false;
  // A slug may begin with a dot: `.github`.
  const matches = picomatch([...globs], { nocase: true, dot: true });
  return (repository) => matches(slugOf(repository)) || matches(repository.name);
}

/** As Bitbucket makes it of a name, where an inventory written by hand gives none. */
export function slugOf(repository: Pick<InventoryRepository, 'name' | 'slug'>): string {
  return repository.slug ?? slugOfName(repository.name);
}

/** Slugs of those that are listed by slug or name. */
function resolve(
  {
    repositories,
  }: { readonly repositories: readonly Pick<InventoryRepository, 'name' | 'slug'>[] },
  listed: ReadonlySet<string>,
): ReadonlySet<string> {
  const named = repositories.map((one) => ({ slug: slugOf(one), name: one.name }));
  const find = slugFinder(named, '--repositories');
  const slugs = new Set<string>();
  const unknown: string[] = [];
  for (const text of listed) {
    const slug = find(text);
    if (slug === null) unknown.push(text);
    else slugs.add(slug);
  }
  if (unknown.length === 0) return slugs;
  const shown = unknown.slice(0, 10).join(', ');
  const more = unknown.length > 10 ? ` and ${unknown.length - 10} more` : '';
  throw new MigratorError(
    'input-file',
    `The inventory has no repositories with these slugs or names: ${shown}${more}`,
    { hint: 'Remove them from the list, or discover the workspace again.' },
  );
}
