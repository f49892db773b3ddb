import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder, private (0700) unless a mode is given, and its missing parents. Node's own `recursive` never ends where an existing folder
 * answers ENOENT to a new one, as an automounter with an unreachable home does.
 * @throws the system's error
 */
export function makeFolder(path: string, mode = 0o700): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const parent = dirname(path);
    if (code === 'ENOENT' && parent !== path && !existsSync(parent)) {
      makeFolder(parent, mode);
      makeFolder(path, mode);
      return;
    }
    // Another process may have been faster; the folder may also exist below one that is not writable.
    if (code === 'ENOENT' || !(statSync(path, { throwIfNoEntry: false })?.isDirectory() === true))
      throw error;
  }
}
