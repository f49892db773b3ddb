import { spawn } from '@lydell/node-pty';
import { createScreen, type WatchedScreen, watchScreen } from './screen.ts';

export interface TerminalProgram extends WatchedScreen {
  readonly pid: number;
  /** Types, as a person would: `\u0003` is Ctrl+C. */
  type(keys: string): void;
  /** As a person who drags the window's corner. */
  resize(columns: number, rows: number): void;
  /** Exit code of the program. */
  readonly ended: Promise<number>;
  /** Ends it at once, if it has not ended. */
  kill(): void;
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
  const { columns, rows, command, args, cwd } = options;
  const env = definedVariables(options.environment);
  const child = spawn(command, [...args], { cols: columns, rows, cwd, env });
  const screen = createScreen({ columns, rows, reply: (text) => child.write(text) });
  child.onData(screen.write);
  let hasEnded = false;
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      hasEnded = true;
      void screen.drawn().then(() => resolve(exitCode));
    });
  });
  return {
    ...watchScreen(screen, ended),
    pid: child.pid,
    ended,
    kill() {
      if (!hasEnded) child.kill('SIGKILL');
    },
    type: (keys) => child.write(keys),
    resize(wide, high) {
      screen.resize(wide, high);
      child.resize(wide, high);
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
