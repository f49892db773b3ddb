import headless from '@xterm/headless';
import { readScreen, type Screen } from './screen.ts';

/** Returns what a terminal as wide shows of a text with escape sequences: as many rows as the text has. */
export async function screenOf(ansi: string, columns: number): Promise<Screen> {
  const rows = ansi.trimEnd().split('\n');
  const terminal = new headless.Terminal({
    ...{ cols: columns, rows: rows.length, allowProposedApi: true },
  });
  await new Promise<void>((resolve) => terminal.write(rows.join('\r\n'), resolve));
  return readScreen(terminal);
}
