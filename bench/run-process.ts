import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface ProcessCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder?: string;
}

export interface ProcessOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** @throws Error with what the process wrote, if it does not end with 0 */
export async function runProcess(call: ProcessCall): Promise<ProcessOutput> {
  const child = spawn(call.command, call.args, {
    env: { ...call.environment },
    cwd: call.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [[exitCode], stdout, stderr] = await Promise.all([
    closed,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (exitCode !== 0) throw failure(call, stderr);
  return { stdout, stderr };
}

/**
 * Milliseconds from the start of a process to its end, with nothing else going on in this one.
 * @throws Error with what the process wrote, if it does not end with 0
 */
export function timeProcess(call: ProcessCall): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(call.command, call.args, {
    env: { ...call.environment },
    cwd: call.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const milliseconds = performance.now() - started;
  if (status !== 0) throw failure(call, String(stderr));
  return milliseconds;
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function failure({ command, args }: ProcessCall, stderr: string): Error {
  return new Error(`${[command, ...args].join(' ')} failed:\n${stderr}`);
}
