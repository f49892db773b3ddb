export interface Column {
  readonly minimum: number;
  readonly ideal: number;
  /** The greatest is left out first; 0 or none is never left out. */
  readonly rank?: number;
}

/**
 * Widths for columns side by side: each gets its minimum, then the remaining space goes to columns from the left, up to their
 * ideal. Columns that do not fit get 0, the greatest rank first. Pure.
 */
export function fitColumns(
  columns: readonly Column[],
  options: { width: number; gap: number },
): readonly number[] {
  const shown = new Set(columns);
  const needed = () =>
    [...shown].reduce((sum, { minimum }) => sum + minimum, 0) + options.gap * (shown.size - 1);
  const leaving = columns
    .filter(({ rank = 0 }) => rank > 0)
    .sort((a, b) => (b.rank ?? 0) - (a.rank ?? 0));
  for (const column of leaving) {
    if (needed() <= options.width) break;
    shown.delete(column);
  }
  let spare = Math.max(0, options.width - needed());
  return columns.map((column) => {
    if (!shown.has(column)) return 0;
    const more = Math.min(spare, Math.max(0, column.ideal - column.minimum));
    spare -= more;
    return column.minimum + more;
  });
}
