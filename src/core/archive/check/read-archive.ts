import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { KindName } from '../records/kinds.ts';
import type { ArchiveContents } from './archive-contents.ts';
import { entryKind } from './entries/entry-path.ts';
import { type Entry, type ReadArchive, readEntries } from './entries/read-entries.ts';
import { beginRepository, isUnpacked, unpackFile } from './entries/unpack-repository.ts';
import type { ArchiveFinding, FindingKind } from './records/findings.ts';
import { type ArchiveRecord, readList, readRecords } from './records/read-records.ts';

/** A hundred records with the longest texts that GitHub takes stay far below it. */
const maxJsonBytes = 128 * 1024 * 1024;

/** Limits of GitHub's importer: 40 GB of history, 10 GB of metadata. */
const maxBytes = 50 * 1024 ** 3;

/**
 * Reads an archive once from start to end, and reports what is wrong with single files and records.
 * @throws MigratorError `input-file` where it cannot be read to its end
 */
export async function readArchive(options: ReadArchive, contents: ArchiveContents): Promise<void> {
  let bytes = 0;
  for await (const entry of readEntries(options.path, options.signal)) {
    bytes += entry.size;
    if (bytes > maxBytes) {
      contents.findings.report(
        about(entry.path, 'size', 'the archive is larger than 50 GB: stopped reading'),
      );
      return;
    }
    // Cancelled, it would take the next entry along: modern-tar reads ahead, and ends whichever is open.
    if (!(await readEntry(options, contents, entry))) for await (const _ of entry.body);
  }
}

/** @returns `false` where its content was not wanted */
async function readEntry(
  { folder }: ReadArchive,
  contents: ArchiveContents,
  entry: Entry,
): Promise<boolean> {
  const { path, type, size, body } = entry;
  const kind = entryKind(path, type);
  const tell = (of: FindingKind, message: string) =>
    contents.findings.report(about(path, of, message));
  if (kind.is !== 'folder' && contents.paths.has(path))
    tell('duplicate', 'it is in the archive twice');
  contents.paths.add(path);
  const [folderOfGit] = /^repositories\/[^/]+\/[^/]+\.git\/(?:refs|objects)(?=\/)/.exec(path) ?? [];
  if (folderOfGit !== undefined) contents.gitFolders.add(folderOfGit);
  switch (kind.is) {
    case 'unsafe':
      tell('layout', `it is a ${type} or points outside the archive`);
      return false;
    case 'unknown':
      contents.findings.report({
        ...about(path, 'layout', "GitHub's importer ignores it"),
        severity: 'warning',
      });
      return false;
    case 'folder':
      return false;
    case 'asset':
      contents.assets.add(path);
      return false;
    case 'git':
      return unpack({ folder, contents, entry }, kind);
    default:
  }
  if (size > maxJsonBytes) {
    tell('size', 'it is longer than 128 MB');
    return false;
  }
  const content = await buffer(body);
  if (kind.is === 'schema') readSchema(contents, content, path);
  else if (kind.is === 'records') readFile(contents, { ...kind, path, content });
  else if (path !== 'urls.json') {
    const list = readList(content);
    if ('problems' in list) for (const { message } of list.problems) tell('json', message);
  }
  return true;
}

async function unpack(
  { folder, contents, entry }: { folder: string; contents: ArchiveContents; entry: Entry },
  { repository, path }: { repository: string; path: string },
): Promise<boolean> {
  let directory = contents.repositories.get(repository);
  if (directory === undefined) {
    directory = join(folder, `repository-${contents.repositories.size + 1}.git`);
    contents.repositories.set(repository, directory);
    await beginRepository(directory);
  }
  if (!isUnpacked(path)) return false;
  await unpackFile(directory, path, entry.body);
  return true;
}

function readSchema(contents: ArchiveContents, content: Buffer, path: string): void {
  const version = schemaVersion(content);
  if (version === null) contents.findings.report(about(path, 'json', 'it has no version'));
  else contents.version = version;
}

function schemaVersion(content: Buffer): string | null {
  try {
    const { version } = JSON.parse(content.toString('utf8'));
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

function readFile(
  contents: ArchiveContents,
  { kind, part, path, content }: { kind: KindName; part: number; path: string; content: Buffer },
): void {
  const { findings, references, conversations } = contents;
  const { records, malformed, problems } = readRecords(kind, content);
  for (const problem of problems) findings.report({ ...problem, file: path });
  for (const { url } of malformed) references.know(kind, url);
  if (kind === 'repositories') {
    for (const record of [...records, ...malformed])
      contents.described.push({ record, file: path });
  }
  for (const record of records) {
    if (!references.add(kind, record, path)) {
      findings.report({
        ...about(path, 'duplicate', 'another record has the same URL'),
        record: record.url,
      });
    }
    conversations.add(kind, { record, file: path });
    contents.onRecord?.(kind, record);
    if (kind === 'attachments')
      contents.named.push({ asset: assetOf(record), record: record.url, file: path });
  }
  contents.records.set(kind, (contents.records.get(kind) ?? 0) + records.length);
  const parts = contents.parts.get(kind) ?? new Set<number>();
  contents.parts.set(kind, parts.add(part));
}

function assetOf({ asset_url }: ArchiveRecord): string {
  return String(asset_url).replace('tarball://root/', '');
}

function about(file: string, kind: FindingKind, message: string): ArchiveFinding {
  return { severity: 'error', kind, file, record: null, message };
}
