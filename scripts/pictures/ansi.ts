import headless from '@xterm/headless';
import { type Cell, readScreen, type Screen, textOf } from './screen.ts';

/** A screen as a terminal would be sent it, without the empty rows above and below. Pure. */
export function ansiOf(screen: Screen): string {
  const isFilled = (row: Screen[number]) => textOf(row) !== '';
  return screen
    .slice(screen.findIndex(isFilled), screen.findLastIndex(isFilled) + 1)
    .map((row) => `${ansiRow(row)}\n`)
    .join('');
}

/** Returns what a terminal as wide shows of it: as many rows as it has. */
export async function screenOf(ansi: string, columns: number): Promise<Screen> {
  const rows = ansi.split('\n').length - 1;
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const text = ansi.trimEnd().replaceAll('\n', '\r\n');
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  return readScreen(terminal);
}

function ansiRow(row: Screen[number]): string {
  const end = row.findLastIndex((cell) => cell.text !== ' ' || styleOf(cell) !== '0');
  let before = '0';
  const text = row.slice(0, end + 1).map((cell) => {
    const style = styleOf(cell);
    const change = style === before ? '' : `\u001b[${style}m`;
    before = style;
    return change + cell.text;
  });
  return text.join('') + (before === '0' ? '' : '\u001b[0m');
}

/** `0;1;32`: beginning with 0, whatever was before does not count. */
function styleOf({ isBold, isDim, isInverse, foreground, background }: Cell): string {
  return [
    '0',
    ...(isBold ? ['1'] : []),
    ...(isDim ? ['2'] : []),
    ...(isInverse ? ['7'] : []),
    ...(foreground === null ? [] : [colorCode(foreground, 30)]),
    ...(background === null ? [] : [colorCode(background, 40)]),
  ].join(';');
}

/** The bright ones of the sixteen begin 60 above the others. */
function colorCode(color: number, base: 30 | 40): string {
  return String(color < 8 ? base + color : base + 52 + color);
}
