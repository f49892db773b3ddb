import { spawn } from '@lydell/node-pty';
import { Terminal } from '@xterm/headless';
import { programFile } from './run-program.ts';

export interface TerminalProgram {
  readonly pid: number;
  /** Resolves once this stands on the screen or above it, however its lines are wrapped. */
  until(text: string): Promise<void>;
  /** Types, as a person would: `\u0003` is Ctrl+C. */
  type(keys: string): void;
  /** As a person who drags the window's corner. */
  resize(columns: number, rows: number): void;
  /** What the program ended with. */
  readonly ended: Promise<number>;
  /** Everything that was written, escape sequences included. */
  raw(): string;
  /** The lines of the screen and of what has scrolled off it, wrapped lines joined. */
  lines(): string[];
  /** The rows as they stand, each at most as wide as the terminal. */
  rows(): string[];
  /** What the window would be called. */
  title(): string;
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Run in place of the program; `$MIGRATOR` stands for it. */
  readonly shell?: string;
}

/** Why no pseudo-terminal can be had here; `null` where one can. */
export function terminalProblem(): string | null {
  try {
    spawn('/bin/sh', ['-c', 'true'], { cols: 80, rows: 24 });
    return null;
  } catch (error) {
    return `no pseudo-terminal can be made here: ${String(error)}`;
  }
}

/** Starts the built program in a terminal of its own. */
export function startInTerminal(
  args: readonly string[],
  options: TerminalOptions,
): TerminalProgram {
  const { columns: cols = 100, rows = 40, shell, cwd } = options;
  const terminal = new Terminal({ cols, rows, scrollback: 5000, allowProposedApi: true });
  let title = '';
  terminal.onTitleChange((changed) => {
    title = changed;
  });
  const [file, argv] =
    shell === undefined
      ? [process.execPath, [programFile, ...args]]
      : ['/bin/sh', ['-c', shell, 'sh', ...args]];
  const settings = {
    PATH: process.env.PATH,
    HOME: cwd,
    TMPDIR: process.env.TMPDIR,
    TERM: 'xterm-256color',
    MIGRATOR: `${process.execPath} ${programFile}`,
    MIGRATOR_STATE_DIR: `${cwd}/state`,
    ...options.environment,
  };
  const env = Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const child = spawn(file, argv, { cols, rows, cwd, env });
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
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => void written.then(() => resolve(exitCode)));
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
  return {
    pid: child.pid,
    ended,
    type: (keys) => child.write(keys),
    resize(columns, high) {
      terminal.resize(columns, high);
      child.resize(columns, high);
    },
    raw: () => raw,
    lines,
    rows: () => rowsOf().map(({ text }) => text),
    title: () => title,
    until(text) {
      return new Promise((resolve, reject) => {
        const watch = () => {
          if (!lines().some((line) => line.includes(text))) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
        void ended.then((code) => {
          watch();
          reject(
            new Error(`it ended with ${code} before it showed ${text}:\n${lines().join('\n')}`),
          );
        });
        watch();
      });
    },
  };
}
