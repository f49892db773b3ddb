import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { MigratorError } from '../kernel/errors.ts';
import { makeFolder } from '../kernel/files/make-folder.ts';
import { markerKeyPath } from './has-marker-key.ts';

const keyBytes = 32;

/**
 * The key that signs what we write into pull requests. It lies beside the database in a file of its own (0600): it
 * outlives a damaged or reset state, and carried to another machine it lets what was made from here be found there.
 * @throws `state` if it cannot be made, or is no key
 */
export async function loadMarkerKey(stateFolder: string): Promise<Uint8Array> {
  const path = markerKeyPath(stateFolder);
  try {
    return parseKey(await readOrMake(stateFolder, path));
  } catch (cause) {
    throw new MigratorError('state', `The key ${path} cannot be used`, {
      hint: 'Put back the one that this state was begun with. Without it nothing that was made before can be recognised.',
      cause,
    });
  }
}

async function readOrMake(folder: string, path: string): Promise<string> {
  const existing = await unlessMissing(readFile(path, 'utf8'));
  if (existing !== null) return existing;
  makeFolder(folder);
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(own, `${randomBytes(keyBytes).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  // A link fails where another process was quicker: then its key is the one.
  await link(own, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(own);
  return readFile(path, 'utf8');
}

function parseKey(text: string): Uint8Array {
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new TypeError('it does not hold 64 hexadecimal digits');
  return Buffer.from(hex, 'hex');
}

async function unlessMissing(reading: Promise<string>): Promise<string | null> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
