import { inParallel } from '../../../../kernel/async/in-parallel.ts';
import { chunksOf } from '../../../../kernel/chunks.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import { renaming } from '../../../diff/pull-requests/update-policy.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import type { Snapshot } from '../../../reading/snapshot.ts';
import {
  type PullRequestRecord,
  readRecord,
  substituteReason,
} from '../../../recorded/pull-requests/pull-request-record.ts';
import { prepareBatch } from '../open/prepare-batch.ts';
import type { NamesOfOne } from '../update/update-begun.ts';
import { updatePullRequest } from '../update/update-pull-request.ts';

/** So many are read together. */
const batchSize = 50;

/**
 * Goes through pull requests that are finished under an earlier user map and has their texts name people as the map does now: by
 * edits of what is there, and never by another comment. Those who are mapped now are asked for the reviews that they owe. What
 * the source does not have any more stays as it is.
 */
export async function rewriteNames(options: {
  context: PullRequestContext;
  snapshot: Snapshot;
  /** By number on the source. */
  known: ReadonlyMap<number, CreatedObject>;
}): Promise<readonly NamesOfOne[]> {
  const { context, snapshot, known } = options;
  const { kept, target, reportProgress } = context.repository;
  const isOnSource = new Set(snapshot.numbers);
  const outdated = [...known]
    .filter(([, object]) => hasOldNames(object, kept.user_map_version))
    .map(([number, object]) => ({ number, object, isThere: isOnSource.has(number) }))
    .sort((one, other) => one.number - other.number);
  const names: NamesOfOne[] = [];
  const concurrency = target.limits.concurrentWrites;
  const there = outdated.filter(({ isThere }) => isThere);
  for (const together of chunksOf(there, batchSize)) {
    const items = together.map(({ number }) => ({ number, isPlaceholder: false }));
    const batch = await prepareBatch(context, { items, snapshot });
    await context.attachments.push();
    await inParallel(batch, { concurrency }, async (prepared) => {
      const object = known.get(prepared.number);
      if (object === undefined) return;
      names.push(await rewriteOne(context, { prepared, object }));
      const progress = { done: names.length, total: outdated.length };
      reportProgress({ ...progress, unit: 'pull requests', what: 'rewriting names' });
    });
  }
  const skipped = [{ what: 'description', why: 'gone-from-source' }] as const;
  const gone = outdated.filter(({ isThere }) => !isThere);
  return [...names, ...gone.map(({ number }) => ({ number, isChanged: false, skipped }))];
}

function hasOldNames(object: CreatedObject, version: number): boolean {
  const record = readRecord(object);
  if (record === null || !record.isDone || record.state === null) return false;
  return record.userMapVersion !== version;
}

async function rewriteOne(
  context: PullRequestContext,
  { prepared: planned, object }: { prepared: PreparedPullRequest; object: CreatedObject },
): Promise<NamesOfOne> {
  const record = readRecord(object);
  if (record === null) throw new TypeError('a finished pull request has no record');
  const prepared = await asOpenedBefore(planned, record);
  const one = { prepared, object, number: Number(object.targetId) };
  const { kept, isChanged, skippedTexts } = await updatePullRequest(context, one, renaming);
  await kept.save({ userMapVersion: context.repository.kept.user_map_version });
  return { number: prepared.number, isChanged, skipped: skippedTexts };
}

/** Keeps a pull request between the other commits that it was opened between after a refusal, and says so. */
async function asOpenedBefore(
  prepared: PreparedPullRequest,
  { changes }: PullRequestRecord,
): Promise<PreparedPullRequest> {
  const why = substituteReason({ changes });
  if (why === null || prepared.asSubstitute === null) return prepared;
  return prepared.asSubstitute(why);
}
