import { hash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program } from './program.ts';

type World = Pick<Program, 'temporaryFolder' | 'pid' | 'hostname' | 'isProcessAlive'>;

/** Where there is room for a socket, whose path must be short, whatever the temporary folder is called. */
export const shortTemporaryFolder = '/tmp';

/**
 * A private folder for what a run needs for its own length: sockets, git's home, the embedded hosts. Folders of runs
 * that were killed are removed on the way.
 */
export async function makeRunFolder(world: World, purpose: 'run' | 'sandbox'): Promise<string> {
  const { temporaryFolder, pid, isProcessAlive } = world;
  // Containers may share the folder, and count their processes each from 1.
  const machine = hash('sha256', world.hostname).slice(0, 6);
  const prefix = `migrator-${purpose}-${machine}-`;
  for (const parent of new Set([temporaryFolder, shortTemporaryFolder])) {
    for (const name of await readdir(parent).catch((): string[] => [])) {
      if (!name.startsWith(prefix)) continue;
      const owner = Number.parseInt(name.slice(prefix.length), 10);
      if (Number.isNaN(owner) || owner === pid || isProcessAlive(owner)) continue;
      // Another account's folder cannot be removed, and need not be.
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
    }
  }
  return mkdtemp(join(temporaryFolder, `${prefix}${pid}-`));
}
