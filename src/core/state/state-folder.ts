import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { MigratorError } from '../kernel/errors.ts';
import { makeFolder } from '../kernel/files/make-folder.ts';
import type { Program } from '../kernel/program.ts';

/**
 * Where the state is: MIGRATOR_STATE_DIR, or the platform's folder for state (XDG_STATE_HOME on Linux). Always a whole path
 * without `..`, which behind a link would be another folder for the system than for those who check it.
 */
export function stateFolder({
  environment,
  platform,
}: Pick<Program, 'environment' | 'platform'>): string {
  const chosen = environment.MIGRATOR_STATE_DIR;
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  const folders = envPaths('migrator', { suffix: '' });
  // env-paths calls Linux's state folder `log`; elsewhere that is a place for log files alone.
  return platform === 'linux' ? folders.log : folders.data;
}

/** Where bare mirrors are while their repositories are migrated. */
export function workFolder(folder: string): string {
  return join(folder, 'work');
}

/** Where maps of rewritten commits are, which stay when the work folder is emptied. */
export function commitMapFolder(folder: string, migration: string): string {
  return join(folder, 'commit-maps', migration);
}

/** Where the results of a deep scan are. */
export function discoveryFolder(folder: string): string {
  return join(folder, 'discovery');
}

const elsewhere =
  'Point MIGRATOR_STATE_DIR to a folder that you own; migrator creates it if needed.';

/**
 * Rejects a state folder that can never be used, as there is a file in its path. One that does not exist yet is fine.
 * @throws `state`, and the system's error where the path cannot be examined
 */
export function refuseUnusable(folder: string): void {
  for (let path = folder; ; path = dirname(path)) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) return;
    if (found !== undefined) {
      const what = path === folder ? 'it' : path;
      const message = `Cannot use the state folder ${folder}: ${what} is not a folder`;
      throw new MigratorError('state', message, { hint: elsewhere });
    }
    if (path === dirname(path)) return;
  }
}

/**
 * Creates the folder if it does not exist, so that a run knows in advance that it can save its state.
 * @param files in it that have to be writable if they exist
 * @throws `state`
 */
export function requireWritable(folder: string, files: readonly string[]): void {
  refuseUnusable(folder);
  try {
    makeFolder(folder);
  } catch (cause) {
    const message = `Cannot create the state folder ${folder}`;
    throw new MigratorError('state', message, { hint: elsewhere, cause });
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    for (const file of files) if (existsSync(file)) accessSync(file, constants.W_OK);
  } catch (cause) {
    throw new MigratorError('state', `The state folder ${folder} is not writable`, {
      hint: 'Give yourself write access, or point MIGRATOR_STATE_DIR to another folder.',
      cause,
    });
  }
}

/** Tells a file from another of the same name; `null` where there is none. */
export function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
