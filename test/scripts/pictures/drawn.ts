import headless from '@xterm/headless';
import { readScreen, type Screen } from '../../../scripts/pictures/screen.ts';

/** Returns what a terminal shows after it was written to. */
export async function drawn(
  text: string,
  { columns = 20, rows = 2 }: { columns?: number; rows?: number } = {},
): Promise<Screen> {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  return readScreen(terminal);
}
