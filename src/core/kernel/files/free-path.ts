import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

/** A path at which there is nothing: `plan.json`, else `plan-2.json` and so on. */
export async function freePath(folder: string, name: string, ending: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}${ending}`);
    // Where it cannot even be looked for, writing it says why.
    const isFree = await lstat(path).then(
      () => false,
      () => true,
    );
    if (isFree) return path;
  }
}
