import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the source say that a repository has 100 MB, with a file that takes no space on the disk. */
export function seemLarge(repository: string): void {
  const folder = join(repository, 'objects', 'info');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'padding');
  writeFileSync(path, '');
  truncateSync(path, 100 * 1024 * 1024);
}
