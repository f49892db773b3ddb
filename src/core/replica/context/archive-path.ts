import { join } from 'node:path';
import { exportsArchives } from '../../choices/engine.ts';
import type { RepositoryContext } from './migration-context.ts';

/** Where the archive of a repository is written: names of targets are GitHub's, and safe in any folder. */
export function archivePath({
  kept,
  planned,
  mirror,
}: Pick<RepositoryContext, 'kept' | 'planned' | 'mirror'>): string {
  if (!exportsArchives(kept)) return ownArchivePath(mirror.directory, kept);
  return join(kept.export ?? '.', `${planned.target}${suffixes[kept.archive_format]}`);
}

const suffixes: Readonly<Record<RepositoryContext['kept']['archive_format'], string>> = {
  github: '.tar.gz',
  'bitbucket-server': '.tar',
};

/** Beside the mirror, where an importer gets it. @param directory of the mirror */
export function ownArchivePath(
  directory: string,
  { archive_format: format }: Pick<RepositoryContext['kept'], 'archive_format'>,
): string {
  return `${directory}${suffixes[format]}`;
}
