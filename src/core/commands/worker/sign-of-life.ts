import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../kernel/files/make-folder.ts';

/** Milliseconds between two signs. */
const interval = 10_000;
/** Milliseconds after which a worker without a sign hangs, was stopped, or is gone. */
const staleAfter = 60_000;
const suffix = '.alive';

function folderOf(stateFolder: string): string {
  return join(stateFolder, 'workers');
}

/**
 * Shows that this worker's loop turns, by a file whose time is renewed. It asks no database: where that is away, workers
 * wait for it, and are not to be restarted.
 * @returns removes the file when disposed of
 */
export async function showLife(stateFolder: string, pid: number): Promise<AsyncDisposable> {
  const folder = folderOf(stateFolder);
  makeFolder(folder);
  const path = join(folder, `${pid}${suffix}`);
  const touch = () => writeFile(path, '').catch(() => {});
  await touch();
  const timer = setInterval(touch, interval);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await rm(path, { force: true }).catch(() => {});
    },
  };
}

/** Process ids of workers of this state folder that have given a sign of life. */
export async function livingWorkers(
  stateFolder: string,
  isProcessAlive: (pid: number) => boolean,
): Promise<readonly number[]> {
  const folder = folderOf(stateFolder);
  const names = await readdir(folder).catch(() => []);
  const living: number[] = [];
  for (const name of names) {
    const pid = Number(name.slice(0, -suffix.length));
    const file = await stat(join(folder, name)).catch(() => null);
    const isFresh = file !== null && Date.now() - file.mtimeMs < staleAfter;
    if (isFresh && Number.isSafeInteger(pid) && isProcessAlive(pid)) living.push(pid);
  }
  return living;
}
