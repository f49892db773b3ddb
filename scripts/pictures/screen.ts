import type { IBufferCell, Terminal } from '@xterm/headless';

/** One of the sixteen by its number, or `#rrggbb`; `null` is the terminal's own. */
export type Color = number | string | null;

/** Describes what stands in one place of a screen, and how it is drawn. */
export interface Cell {
  /** One character with what is combined with it; a space where nothing stands. */
  readonly text: string;
  /** Columns that it takes: one, or two. */
  readonly columns: number;
  readonly foreground: Color;
  readonly background: Color;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isInverse: boolean;
}

/** Rows of cells. The second half of a wide character is no cell. */
export type Screen = readonly (readonly Cell[])[];

/**
 * As many rows as the terminal is high.
 * @param top the first of them, counted from the beginning of the scrollback; the screen itself if left out
 * @throws RangeError for a color of the palette that is none of the sixteen, which no theme has
 */
export function readScreen(terminal: Terminal, top = terminal.buffer.active.baseY): Screen {
  return Array.from({ length: terminal.rows }, (_, index) => {
    const line = terminal.buffer.active.getLine(top + index);
    return Array.from({ length: terminal.cols }, (_, column) => line?.getCell(column))
      .filter((cell) => cell !== undefined)
      .filter((cell) => cell.getWidth() > 0)
      .map(toCell);
  });
}

/** A row of a screen as text. */
export function textOf(row: Screen[number]): string {
  return row
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}

function toCell(cell: IBufferCell): Cell {
  return {
    text: cell.getChars() || ' ',
    columns: cell.getWidth(),
    foreground: cell.isFgDefault() ? null : colorOf(cell.isFgPalette(), cell.getFgColor()),
    background: cell.isBgDefault() ? null : colorOf(cell.isBgPalette(), cell.getBgColor()),
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
    isInverse: cell.isInverse() !== 0,
  };
}

function colorOf(isOfPalette: boolean, color: number): Color {
  if (!isOfPalette) return `#${color.toString(16).padStart(6, '0')}`;
  if (color > 15) throw new RangeError(`color ${color} is none of the sixteen`);
  return color;
}
