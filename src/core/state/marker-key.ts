import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readVariable } from '../kernel/environment.ts';
import { MigratorError } from '../kernel/errors.ts';
import { makeFolder } from '../kernel/files/make-folder.ts';
import type { Program } from '../kernel/program.ts';
import { markerKeyPath } from './has-marker-key.ts';
import { stateFolder } from './state-folder.ts';

const keyBytes = 32;

/** The key of this machine. */
export interface MarkerKey {
  has(): boolean;
  /** @throws `state` if it cannot be created, or is no key */
  load(): Promise<Uint8Array>;
}

/**
 * The key of MIGRATOR_MARKER_KEY_FILE, which is only ever read: machines that share a migration share it. Without the
 * variable that of the state folder, which is created when it is first needed.
 */
export function markerKeyOf(program: Pick<Program, 'environment' | 'platform'>): MarkerKey {
  const named = readVariable(program.environment, 'MIGRATOR_MARKER_KEY_FILE');
  if (named === null) {
    const folder = stateFolder(program);
    const path = markerKeyPath(folder);
    return { has: () => existsSync(path), load: () => loadMarkerKey(folder) };
  }
  return {
    has: () => existsSync(named),
    load: () =>
      readFile(named, 'utf8')
        .then(parseKey)
        .catch((cause: unknown) => {
          throw unusable(
            named,
            'Point MIGRATOR_MARKER_KEY_FILE to a copy of the marker.key that this migration started with.',
            cause,
          );
        }),
  };
}

/**
 * The key that signs what we write into pull requests. A file of its own (0600) beside the database: it outlives a
 * damaged or reset state, and copied to another machine it lets that one find what was created from here.
 * @throws `state` if it cannot be created, or is no key
 */
export async function loadMarkerKey(stateFolder: string): Promise<Uint8Array> {
  const path = markerKeyPath(stateFolder);
  try {
    return parseKey(await readOrMake(path));
  } catch (cause) {
    throw unusable(
      path,
      'Restore the key that this state was created with. Without it, migrator cannot recognize what it created before.',
      cause,
    );
  }
}

function unusable(path: string, hint: string, cause: unknown): MigratorError {
  return new MigratorError('state', `Cannot use the key ${path}`, { hint, cause });
}

async function readOrMake(path: string): Promise<string> {
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (existing !== undefined) return existing;
  makeFolder(dirname(path));
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
