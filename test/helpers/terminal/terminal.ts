import { spawn } from '@lydell/node-pty';
import { runInTerminal, type TerminalProgram } from '../../../scripts/terminal/run-in-terminal.ts';
import { reportOnFailure } from '../program/report-on-failure.ts';
import { programFile } from '../program/run-program.ts';

export type { TerminalProgram };

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
  const { columns = 100, rows = 40, shell, cwd } = options;
  const [command, argv]: [string, readonly string[]] =
    shell === undefined
      ? [process.execPath, [programFile, ...args]]
      : ['/bin/sh', ['-c', shell, 'sh', ...args]];
  const environment = {
    PATH: process.env.PATH,
    HOME: cwd,
    TMPDIR: process.env.TMPDIR,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    TERM: 'xterm-256color',
    MIGRATOR: `${process.execPath} ${programFile}`,
    MIGRATOR_STATE_DIR: `${cwd}/state`,
    ...options.environment,
  };
  const program = runInTerminal({ command, args: argv, cwd, environment, columns, rows });
  reportOnFailure(args, () => program.lines().join('\n'));
  return program;
}
