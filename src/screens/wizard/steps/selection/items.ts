import type { DeepFacts } from '../../../../core/discovery/deep-scan/repository-scan.ts';
import type { InventoryRepository } from '../../../../core/discovery/inventory-schema.ts';
import { count } from '../../../../core/kernel/format/format.ts';
import { nameMatcher, slugOf } from '../../../../core/plan/choose-repositories.ts';

export interface SelectionItem {
  readonly slug: string;
  readonly name: string;
  /** Key of the source's project. */
  readonly project: string | null;
  /** In lower case, for the filter. */
  readonly text: string;
  /** Bytes of Git data, if known. */
  readonly size: number | null;
  /** `null` before a deep scan. */
  readonly pullRequests: number | null;
  readonly usesLfs: boolean | null;
  /** Milliseconds since 1970. */
  readonly activeAt: number | null;
  readonly warnings: readonly string[];
}

/** Bytes: larger repositories are pushed in several parts. */
const large = 2_000_000_000;

/** Pure. */
export function selectionItems(
  repositories: readonly InventoryRepository[],
  facts: ReadonlyMap<string, DeepFacts>,
): readonly SelectionItem[] {
  return repositories.map((repository) => {
    const slug = slugOf(repository);
    const known = { ...repository, ...facts.get(slug) };
    const { open = 0, merged = 0, declined = 0, superseded = 0 } = known.pull_requests ?? {};
    const at = Date.parse(repository.updated_at ?? '');
    return {
      slug,
      name: repository.name,
      project: repository.project?.key ?? null,
      text: `${slug} ${repository.name} ${repository.project?.key ?? ''}`.toLowerCase(),
      size: repository.size_bytes ?? null,
      pullRequests:
        known.pull_requests === undefined ? null : open + merged + declined + superseded,
      usesLfs: known.uses_lfs ?? null,
      activeAt: Number.isNaN(at) ? null : at,
      warnings: warningsOf(known),
    };
  });
}

function warningsOf(repository: InventoryRepository): readonly string[] {
  const { open_from_forks: fromForks = 0, heads_perhaps_gone: gone = 0 } =
    repository.pull_requests ?? {};
  return [
    ...(repository.default_branch === null ? ['empty'] : []),
    ...((repository.size_bytes ?? 0) >= large ? ['large'] : []),
    ...(repository.visibility === 'public' ? ['public'] : []),
    ...(repository.fork_of ? ['fork'] : []),
    ...(repository.archived === true ? ['archived'] : []),
    ...(fromForks > 0
      ? [`${count(fromForks, 'open pull request')} from ${fromForks === 1 ? 'a fork' : 'forks'}`]
      : []),
    ...(gone > 0 ? [`${count(gone, 'pull request')} may have lost commits`] : []),
  ];
}

export const sortings = ['name', 'size', 'pull requests', 'activity', 'warnings'] as const;

export type Sorting = (typeof sortings)[number];

/** The greatest first, unknown values last. Pure. */
export function sortItems(items: readonly SelectionItem[], by: Sorting): readonly SelectionItem[] {
  const values: Readonly<Record<Exclude<Sorting, 'name'>, (item: SelectionItem) => number | null>> =
    {
      size: ({ size }) => size,
      'pull requests': ({ pullRequests }) => pullRequests,
      activity: ({ activeAt }) => activeAt,
      warnings: ({ warnings }) => warnings.length,
    };
  const byName = (one: SelectionItem, other: SelectionItem) =>
    one.slug < other.slug ? -1 : one.slug > other.slug ? 1 : 0;
  if (by === 'name') return [...items].sort(byName);
  const value = values[by];
  return [...items].sort(
    (one, other) => (value(other) ?? -1) - (value(one) ?? -1) || byName(one, other),
  );
}

/** The slugs that match a pattern, without its leading `!`. Pure. */
export function matchesOf(
  { items }: { readonly items: readonly SelectionItem[] },
  pattern: string,
): readonly string[] {
  const glob = pattern.trim().replace(/^!/, '').trim();
  if (glob === '') return [];
  const matches = nameMatcher([glob]);
  return items.filter(matches).map(({ slug }) => slug);
}

/**
 * The first pattern replaces the selection; further ones add to it or, with `!`, clear from it. Pure.
 * @returns `null` where it matches nothing
 */
export function selectByPattern(
  { items, selected }: { items: readonly SelectionItem[]; selected: ReadonlySet<string> },
  pattern: string,
): { readonly selected: ReadonlySet<string>; readonly glob: string } | null {
  const found = matchesOf({ items }, pattern);
  if (found.length === 0) return null;
  const glob = pattern.trim().replace(/^!/, '').trim();
  const isAll = selected.size === items.length;
  if (!pattern.trim().startsWith('!')) {
    return { selected: new Set(isAll ? found : [...selected, ...found]), glob };
  }
  const left = new Set(found);
  return { selected: new Set([...selected].filter((slug) => !left.has(slug))), glob };
}
