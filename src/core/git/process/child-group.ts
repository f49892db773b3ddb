import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { MigratorError } from '../../kernel/errors.ts';

/** Describes what the core uses of the global `process`. */
export interface Launcher {
  /** As `process.kill`: a negative id means the whole process group. Throws if there is none. */
  kill(pid: number, signal: NodeJS.Signals): void;
}

/**
 * Waits for the error of a child that has no streams, as the system gave none: it has too many files open.
 * @throws `unavailable`
 */
export async function requireStarted(child: ChildProcess): Promise<void> {
  // Node's types do not know of such a child.
  if ((child.stderr as unknown) !== undefined) return;
  const cause = await once(child, 'error').then(
    () => undefined,
    (error: unknown) => error,
  );
  throw notStarted(cause);
}

/** @param cause the system's error, as far as it is known */
export function notStarted(cause: unknown): MigratorError {
  return new MigratorError('unavailable', 'git could not be started: too many open files', {
    hint: 'Raise the limit with ulimit -n, or use fewer --workers, and resume.',
    cause,
  });
}

/** How long git may take to remove its unfinished files, in milliseconds, before it is killed. */
const grace = 2000;

/**
 * Ends a child with all that it started when the signal is aborted.
 * @returns a function to call when the child has ended: kills what it may have left behind
 */
export function endOnAbort(options: {
  child: ChildProcess;
  leadsGroup: boolean;
  launcher: Launcher;
  signal: AbortSignal | undefined;
}): () => void {
  const { child, leadsGroup, launcher, signal } = options;
  let timer: NodeJS.Timeout | undefined;

  function send(name: NodeJS.Signals): void {
    if (child.pid === undefined) return;
    try {
      launcher.kill(leadsGroup ? -child.pid : child.pid, name);
    } catch {
      // The child has not created the group yet, or all of it has ended.
      child.kill(name);
    }
  }
  function end(): void {
    send('SIGTERM');
    timer = setTimeout(() => send('SIGKILL'), grace);
  }

  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    if (signal?.aborted && leadsGroup && child.pid !== undefined) {
      try {
        launcher.kill(-child.pid, 'SIGKILL');
      } catch {
        // Nothing is left to kill.
      }
    }
  };
}
