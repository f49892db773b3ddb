import { join } from 'node:path';
import { exportsArchives } from '../../choices/engine.ts';
import type { RepositoryContext } from './migration-context.ts';

/** Where the archive of a repository is written: names of targets are GitHub's, and safe in any folder. */
export function archivePath({
  kept,
  planned,
  mirror,
}: Pick<RepositoryContext, 'kept' | 'planned' | 'mirror'>): string {
  if (exportsArchives(kept)) return join(kept.export ?? '.', `${planned.target}.tar.gz`);
  return ownArchivePath(mirror.directory);
}

/** Beside the mirror, where an importer gets it. @param directory of the mirror */
export function ownArchivePath(directory: string): string {
  return `${directory}.tar.gz`;
}
