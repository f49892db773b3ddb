import picomatch from 'picomatch';
import type { Inventory, InventoryRepository } from '../discovery/inventory-schema.ts';
import { MigratorError } from '../errors.ts';

/** Which repositories of an inventory are meant. What is empty or missing restricts nothing. */
export interface RepositoryChoice {
  /** Globs over slugs and names; none means all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Only these, by slug. */
  readonly slugs?: ReadonlySet<string> | undefined;
}

/**
 * In the order of the inventory.
 * @throws `input-file` if a slug is wanted that the inventory does not have
 */
export function chooseRepositories(
  inventory: Pick<Inventory, 'repositories'>,
  choice: RepositoryChoice,
): readonly InventoryRepository[] {
  const { slugs } = choice;
  if (slugs !== undefined) refuseUnknown(inventory, slugs);
  const isIncluded = choice.include.length === 0 ? () => true : nameMatcher(choice.include);
  const isExcluded = nameMatcher(choice.exclude);
  return inventory.repositories.filter((repository) => {
    if (slugs !== undefined && !slugs.has(slugOf(repository))) return false;
    return isIncluded(repository) && !isExcluded(repository);
  });
}

/** Whether any of these globs fits a repository's slug or name, in any case. */
export function nameMatcher(
  globs: readonly string[],
): (repository: Pick<InventoryRepository, 'name' | 'slug'>) => boolean {
  if (globs.length === 0) return () => false;
  const matches = picomatch([...globs], { nocase: true });
  return (repository) => matches(slugOf(repository)) || matches(repository.name);
}

/** As Bitbucket makes it of a name, where an inventory written by hand gives none. */
export function slugOf(repository: Pick<InventoryRepository, 'name' | 'slug'>): string {
  return repository.slug ?? repository.name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
}

function refuseUnknown(
  { repositories }: Pick<Inventory, 'repositories'>,
  slugs: ReadonlySet<string>,
): void {
  const known = new Set(repositories.map(slugOf));
  const unknown = [...slugs].filter((slug) => !known.has(slug));
  if (unknown.length === 0) return;
  const shown = unknown.slice(0, 10).join(', ');
  const more = unknown.length > 10 ? ` and ${unknown.length - 10} more` : '';
  throw new MigratorError(
    'input-file',
    `The inventory has no repository of these slugs: ${shown}${more}`,
    { hint: 'Take them out of the list, or discover the workspace again.' },
  );
}
