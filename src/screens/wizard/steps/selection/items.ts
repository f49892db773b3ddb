import type { DeepFacts } from '../../../../core/discovery/deep-scan/repository-scan.ts';
import type { InventoryRepository } from '../../../../core/discovery/inventory-schema.ts';
import { slugOf } from '../../../../core/plan/choose-repositories.ts';

/** A repository as the selection shows it. */
export interface SelectionItem {
  readonly slug: string;
  readonly name: string;
  /** In lower case, for the filter. */
  readonly text: string;
  /** Bytes of Git data; `null`: not known. */
  readonly size: number | null;
  /** `null` before a deep look. */
  readonly pullRequests: number | null;
  readonly usesLfs: boolean | null;
  /** Milliseconds since 1970. */
  readonly activeAt: number | null;
  readonly warnings: readonly string[];
}

/** Bytes: pushes of more than two gigabytes are cut into several. */
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
    ...(fromForks > 0 ? [`${fromForks} open from forks`] : []),
    ...(gone > 0 ? [`${gone} without commits`] : []),
  ];
}

export const sortings = ['name', 'size', 'pull requests', 'activity', 'warnings'] as const;

export type Sorting = (typeof sortings)[number];

/** What is most of it comes first; what is not known comes last. Pure. */
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
