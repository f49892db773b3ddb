import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { isSea } from 'node:sea';
import type { StartSelf } from '../../core/commands/demo/processes/own-process.ts';
import { tied } from './signals.ts';

/** Names this program as a person can start it from any folder: the launcher finds a Node that is new enough. */
export function startedAs(): readonly string[] {
  return isSea() ? [process.execPath] : ['node', resolve(process.argv[1] ?? '')];
}

/** Starts this program once more. It stops where this process is gone, which it sees by the channel between them. */
export const startSelf: StartSelf = (args, environment) => {
  // A single executable is its own program.
  const own = isSea() ? [] : [process.argv[1] ?? ''];
  const child = spawn(process.execPath, [...own, ...args], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  child.send(tied, () => {});
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  return {
    pid: child.pid ?? 0,
    ended,
    onLine(listener) {
      if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', listener);
    },
    kill: (signal) => void child.kill(signal),
  };
};
