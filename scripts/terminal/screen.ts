// A module of CommonJS, of which Node cannot see the names.
import headless, { type Terminal } from '@xterm/headless';

/** Describes what a person sees of a program, and has seen. */
export interface WatchedScreen {
  /** Resolves once this stands on the screen or above it, however its lines are wrapped. */
  until(text: string): Promise<void>;
  /** Looks at every whole frame, and resolves with the first of what is seen that is not `null`. */
  when<Seen>(look: (terminal: Terminal) => Seen | null): Promise<Seen>;
  /** Everything that was written, escape sequences included. */
  raw(): string;
  /** The lines of the screen and of what has scrolled off it, wrapped lines joined. */
  lines(): string[];
  /** The rows as they stand, each at most as wide as the terminal. */
  rows(): string[];
  /** Returns what the window would be called. */
  title(): string;
}

/** A terminal in memory. */
export interface Screen {
  readonly terminal: Terminal;
  write(text: string): void;
  raw(): string;
  title(): string;
  /** Resolves when all that was written is drawn. */
  drawn(): Promise<void>;
  /** Runs after every piece that was drawn, until what it returns is called. */
  onFrame(watch: () => void): () => void;
  resize(columns: number, rows: number): void;
}

/** @param options.reply gets what the terminal answers: programs ask what it is and where its cursor stands */
export function createScreen(options: {
  readonly columns: number;
  readonly rows: number;
  readonly reply: (text: string) => void;
}): Screen {
  const { columns: cols, rows, reply } = options;
  const terminal = new headless.Terminal({ cols, rows, scrollback: 5000, allowProposedApi: true });
  const watchers = new Set<() => void>();
  let title = '';
  let raw = '';
  let written = Promise.resolve();
  terminal.onTitleChange((changed) => {
    title = changed;
  });
  terminal.onData(reply);
  return {
    terminal,
    write(text) {
      raw += text;
      written = new Promise((resolve) => {
        terminal.write(text, () => {
          for (const watch of watchers) watch();
          resolve();
        });
      });
    },
    raw: () => raw,
    title: () => title,
    drawn: () => written,
    onFrame(watch) {
      watchers.add(watch);
      return () => void watchers.delete(watch);
    },
    resize: (wide, high) => terminal.resize(wide, high),
  };
}

/** @param ended when the program that writes to the screen has ended, and with what */
export function watchScreen(screen: Screen, ended: Promise<number>): WatchedScreen {
  const { terminal } = screen;
  const lines = () => joinWrapped(readRows(terminal));
  const watched = { onFrame: screen.onFrame, ended, lines };
  return {
    raw: screen.raw,
    title: screen.title,
    lines,
    rows: () => readRows(terminal).map(({ text }) => text),
    async until(text) {
      const look = () => lines().some((line) => line.includes(text)) || null;
      await waitForFrame(watched, { look, what: text });
    },
    when(look) {
      // A frame may come in several pieces; the program says where it begins and ends.
      const whole = () => (terminal.modes.synchronizedOutputMode ? null : look(terminal));
      return waitForFrame(watched, { look: whole, what: 'what was looked for' });
    },
  };
}

interface TerminalRow {
  readonly text: string;
  readonly isWrapped: boolean;
}

function readRows(terminal: Terminal): TerminalRow[] {
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, index) => {
    const line = active.getLine(index);
    return { text: line?.translateToString(true) ?? '', isWrapped: line?.isWrapped ?? false };
  });
}

function joinWrapped(rows: readonly TerminalRow[]): string[] {
  const joined: string[] = [];
  for (const { text, isWrapped } of rows) {
    if (isWrapped) joined.push(`${joined.pop() ?? ''}${text}`);
    else joined.push(text);
  }
  return joined;
}

/** @throws once the program has ended without showing it */
function waitForFrame<Seen>(
  screen: Pick<Screen, 'onFrame'> & Pick<WatchedScreen, 'lines'> & { ended: Promise<number> },
  { look, what }: { look: () => Seen | null; what: string },
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const watch = () => {
      const seen = look();
      if (seen === null) return;
      forget();
      resolve(seen);
    };
    const forget = screen.onFrame(watch);
    void screen.ended.then((code) => {
      watch();
      forget();
      const shown = screen.lines().join('\n');
      reject(new Error(`it ended with ${code} before it showed ${what}:\n${shown}`));
    });
    watch();
  });
}
