import { join } from 'node:path';
import type { PullRequestRecords } from '../../../archive/records/record-types.ts';
import type { Addresses } from '../../../archive/write/addresses.ts';
import type { ArchiveWriter } from '../../../archive/write/archive-writer.ts';
import { importsArchives } from '../../../choices/engine.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { batchSize } from '../../context/pull-requests/numbering.ts';
import {
  type ArchiveAttachments,
  attachmentRecords,
} from '../../desired/archive/archive-attachments.ts';
import { type ArchivedPullRequest, archiveBatch } from '../../desired/archive/archive-batch.ts';
import { expectImport } from '../../desired/archive/expect-import.ts';
import type { Logins } from '../../desired/archive/logins.ts';
import type { CollectedNotes } from '../../desired/archive/notes-of-records.ts';
import type { Reading } from '../../reading/reading.ts';
import { type ExpectedImport, expectImports } from '../../recorded/imports/expected-import.ts';
import { openArchiving } from './archiving.ts';

export interface ArchivePlace {
  readonly writer: ArchiveWriter;
  /** Private, empty, and removed by the caller. */
  readonly folder: string;
}

type Writing = ArchivePlace & {
  readonly reading: Reading;
  readonly addresses: Addresses;
  readonly logins: Logins;
  readonly notes: CollectedNotes;
};

/**
 * Writes the records of all pull requests, batch by batch: memory does not grow with their number.
 * @returns refs of their heads, and how many comments there are
 */
export async function writePullRequests(
  context: RepositoryContext,
  writing: Writing,
): Promise<{ heads: readonly (readonly [string, string])[]; comments: number }> {
  const { reading, folder, addresses, logins } = writing;
  const { snapshot, cache, source } = reading;
  const repository = { ...context, source: { ...context.source, pullRequests: source } };
  const given = { cache, folder, numbers: snapshot.numbers };
  const { shared, attachments } = await openArchiving(repository, given);
  const total = snapshot.numbers.length;
  const heads: (readonly [string, string])[] = [];
  const written = new Set<string>();
  let comments = 0;
  for (let at = 0; at < total; at += batchSize) {
    shared.stopIfDraining();
    const batch = snapshot.numbers.slice(at, at + batchSize);
    const asked = { numbers: batch, snapshot, addresses, logins };
    const expected = new Map<number, ExpectedImport>();
    for (const one of await archiveBatch(shared, asked)) {
      heads.push([`refs/pull/${one.number}/head`, one.head]);
      const { issue_comments, pull_request_review_comments } = one.records;
      comments += issue_comments.length + pull_request_review_comments.length;
      await writeOne(writing, one, attachments);
      const wanted = expectImport(one);
      if (wanted !== null) expected.set(one.number, wanted);
    }
    if (importsArchives(context.kept)) await expectImports(context.records, expected);
    await writeFiles(writing, attachments, written);
    const done = Math.min(total, at + batchSize);
    const what = 'writing the archive';
    context.reportProgress({ done, total, unit: 'pull requests', what });
  }
  return { heads, comments };
}

async function writeOne(
  { writer, addresses, notes }: Writing,
  one: ArchivedPullRequest,
  { files }: ArchiveAttachments,
): Promise<void> {
  notes.add(one);
  for (const kind of kinds) await writer.add(kind, one.records[kind]);
  const { owner } = addresses;
  await writer.add('attachments', attachmentRecords(one.records, { files, owner }));
}

async function writeFiles(
  { writer, folder }: Writing,
  { files }: ArchiveAttachments,
  written: Set<string>,
): Promise<void> {
  for (const { path } of files.values()) {
    if (written.has(path)) continue;
    written.add(path);
    await writer.addFile(path, join(folder, path));
  }
}

const kinds: readonly (keyof PullRequestRecords)[] = [
  'pull_requests',
  'issue_comments',
  'issue_events',
  'pull_request_reviews',
  'pull_request_review_threads',
  'pull_request_review_comments',
];
