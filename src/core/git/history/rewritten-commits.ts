import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = 'migrator-rewritten';

/** Records in a mirror whose history was cut which commit became which. */
export async function saveRewritten(
  directory: string,
  rewritten: ReadonlyMap<string, string>,
): Promise<void> {
  const lines = [...rewritten].map(([from, to]) => `${from} ${to}\n`).sort();
  await writeFile(join(directory, fileName), lines.join(''));
}

/** Tells whether any commit of a mirror has another name than on the source. */
export async function hasRewritten(directory: string): Promise<boolean> {
  const found = await stat(join(directory, fileName)).catch(() => null);
  return found !== null && found.size > 0;
}

/** The new names of the source's commits. */
export interface Rewritten {
  /** @param hash may be abbreviated; `null`: it has the same name, or is not in the cut history */
  find(hash: string): string | null;
}

/** Nothing is rewritten where the history was not cut. */
export async function readRewritten(directory: string): Promise<Rewritten> {
  const text = await readFile(join(directory, fileName), 'latin1').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return {
    find(hash) {
      const index = firstNotBefore(lines, hash);
      const line = lines[index];
      if (line === undefined || !line.startsWith(hash)) return null;
      const isAmbiguous = lines[index + 1]?.startsWith(hash) ?? false;
      return isAmbiguous ? null : line.slice(41);
    },
  };
}

/** Binary search in sorted lines. */
function firstNotBefore(lines: readonly string[], text: string): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
