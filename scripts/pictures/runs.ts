import { type Colors, colorsOf, type Scheme } from './palette.ts';
import type { Cell, Screen } from './screen.ts';

/** Characters beside each other that are drawn alike. */
export interface Run extends Colors {
  /** Where it begins, from 0. */
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly isBold: boolean;
}

interface Placed extends Run {
  /** Runs of one kind go on; where kinds meet, a new one begins. */
  readonly kind: 'space' | 'ascii' | 'other';
}

/**
 * A row in runs. Each is put into its place by itself: signs that a font takes from another one, which may be wider, and
 * columns after a gap thus cannot move what stands beside them. Gaps are left out, but for a coloured background.
 */
export function runsOf(row: Screen[number], scheme: Scheme): readonly Run[] {
  const runs: Placed[] = [];
  let column = 0;
  for (const [index, cell] of row.entries()) {
    const next = { ...placed(cell, column, scheme), kind: kindAt(row, index) };
    const last = runs.at(-1);
    column += cell.columns;
    if (last !== undefined && belongTogether(last, next)) {
      const columns = last.columns + next.columns;
      runs[runs.length - 1] = { ...last, columns, text: last.text + next.text };
    } else runs.push(next);
  }
  return runs
    .filter(({ kind, background }) => kind !== 'space' || background !== null)
    .map(({ kind: _, ...run }) => run);
}

function placed(cell: Cell, column: number, scheme: Scheme): Run {
  const { text, columns, isBold } = cell;
  return { column, columns, text, isBold, ...colorsOf(cell, scheme) };
}

/** A space between two words belongs to them; several are a gap. */
function kindAt(row: Screen[number], index: number): Placed['kind'] {
  const isWord = (at: number) => /^[\u0021-\u007e]$/.test(row[at]?.text ?? '');
  if (isWord(index)) return 'ascii';
  if (row[index]?.text !== ' ') return 'other';
  return isWord(index - 1) && isWord(index + 1) ? 'ascii' : 'space';
}

function belongTogether(one: Placed, other: Placed): boolean {
  return (
    one.kind === other.kind &&
    one.foreground === other.foreground &&
    one.background === other.background &&
    one.isBold === other.isBold
  );
}
