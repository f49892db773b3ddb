import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Digests of files by their names. */
export type Checksums = ReadonlyMap<string, string>;

/** @param names of files in the folder */
export function checksumsOf(folder: string, names: readonly string[]): Checksums {
  return new Map(
    [...names].sort().map((name) => {
      const digest = createHash('sha256').update(readFileSync(join(folder, name)));
      return [name, digest.digest('hex')];
    }),
  );
}

/** As `sha256sum --check` reads them. Pure. */
export function checksumFile(checksums: Checksums): string {
  return [...checksums].map(([name, digest]) => `${digest}  ${name}\n`).join('');
}
