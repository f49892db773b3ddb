import { hash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../errors.ts';
import type { Program } from '../program.ts';
import { makeFolder } from './make-folder.ts';
import { findOthers } from './other-accounts.ts';
import { isPrivateFolder, ownPlaceIn } from './private-folder.ts';

type World = Pick<Program, 'temporaryFolder' | 'pid' | 'uid' | 'hostname' | 'isProcessAlive'>;

/** Where there is room for a socket, whose path must be short, whatever the temporary folder is called. */
export const shortTemporaryFolder = '/tmp';

/**
 * A private folder for what a run needs for its own length: sockets, git's home, the embedded hosts. Folders of runs
 * that were killed are removed on the way.
 * @param stateFolder has room where others could replace what lies in the temporary folder
 * @throws `configuration` where no folder stays this account's own
 */
export async function makeRunFolder(
  world: World,
  purpose: 'run' | 'sandbox',
  stateFolder: string,
): Promise<string> {
  const { temporaryFolder, pid, uid, hostname } = world;
  // Containers may share the folder, and count their processes each from 1.
  const machine = hash('sha256', hostname).slice(0, 6);
  const prefix = `migrator-${purpose}-${machine}-`;
  const own = join(stateFolder, 'run');
  const temporary = ownPlaceIn(temporaryFolder, uid);
  const places = [temporary, ownPlaceIn(shortTemporaryFolder, uid), isOwn(own, uid) ? own : null];
  for (const place of new Set(places)) {
    if (place !== null) await removeDead(place, prefix, world);
  }
  const parent = temporary ?? ownFolder(own, world);
  return mkdtemp(join(parent, `${prefix}${pid}-`)).catch((cause: unknown) => {
    throw noFolder(world, cause);
  });
}

function ownFolder(own: string, world: World): string {
  try {
    makeFolder(own);
  } catch (cause) {
    throw noFolder(world, cause);
  }
  if (isOwn(own, world.uid)) return own;
  throw noFolder(world);
}

/** Below the state folder, where root may use the folders of other accounts. */
function isOwn(own: string, uid: number | null): boolean {
  try {
    return isPrivateFolder(own, uid) && (uid === null || findOthers(own, { uid }).open === null);
  } catch {
    return false;
  }
}

function noFolder({ temporaryFolder }: World, cause?: unknown): MigratorError {
  const message = `Cannot create a private folder in ${temporaryFolder}`;
  return new MigratorError('configuration', message, {
    hint: 'Set TMPDIR to a folder that you own and that nobody else can write to.',
    cause,
  });
}

/** Only what nobody else can have put there, or change meanwhile. */
async function removeDead(
  parent: string,
  prefix: string,
  { pid, uid, isProcessAlive }: World,
): Promise<void> {
  for (const name of await readdir(parent).catch((): string[] => [])) {
    if (!name.startsWith(prefix)) continue;
    const owner = Number.parseInt(name.slice(prefix.length), 10);
    if (Number.isNaN(owner) || owner === pid || isProcessAlive(owner)) continue;
    const path = join(parent, name);
    if (isPrivateFolder(path, uid))
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
