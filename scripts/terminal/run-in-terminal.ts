import { spawn } from '@lydell/node-pty';
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
  const env = Object.fromEntries(
    Object.entries(options.environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const child = spawn(command, [...args], { cols, rows, cwd, env });
  const watchers = new Set<() => void>();
  let raw = '';
  let written = Promise.resolve();
  child.onData((text) => {
    raw += text;
    written = new Promise((resolve) => {
      terminal.write(text, () => {
        for (const watch of watchers) watch();
        resolve();
      });
    });
  });
  let hasEnded = false;
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      hasEnded = true;
      void written.then(() => resolve(exitCode));
    });
  });

  function rowsOf(): { text: string; isWrapped: boolean }[] {
    const { active } = terminal.buffer;
    return Array.from({ length: active.length }, (_, index) => {
      const line = active.getLine(index);
      return { text: line?.translateToString(true) ?? '', isWrapped: line?.isWrapped ?? false };
    });
  }
  function lines(): string[] {
    const joined: string[] = [];
    for (const { text, isWrapped } of rowsOf()) {
      if (isWrapped) joined.push(`${joined.pop() ?? ''}${text}`);
      else joined.push(text);
    }
    return joined;
  }
  function watchFor<Seen>(look: () => Seen | null, what: string): Promise<Seen> {
    return new Promise((resolve, reject) => {
      const watch = () => {
        const seen = look();
        if (seen === null) return;
        watchers.delete(watch);
        resolve(seen);
      };
      watchers.add(watch);
      void ended.then((code) => {
        watch();
        watchers.delete(watch);
        reject(new Error(`it ended with ${code} before it showed ${what}:\n${lines().join('\n')}`));
      });
      watch();
    });
  }
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
    raw: () => raw,
    lines,
    rows: () => rowsOf().map(({ text }) => text),
    title: () => title,
    async until(text) {
      await watchFor(() => lines().some((line) => line.includes(text)) || null, text);
    },
    when(look) {
      // A frame may come in several pieces; whoever draws says where it begins and ends.
      const whole = () => (terminal.modes.synchronizedOutputMode ? null : look(terminal));
      return watchFor(whole, 'what was looked for');
    },
  };
}
