/** A column of a table: what it needs and how it gives way. */
export interface Column {
  /** Narrower than this it is left out. */
  readonly minimum: number;
  /** Wider than this it need not be. */
  readonly ideal: number;
  /** The greater, the sooner it is left out; 0, or none, stays whatever happens. */
  readonly rank?: number;
}

/**
 * Widths for columns side by side: every one gets its minimum, then the space that is left is dealt out from the left.
 * Columns that do not fit are left out (0), the highest rank first. Pure.
 * @param options.gap columns between two of them
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
