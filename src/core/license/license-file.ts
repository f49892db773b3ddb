import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../kernel/errors.ts';
import { makeFolder } from '../kernel/files/make-folder.ts';
import { readTextFile } from '../kernel/files/read-text-file.ts';

/** Bytes: a key, and some. */
const maxBytes = 16_384;

export function licenseFile(stateFolder: string): string {
  return join(stateFolder, 'license.key');
}

/** The key that was activated on this machine; `null` where none was. */
export async function readActivated(stateFolder: string): Promise<string | null> {
  try {
    return await readKeyFile(licenseFile(stateFolder));
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    if (code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Reads what a key file holds, without the line break at its end.
 * @throws `input-file` where it cannot be read
 */
export async function readKeyFile(path: string): Promise<string> {
  const file = { path, what: 'license key file', code: 'input-file', maxBytes } as const;
  return withoutLineEnd(await readTextFile(file));
}

/** Editors and `echo` end a file with a line break, and some begin it with a byte order mark: these are not the key's. */
export function withoutLineEnd(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
}

/**
 * Keeps a key for this account alone, in place of the one before.
 * @throws `state` where it cannot be written
 */
export async function keepKey(stateFolder: string, key: string): Promise<string> {
  const path = licenseFile(stateFolder);
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    makeFolder(stateFolder);
    await writeFile(temporary, `${key}\n`, { flag: 'wx', mode: 0o600 });
    await rename(temporary, path);
    return path;
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new MigratorError('state', `Cannot save the license key in ${path}`, {
      hint: 'Check that the folder is writable, or set MIGRATOR_LICENSE instead.',
      cause,
    });
  }
}
