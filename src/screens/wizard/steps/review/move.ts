/** A window over lines, some of which are rows with a cursor. */
interface Cursor {
  /** Index of the row. */
  readonly cursor: number;
  /** Lines above the window. */
  readonly scrolled: number;
}

interface Lines {
  /** The line of each row. */
  readonly rows: readonly number[];
  readonly count: number;
  /** Of the window. */
  readonly height: number;
}

/** The lines that are seen: the first and last of a window may be an ellipsis. Pure. */
function seen(scrolled: number, { count, height }: Lines): readonly [number, number] {
  const isCut = scrolled + height < count;
  return [scrolled > 0 ? scrolled + 1 : 0, scrolled + height - (isCut ? 2 : 1)];
}

/** To the next row if it is seen, else one line further. Pure. */
export function moveBy({ cursor, scrolled }: Cursor, by: 1 | -1, lines: Lines): Cursor {
  const { rows, count, height } = lines;
  const [first, last] = seen(scrolled, lines);
  const next = rows[cursor + by];
  const most = Math.max(0, count - height);
  const isSeen = next !== undefined && next >= first && next <= last;
  const to = Math.max(0, Math.min(most, scrolled + by));
  if (!isSeen && to !== scrolled) return { cursor, scrolled: to };
  return next === undefined ? { cursor, scrolled } : { cursor: cursor + by, scrolled };
}

/** A page; the cursor goes to a row that is seen, where there is one. Pure. */
export function pageBy({ cursor, scrolled }: Cursor, by: 1 | -1, lines: Lines): Cursor {
  const { rows, count, height } = lines;
  const most = Math.max(0, count - height);
  const to = Math.max(0, Math.min(most, scrolled + by * Math.max(1, height - 2)));
  const [first, last] = seen(to, lines);
  const isSeen = (at: number | undefined) => at !== undefined && at >= first && at <= last;
  if (isSeen(rows[cursor])) return { cursor, scrolled: to };
  const other = by === 1 ? rows.findLastIndex(isSeen) : rows.findIndex(isSeen);
  return { cursor: other === -1 ? cursor : other, scrolled: to };
}

/** Shows as much of a section as fits, its row in any case. Pure. */
export function showFrom(row: number, end: number, { scrolled, ...lines }: Lines & Cursor): number {
  const [first, last] = seen(scrolled, lines);
  if (row >= first && end <= last) return scrolled;
  const most = Math.max(0, lines.count - lines.height);
  const lowest = Math.max(0, end - lines.height + 2);
  return Math.max(0, Math.min(most, row - 1, Math.max(scrolled, lowest)));
}
