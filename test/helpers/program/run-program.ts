import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { reportOnFailure } from './report-on-failure.ts';

/** The program as users start it: the launcher with the built bundle. */
export const programFile = fileURLToPath(new URL('../../../bin/migrator.cjs', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Resolves once this stands in what was written to standard error or output so far. */
  until(text: string | RegExp): Promise<void>;
  readonly ended: Promise<Ended>;
}

export interface RunOptions {
  readonly cwd: string;
  /** Added to PATH and TMPDIR of the tests, to HOME and the folder of the state. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** `pipe`: the test writes to it. */
  readonly stdin?: 'pipe' | 'ignore' | undefined;
}

/** The environment of a program in that folder: nothing else of the tests' own passes. */
export function environmentIn({ cwd, environment }: Pick<RunOptions, 'cwd' | 'environment'>) {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    TMPDIR,
    NODE_COMPILE_CACHE,
    HOME: cwd,
    MIGRATOR_STATE_DIR: `${cwd}/state`,
    ...environment,
  };
}

/** Starts the built program. */
export function startProgram(args: readonly string[], options: RunOptions): Running {
  const child = spawn(process.execPath, [programFile, ...args], {
    cwd: options.cwd,
    env: environmentIn(options),
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  reportOnFailure(args, () => `${stderr}\n${stdout}`);
  const watchers = new Set<() => void>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const watch of watchers) watch();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    for (const watch of watchers) watch();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    ended,
    until(text) {
      const isThere = () =>
        typeof text === 'string' ? (stdout + stderr).includes(text) : text.test(stdout + stderr);
      return new Promise((resolve, reject) => {
        const watch = () => {
          if (!isThere()) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
        ended.then(
          () => reject(new Error(`it ended before it wrote ${text}:\n${stderr}\n${stdout}`)),
          reject,
        );
        watch();
      });
    },
  };
}

/** Runs the built program to its end. */
export function runProgram(args: readonly string[], options: RunOptions): Promise<Ended> {
  return startProgram(args, options).ended;
}
