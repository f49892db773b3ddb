import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { MigratorError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';

const elsewhere =
  'Point MIGRATOR_STATE_DIR to a folder of yours, which is made if it is not there.';

/**
 * A folder that is not there yet holds nothing; where a file stands in its place there will never be one. Makes nothing.
 * @throws `state` in that case, and the system's error where it cannot be told
 */
export function refuseNoFolder(folder: string): void {
  for (let path = folder; ; path = dirname(path)) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) return;
    if (found !== undefined) {
      const what = path === folder ? 'it' : path;
      throw new MigratorError(
        'state',
        `The state folder ${folder} cannot be used: ${what} is not a folder`,
        { hint: elsewhere },
      );
    }
    if (path === dirname(path)) return;
  }
}

/**
 * Makes the folder if it is not there, so that a run knows beforehand that it can keep what it does.
 * @param files in it that are written to if they are there
 * @throws `state`
 */
export function requireWritable(folder: string, files: readonly string[]): void {
  refuseNoFolder(folder);
  try {
    makeFolder(folder);
  } catch (cause) {
    throw new MigratorError('state', `The state folder ${folder} cannot be made`, {
      hint: elsewhere,
      cause,
    });
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    for (const file of files) if (existsSync(file)) accessSync(file, constants.W_OK);
  } catch (cause) {
    throw new MigratorError('state', `The state folder ${folder} cannot be written to`, {
      hint: 'Give yourself the right to write there, or point MIGRATOR_STATE_DIR to another folder.',
      cause,
    });
  }
}
