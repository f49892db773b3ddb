import { fileURLToPath } from 'node:url';
import { runInTerminal, type TerminalProgram } from '../terminal/run-in-terminal.ts';
import { moment } from './moment.ts';
import { readScreen, type Screen, textOf } from './screen.ts';

const program = fileURLToPath(new URL('../../bin/migrator.cjs', import.meta.url));
const enter = '\r';
const down = '\u001b[B';

export interface Pictures {
  readonly selection: Screen;
  readonly review: Screen;
  readonly dashboard: Screen;
  readonly result: Screen;
}

/**
 * Leads the demo's wizard from its first screen to the result, as a person would, and looks at it on the way.
 * @param options.home the program's home, in which nothing stands
 * @param options.signal ends the program, and with it the wait for a screen that does not come
 * @throws Error with what stood on the terminal, where the program ended too soon or did not migrate everything
 */
export async function takePictures(options: {
  home: string;
  signal: AbortSignal;
}): Promise<Pictures> {
  const { home, signal } = options;
  const demo = runInTerminal({
    command: process.execPath,
    args: [program, 'demo'],
    cwd: home,
    // Nothing of the machine's settings shows, and the sandbox's folder is where it is on any machine.
    environment: {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: '/tmp',
      TERM: 'xterm-256color',
      LANG: 'en_US.UTF-8',
      TZ: 'UTC',
    },
    columns: 100,
    rows: 30,
  });
  const stop = () => demo.kill();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await lead(demo);
  } finally {
    signal.removeEventListener('abort', stop);
    demo.kill();
  }
}

async function lead(demo: TerminalProgram): Promise<Pictures> {
  const { seen, press } = keysOf(demo);
  await press('New migration', enter);
  await press('⏎ continue', enter);
  await press('⏎ read', enter);
  await seen(/, \d+ pull requests {2}row 1 of/);
  await press('space select', down.repeat(8));
  await press('❯ ☒ mobile-app-2', ' ');
  const selection = await seen('❯ ☐ mobile-app-2', 'space select');
  await press('space select', enter);
  await press('Organization', enter);
  const review = await seen('repositories ready', 'Cost', '⏎ continue');
  await press('⏎ continue', enter);
  await press('Start the migration', down + enter);
  const dashboard = await busiestMoment(demo);
  const result = await seen('Completed', '⏎ finish');
  demo.type(enter);
  await press('Press Enter to delete them.', enter);
  const code = await demo.ended;
  if (code !== 0) throw new Error(`the demo ended with ${code}:\n${demo.lines().join('\n')}`);
  return { selection, review, dashboard, result };
}

function keysOf(demo: TerminalProgram) {
  /** The first screen that shows all of this. */
  function seen(...parts: readonly (string | RegExp)[]): Promise<Screen> {
    return demo.when((terminal) => {
      const screen = readScreen(terminal);
      const text = screen.map(textOf).join('\n');
      const isThere = parts.every((part) =>
        typeof part === 'string' ? text.includes(part) : part.test(text),
      );
      return isThere ? screen : null;
    });
  }
  async function press(shown: string, keys: string): Promise<void> {
    await seen(shown);
    demo.type(keys);
  }
  return { seen, press };
}

/** Of all the frames of the run the one that shows most of what a dashboard is for. */
async function busiestMoment(demo: TerminalProgram): Promise<Screen> {
  let best: { screen: Screen; shows: number } | null = null;
  return demo.when((terminal) => {
    const screen = readScreen(terminal);
    const rows = screen.map(textOf);
    const shows = moment(rows);
    if (shows > (best?.shows ?? 0)) best = { screen, shows };
    return rows.some((row) => row.startsWith('Completed')) ? (best?.screen ?? null) : null;
  });
}
