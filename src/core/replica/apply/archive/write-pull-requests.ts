import { importsArchives } from '../../../choices/engine.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { batchSize } from '../../context/pull-requests/numbering.ts';
import { archiveBatch } from '../../desired/archive/archive-batch.ts';
import type { CollectedNotes } from '../../desired/archive/notes-of-records.ts';
import type { Reading } from '../../reading/reading.ts';
import { type ExpectedImport, expectImports } from '../../recorded/imports/expected-import.ts';
import { openArchiving } from './archiving.ts';
import type { ArchiveEmitter } from './emitter.ts';

/**
 * Writes all pull requests, batch by batch: memory does not grow with their number.
 * @returns how many there are, and how many comments
 */
export async function writePullRequests(
  context: RepositoryContext,
  writing: {
    readonly emitter: ArchiveEmitter;
    readonly reading: Reading;
    readonly notes: CollectedNotes;
  },
): Promise<{ pullRequests: number; comments: number }> {
  const { emitter, reading, notes } = writing;
  const { snapshot, cache, source } = reading;
  const repository = { ...context, source: { ...context.source, pullRequests: source } };
  const { attachments } = emitter;
  const shared = await openArchiving(repository, { cache, attachments, numbers: snapshot.numbers });
  const total = snapshot.numbers.length;
  let [pullRequests, comments] = [0, 0];
  for (let at = 0; at < total; at += batchSize) {
    shared.stopIfDraining();
    const batch = snapshot.numbers.slice(at, at + batchSize);
    const expected = new Map<number, ExpectedImport>();
    for (const one of await archiveBatch(shared, { numbers: batch, snapshot })) {
      const { number } = one;
      const added = await emitter.add(one);
      pullRequests += 1;
      comments += added.comments;
      notes.add({ number, notes: added.notes });
      if (added.expected !== null) expected.set(number, added.expected);
    }
    if (importsArchives(context.kept)) await expectImports(context.records, expected);
    await emitter.addFiles();
    const done = Math.min(total, at + batchSize);
    const what = 'writing the archive';
    context.reportProgress({ done, total, unit: 'pull requests', what });
  }
  return { pullRequests, comments };
}
