import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { MigratorError } from '../kernel/errors.ts';
import { makeFolder } from '../kernel/files/make-folder.ts';
import { markerKeyPath } from './has-marker-key.ts';

const keyBytes = 32;

/**
 * The key that signs what we write into pull requests. A file of its own (0600) beside the database: it outlives a
 * damaged or reset state, and copied to another machine it lets that one find what was created from here.
 * @throws `state` if it cannot be created, or is no key
 */
export async function loadMarkerKey(stateFolder: string): Promise<Uint8Array> {
  const path = markerKeyPath(stateFolder);
  try {
    return parseKey(await readOrMake(stateFolder, path));
  } catch (cause) {
    throw new MigratorError('state', `Cannot use the key ${path}`, {
      hint: 'Restore the key that this state was created with. Without it, migrator cannot recognize what it created before.',
      cause,
    });
  }
}

async function readOrMake(folder: string, path: string): Promise<string> {
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (existing !== undefined) return existing;
  makeFolder(folder);
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(own, `${randomBytes(keyBytes).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  // The link fails where another process was faster: then its key counts.
  await link(own, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(own);
  return readFile(path, 'utf8');
}

function parseKey(text: string): Uint8Array {
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new TypeError('it does not contain 64 hexadecimal digits');
  return Buffer.from(hex, 'hex');
}
