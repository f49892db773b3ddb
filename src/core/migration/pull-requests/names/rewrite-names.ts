import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { chunksOf } from '../../../kernel/chunks.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { Snapshot } from '../../reading/snapshot.ts';
import type { PullRequestContext } from '../context/pull-request-context.ts';
import type { PreparedPullRequest } from '../model/prepared-pull-request.ts';
import { prepareBatch } from '../open/prepare-batch.ts';
import { askReviewers } from '../open/request-reviewers.ts';
import {
  type PullRequestRecord,
  readRecord,
  substituteReason,
  toRecordText,
} from '../records/pull-request-record.ts';
import { rewriteTexts } from '../texts/rewrite-texts.ts';
import {
  type LeftReason,
  type LeftText,
  type Rewriting,
  textsToRewrite,
} from '../texts/texts-to-rewrite.ts';

/** So many are read together. */
const batchSize = 50;

/** Describes what another user map has changed in one pull request. */
export interface NamesOfOne {
  /** On the source. */
  readonly number: number;
  readonly isChanged: boolean;
  readonly left: readonly LeftText[];
}

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
  const { settings, target, reportProgress } = context.repository;
  const isOnSource = new Set(snapshot.numbers);
  const outdated = [...known]
    .filter(([, object]) => hasOldNames(object, settings.user_map_version))
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
  const left = [{ what: 'description', why: 'gone-from-source' }] as const;
  const gone = outdated.filter(({ isThere }) => !isThere);
  return [...names, ...gone.map(({ number }) => ({ number, isChanged: false, left }))];
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
  const { settings, records } = context.repository;
  let record = readRecord(object);
  if (record === null) throw new TypeError('a finished pull request has no record');
  const prepared = await asOpenedBefore(planned, record);
  const number = Number(object.targetId);
  const rows = await records.listObjects('comment', `${prepared.number}/`);
  async function save(change: Partial<PullRequestRecord>): Promise<void> {
    if (record === null) return;
    record = { ...record, ...change };
    await records.saveObjectData('pull-request', object.sourceId, toRecordText(record));
  }
  const digests = [record.body, record.rewriting].filter((digest) => digest !== '');
  const { edited, left } = await rewriteTexts({
    context,
    number,
    rewriting: withoutDescription(
      textsToRewrite({ writes: prepared.writes, description: digests, rows }),
      whyDescriptionStays(prepared, record),
    ),
    noteDescription: ({ digest, rewriting = '' }) => save({ body: digest, rewriting }),
  });
  const { askedNow, asked } = await askOne(context, { prepared, number, record });
  await save({ userMapVersion: settings.user_map_version, asked: asked && [...asked] });
  return { number: prepared.number, isChanged: edited > 0 || askedNow > 0, left };
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

/** Where the source has changed since, its description would mention what the target does not show. */
function whyDescriptionStays(
  { asSubstitute, pullRequest }: PreparedPullRequest,
  { changes, state }: PullRequestRecord,
): LeftReason | null {
  if (pullRequest !== null && pullRequest.state !== state) return 'other-state';
  const hasLostCommits = asSubstitute === null && substituteReason({ changes }) === null;
  return hasLostCommits ? 'brought-otherwise' : null;
}

function withoutDescription({ texts, left }: Rewriting, why: LeftReason | null): Rewriting {
  if (why === null) return { texts, left };
  const kept = texts.filter(({ group }) => group !== 'description');
  if (kept.length === texts.length) return { texts, left };
  return { texts: kept, left: [...left, { what: 'description', why }] };
}

async function askOne(
  context: PullRequestContext,
  options: { prepared: PreparedPullRequest; number: number; record: PullRequestRecord },
): Promise<{ askedNow: number; asked: readonly string[] | null }> {
  const { prepared, number, record } = options;
  if (record.outcome !== 'open' || prepared.outcome !== 'open')
    return { askedNow: 0, asked: record.asked };
  const asked = record.asked ?? [];
  return askReviewers(context, { prepared, number, isNew: false, asked });
}
