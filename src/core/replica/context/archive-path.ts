import { join } from 'node:path';
import { exportsArchives } from '../../choices/engine.ts';
import type { RepositoryContext } from './migration-context.ts';

/** Where the archive of a repository is written: names of targets are GitHub's, and safe in any folder. */
export function archivePath({
  settings,
  planned,
  mirror,
}: Pick<RepositoryContext, 'settings' | 'planned' | 'mirror'>): string {
  if (exportsArchives(settings)) return join(settings.export ?? '.', `${planned.target}.tar.gz`);
  return ownArchivePath(mirror.directory);
}

/** Beside the mirror, where an importer gets it. @param directory of the mirror */
export function ownArchivePath(directory: string): string {
  return `${directory}.tar.gz`;
}
