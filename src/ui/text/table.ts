import type { Glyphs } from '../theme/glyphs.ts';
import { type Column, fitColumns } from './columns.ts';
import { cutLine, type Line, line, lineWidth } from './line.ts';
import { widthOf } from './text-width.ts';

export interface TableColumn<Row> extends Omit<Column, 'minimum' | 'ideal'> {
  readonly title: string;
  readonly minimum?: number;
  readonly ideal?: number;
  readonly align?: 'left' | 'right';
  /** What stands there, made safe for the terminal. */
  readonly cell: (row: Row) => Line;
}

const gap = 2;

/** Rows as lines of at most this width, with a head above them. Only the rows that are shown should be given. */
export function tableLines<Row>(options: {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  width: number;
  glyphs: Glyphs;
  hasHead?: boolean;
}): readonly Line[] {
  const { columns, rows, width, glyphs, hasHead = true } = options;
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  const widths = fitColumns(
    columns.map((column, index) => {
      const widest = Math.max(
        widthOf(column.title),
        ...cells.map((row) => lineWidth(row[index] ?? [])),
      );
      const ideal = Math.max(column.minimum ?? 0, Math.min(widest, column.ideal ?? widest));
      return { rank: column.rank ?? 0, minimum: Math.min(ideal, column.minimum ?? ideal), ideal };
    }),
    { width, gap },
  );
  const head = columns.map(({ title }): Line => line(['quiet', title]));
  return (hasHead ? [head, ...cells] : cells).map((row) => {
    const shown: Line[] = [];
    for (const [index, column] of columns.entries()) {
      const wide = widths[index] ?? 0;
      if (wide > 0) shown.push(padded(row[index] ?? [], wide, column.align ?? 'left', glyphs));
    }
    const joined = shown.flatMap((cell, index) => (index === 0 ? cell : [{ text: '  ' }, ...cell]));
    return cutLine(joined, width, glyphs.ellipsis);
  });
}

function padded(cell: Line, width: number, align: 'left' | 'right', glyphs: Glyphs): Line {
  const cutCell = cutLine(cell, width, glyphs.ellipsis);
  const space = ' '.repeat(Math.max(0, width - lineWidth(cutCell)));
  return align === 'right' ? line(space, ...cutCell) : line(...cutCell, space);
}
