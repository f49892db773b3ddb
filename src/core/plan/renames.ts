import { MigratorError } from '../kernel/errors.ts';
import { quoteInput } from '../kernel/format/shorten-input.ts';
import {
  nameChangeText,
  type ResolveTargetNames,
  type TargetName,
} from '../ports/target-naming.ts';

/** Slug on the source to name on the target. */
export type Renames = ReadonlyMap<string, string>;

/**
 * `--rename api=core-api`, one for each repository. Pure.
 * @throws `usage` where one is malformed, or a repository has two
 */
export function parseRenames(texts: readonly string[]): Renames {
  const renames = new Map<string, string>();
  for (const text of texts) {
    const [, slug = '', target = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (slug === '' || renames.has(slug)) {
      const what = slug === '' ? 'is not <slug>=<name>' : 'renames a repository twice';
      throw new MigratorError('usage', `--rename ${quoteInput(text)} ${what}`, {
        hint: 'For example --rename api=core-api: the Bitbucket slug, then the GitHub name.',
      });
    }
    renames.set(slug, target);
  }
  return renames;
}

export interface ResolvedName extends TargetName {
  /** Why a new name cannot be used; `null` for all others. */
  readonly problem: string | null;
}

/** The names on the target: first those that follow from the source, then the renamed ones, which never change. Pure. */
export function resolveNames(options: {
  repositories: readonly { readonly slug: string; readonly wanted: string }[];
  renames: Renames;
  resolveTargetNames: ResolveTargetNames;
}): readonly ResolvedName[] {
  const { repositories, renames, resolveTargetNames } = options;
  const others = repositories.filter(({ slug }) => !renames.has(slug));
  const resolved = resolveTargetNames(others.map(({ wanted }) => wanted));
  const names = new Map(others.map(({ slug }, index) => [slug, resolved[index]]));
  const owners = new Map(
    others.map(({ slug }) => [names.get(slug)?.target.toLowerCase() ?? '', slug]),
  );
  return repositories.map(({ slug, wanted }) => {
    const target = renames.get(slug);
    if (target === undefined) {
      return { source: wanted, target: wanted, changes: [], ...names.get(slug), problem: null };
    }
    const owner = owners.get(target.toLowerCase());
    if (owner === undefined) owners.set(target.toLowerCase(), slug);
    const problem = owner === undefined ? invalid(target, resolveTargetNames) : sameName(owner);
    return { source: wanted, target, changes: [], problem };
  });
}

function sameName(slug: string): string {
  return `${slug} already has this name`;
}

function invalid(name: string, resolveTargetNames: ResolveTargetNames): string | null {
  const [{ target, changes } = { target: name, changes: [] }] = resolveTargetNames([name]);
  return changes.length === 0
    ? null
    : `not a valid name: use ${target} (${nameChangeText(changes)})`;
}
