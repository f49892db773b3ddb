import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeText } from '../../files/write-result.ts';
import type { WizardSession } from './session.ts';

/** @param folder empty: the current one */
export function sessionFiles(folder: string): Pick<WizardSession, 'freePath' | 'write'> {
  return {
    async freePath(name, ending) {
      for (let number = 1; ; number += 1) {
        const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}${ending}`);
        if (!(await isThere(path))) return path;
      }
    },
    async write(path, text) {
      await writeText(path, text);
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    // Where it cannot even be looked for, writing it says why.
    return false;
  }
}
