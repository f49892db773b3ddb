import { type IPty, spawn } from '@lydell/node-pty';
// A module of CommonJS, of which Node cannot see the names.
import headless, { type Terminal } from '@xterm/headless';

export interface TerminalProgram {
  readonly pid: number;
  /** Resolves once this stands on the screen or above it, however its lines are wrapped. */
  until(text: string): Promise<void>;
  /** Looks at every whole frame, and resolves with the first of what is seen that is not `null`. */
  when<Seen>(look: (terminal: Terminal) => Seen | null): Promise<Seen>;
  /** Types, as a person would: `\u0003` is Ctrl+C. */
  type(keys: string): void;
  /** As a person who drags the window's corner. */
  resize(columns: number, rows: number): void;
  /** What the program ended with. */
  readonly ended: Promise<number>;
  /** Ends it at once, if it has not ended. */
  kill(): void;
  /** Everything that was written, escape sequences included. */
  raw(): string;
  /** The lines of the screen and of what has scrolled off it, wrapped lines joined. */
  lines(): string[];
  /** The rows as they stand, each at most as wide as the terminal. */
  rows(): string[];
  /** What the window would be called. */
  title(): string;
}

export interface InTerminal {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of the environment; what is not defined is left out. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly columns: number;
  readonly rows: number;
}

/** Starts a process in a pseudo-terminal, whose screen can be read. */
export function runInTerminal(options: InTerminal): TerminalProgram {
  const { columns: cols, rows, command, args, cwd } = options;
  const terminal = new headless.Terminal({ cols, rows, scrollback: 5000, allowProposedApi: true });
  let title = '';
  terminal.onTitleChange((changed) => {
    title = changed;
  });
  const env = definedVariables(options.environment);
  const child = spawn(command, [...args], { cols, rows, cwd, env });
  const output = drawOutput(child, terminal);
  let hasEnded = false;
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      hasEnded = true;
      void output.drawn().then(() => resolve(exitCode));
    });
  });
  const lines = () => joinWrapped(readRows(terminal));
  const screen = { onFrame: output.onFrame, ended, lines };
  return {
    pid: child.pid,
    ended,
    kill() {
      if (!hasEnded) child.kill('SIGKILL');
    },
    type: (keys) => child.write(keys),
    resize(columns, high) {
      terminal.resize(columns, high);
      child.resize(columns, high);
    },
    raw: output.raw,
    lines,
    rows: () => readRows(terminal).map(({ text }) => text),
    title: () => title,
    async until(text) {
      const look = () => lines().some((line) => line.includes(text)) || null;
      await waitForFrame(screen, { look, what: text });
    },
    when(look) {
      // A frame may come in several pieces; whoever draws says where it begins and ends.
      const whole = () => (terminal.modes.synchronizedOutputMode ? null : look(terminal));
      return waitForFrame(screen, { look: whole, what: 'what was looked for' });
    },
  };
}

function definedVariables(environment: InTerminal['environment']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
}

interface DrawnOutput {
  raw(): string;
  /** Resolves when the terminal has drawn all that was written. */
  drawn(): Promise<void>;
  /** Runs after every piece that was drawn, until what it returns is called. */
  onFrame(watch: () => void): () => void;
}

function drawOutput(child: IPty, terminal: Terminal): DrawnOutput {
  const watchers = new Set<() => void>();
  let raw = '';
  let written = Promise.resolve();
  // Who it is and where its cursor stands: programs ask.
  terminal.onData((reply) => child.write(reply));
  child.onData((text) => {
    raw += text;
    written = new Promise((resolve) => {
      terminal.write(text, () => {
        for (const watch of watchers) watch();
        resolve();
      });
    });
  });
  return {
    raw: () => raw,
    drawn: () => written,
    onFrame(watch) {
      watchers.add(watch);
      return () => void watchers.delete(watch);
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
  screen: Pick<DrawnOutput, 'onFrame'> & Pick<TerminalProgram, 'ended' | 'lines'>,
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
