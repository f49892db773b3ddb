import { mkdir, rm } from 'node:fs/promises';
import { chunksOf } from '../../../kernel/chunks.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { batchSize } from '../../context/pull-requests/numbering.ts';
import type { Beginning } from '../../context/pull-requests/pull-request-context.ts';
import { archiveBatch } from '../../desired/archive/archive-batch.ts';
import { isReread, type KnownRows } from '../../diff/pull-requests/changed-rows.ts';
import { cachedSource } from '../../reading/cached-source.ts';
import { openReadCache } from '../../reading/read-cache.ts';
import { snapshotOf } from '../../reading/snapshot-of-rows.ts';
import { readRecord, toRecordText } from '../../recorded/pull-requests/pull-request-record.ts';
import { openArchiving } from './archiving.ts';
import { attachmentsOf } from './attachments-of.ts';

/**
 * Reads pull requests whole and compares them with what their archive had: no list of a source shows each edit. What was read is kept
 * for the next import. The mirror has the source's commits.
 * @param rows by number
 * @param asked which of them are read again although nothing shows a change since they were read last
 * @returns numbers of those that an archive would have otherwise now, new ones among them
 */
export async function findRewritten(
  context: RepositoryContext,
  rows: ReadonlyMap<number, SourcePullRequest>,
  asked: Pick<KnownRows, 'reread' | 'also'>,
): Promise<readonly number[]> {
  if (rows.size === 0) return [];
  const { records, mirror, clock, kept } = context;
  const known = await records.listObjects('pull-request');
  const before = new Map(known.map((row) => [Number(row.sourceId), readRecord(row)]));
  const folder = `${mirror.directory}.archive`;
  const numbers = [...rows.keys()].sort((one, other) => one - other);
  const snapshot = snapshotOf(rows);
  const rewritten: number[] = [];
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const cache = openReadCache({ folder: `${mirror.directory}.read`, now: clock.now });
    const attachments = (beginning: Beginning) => attachmentsOf(kept, { beginning, folder });
    const source = cachedSource({
      ...{ source: context.source.pullRequests, cache },
      revisionOf: (number) => rows.get(number)?.revision,
      maxAge(number) {
        const row = rows.get(number);
        const isAsked = row === undefined || isReread(row, before.get(number), asked);
        return isAsked ? 0 : Number.POSITIVE_INFINITY;
      },
    });
    const repository = { ...context, source: { ...context.source, pullRequests: source } };
    const numbersOfAll = [...new Set([...before.keys(), ...numbers])];
    const shared = await openArchiving(repository, { cache, attachments, numbers: numbersOfAll });
    for (const batch of chunksOf(numbers, batchSize)) {
      for (const one of await archiveBatch(shared, { numbers: batch, snapshot })) {
        const { number, asRead } = one;
        const record = before.get(number) ?? null;
        if (record?.archived !== asRead.archived) rewritten.push(number);
        else if (record.revision !== asRead.revision)
          await records.saveObjectData(
            'pull-request',
            String(number),
            toRecordText({ ...record, ...asRead }),
          );
      }
    }
    return rewritten;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
