import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a private folder (0700) and those that it lies in, as far as they are not there. Node's own `recursive` tries
 * without end where a folder that is there takes no new one and says that it is missing: an automounter does, whose home is not to be had.
 * @throws the system's error
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const parent = dirname(path);
    if (code === 'ENOENT' && parent !== path && !existsSync(parent)) {
      makeFolder(parent);
      makeFolder(path);
      return;
    }
    // Another process may have been quicker; a folder that may not be written in may be there as well.
    if (code === 'ENOENT' || !isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
