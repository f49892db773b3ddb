import { nameMatcher } from '../../../../core/plan/choose-repositories.ts';
import type { SelectionItem } from './items.ts';

/** Slugs that a pattern means; one that begins with `!` leaves out. Pure. */
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
 * The first pattern selects what it means and nothing else; the next ones add to it, or take away. Pure.
 * @returns `null` where it means nothing
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
