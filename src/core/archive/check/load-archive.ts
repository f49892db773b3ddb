import type { KindName } from '../records/kinds.ts';
import { newContents } from './archive-contents.ts';
import { checkLayout } from './check-layout.ts';
import type { ReadArchive } from './entries/read-entries.ts';
import { readArchive } from './read-archive.ts';
import { checkConversations } from './records/conversation.ts';
import type { ArchiveFinding } from './records/findings.ts';
import type { ArchiveRecord } from './records/read-records.ts';
import { type LoadedServerArchive, loadServerArchive } from './server/check-server-archive.ts';
import { isServerArchive } from './server/is-server-archive.ts';

interface LoadedArchive {
  readonly format: 'github';
  /** Records that have the shape of their kind, in the order of the archive. */
  readonly records: ReadonlyMap<KindName, readonly ArchiveRecord[]>;
  /** Folder of each unpacked bare repository, by its path in the archive. */
  readonly repositories: ReadonlyMap<string, string>;
  readonly findings: readonly ArchiveFinding[];
}

/**
 * Reads all of an archive into memory, for importers of a few thousand records, and checks everything but what needs
 * git. An export of a Data Center is known by its first entry.
 * @throws MigratorError `input-file` where it cannot be read to its end
 */
export async function loadArchive(
  options: ReadArchive,
): Promise<LoadedArchive | LoadedServerArchive> {
  if (await isServerArchive(options)) return loadServerArchive(options);
  const records = new Map<KindName, ArchiveRecord[]>();
  const contents = newContents({
    onRecord(kind, record) {
      const known = records.get(kind) ?? [];
      records.set(kind, known);
      known.push(record);
    },
  });
  await readArchive(options, contents);
  checkLayout(contents);
  contents.references.finish(contents.findings.report);
  checkConversations(contents.conversations, contents.findings.report);
  const { repositories, findings } = contents;
  return { format: 'github', records, repositories, findings: findings.list() };
}
