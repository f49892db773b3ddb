import type { SelectionItem } from './items.ts';
import type { SelectionState } from './model.ts';

/** Totals of the selected repositories. Pure. */
export function selectedTotals({ items, selected }: Pick<SelectionState, 'items' | 'selected'>): {
  readonly count: number;
  readonly bytes: number;
  /** `null` if none is selected or some were not scanned. */
  readonly pullRequests: number | null;
} {
  const chosen = items.filter(({ slug }) => selected.has(slug));
  const isScanned = chosen.length > 0 && chosen.every(({ pullRequests }) => pullRequests !== null);
  const sum = (value: (item: SelectionItem) => number | null) =>
    chosen.reduce((total, item) => total + (value(item) ?? 0), 0);
  return {
    count: chosen.length,
    bytes: sum(({ size }) => size),
    pullRequests: isScanned ? sum(({ pullRequests }) => pullRequests) : null,
  };
}
