import { isServerPath } from '../../records/server/server-paths.ts';
import { type ReadArchive, readEntries } from '../entries/read-entries.ts';

/** Tells by its first entry whether an archive is an export of a Data Center. */
export async function isServerArchive({
  path,
  signal,
}: Pick<ReadArchive, 'path' | 'signal'>): Promise<boolean> {
  for await (const entry of readEntries(path, signal)) return isServerPath(entry.path);
  return false;
}
