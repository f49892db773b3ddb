import { mkdir, rm } from 'node:fs/promises';
import { chunksOf } from '../../../kernel/chunks.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { batchSize } from '../../context/pull-requests/numbering.ts';
import { archiveBatch } from '../../desired/archive/archive-batch.ts';
import { openReadCache } from '../../reading/read-cache.ts';
import { snapshotOf } from '../../reading/snapshot-of-rows.ts';
import { readRecord } from '../../recorded/pull-requests/pull-request-record.ts';
import { archiveIdentity, openArchiving } from './archiving.ts';

/**
 * Reads pull requests whole and compares them with what their archive had: no list of a source shows each edit. The mirror has the
 * source's commits.
 * @param rows by number
 * @returns numbers of those that an archive would have otherwise now
 */
export async function findRewritten(
  context: RepositoryContext,
  rows: ReadonlyMap<number, SourcePullRequest>,
): Promise<readonly number[]> {
  if (rows.size === 0) return [];
  const { records, mirror, clock } = context;
  const known = await records.listObjects('pull-request');
  const before = new Map(known.map((row) => [Number(row.sourceId), readRecord(row)?.archived]));
  const folder = `${mirror.directory}.archive`;
  const { addresses, logins } = archiveIdentity(context);
  const numbers = [...rows.keys()].sort((one, other) => one - other);
  const snapshot = snapshotOf(rows);
  const rewritten: number[] = [];
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const cache = openReadCache({ folder: `${mirror.directory}.read`, now: clock.now });
    const { shared } = await openArchiving(context, { cache, folder, numbers: [...before.keys()] });
    for (const batch of chunksOf(numbers, batchSize)) {
      const asked = { numbers: batch, snapshot, addresses, logins };
      for (const { number, asRead } of await archiveBatch(shared, asked))
        if (asRead.archived !== before.get(number)) rewritten.push(number);
    }
    return rewritten;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
