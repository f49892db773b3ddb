import type { IBufferCell, Terminal } from '@xterm/headless';

/** Describes what stands in one place of a screen, and how it is drawn. */
export interface Cell {
  /** One character with what is combined with it; a space where nothing stands. */
  readonly text: string;
  /** Columns that it takes: one, or two. */
  readonly columns: number;
  /** Of the sixteen; `null` is the terminal's own. */
  readonly foreground: number | null;
  readonly background: number | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isInverse: boolean;
}

/** Rows of cells. The second half of a wide character is no cell. */
export type Screen = readonly (readonly Cell[])[];

/**
 * As many rows as the terminal is high.
 * @param top the first of them, counted from the beginning of the scrollback; the screen itself if left out
 * @throws RangeError for a colour that is none of the sixteen: what the program draws leaves the choice of colours to the terminal
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
    foreground: cell.isFgDefault() ? null : oneOfSixteen(cell.isFgPalette(), cell.getFgColor()),
    background: cell.isBgDefault() ? null : oneOfSixteen(cell.isBgPalette(), cell.getBgColor()),
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
    isInverse: cell.isInverse() !== 0,
  };
}

function oneOfSixteen(isOfPalette: boolean, color: number): number {
  if (!isOfPalette || color > 15) throw new RangeError(`colour ${color} is none of the sixteen`);
  return color;
}
