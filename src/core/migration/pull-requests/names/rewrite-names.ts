import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { chunksOf } from '../../../kernel/chunks.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import { askReviewers } from '../open/request-reviewers.ts';
import { prepareBatch } from '../prepare/prepare-batch.ts';
import type { PreparedPullRequest } from '../prepare/prepared-pull-request.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import type { Snapshot } from '../read/snapshot.ts';
import { type PullRequestRecord, readRecord, toRecordText } from '../write/pull-request-record.ts';
import { rewriteTexts } from './rewrite-texts.ts';
import {
  type LeftReason,
  type LeftText,
  type Rewriting,
  textsToRewrite,
} from './texts-to-rewrite.ts';

/** So many are read together. */
const batchSize = 50;

/** What another user map has changed in one pull request. */
export interface NamesOfOne {
  /** On the source. */
  readonly number: number;
  readonly isChanged: boolean;
  readonly left: readonly LeftText[];
}

/** Finished pull requests whose texts go by an earlier user map, by number on the source. */
export function withOldNames(
  known: ReadonlyMap<number, CreatedObject>,
  version: number,
): readonly number[] {
  return [...known.entries()]
    .filter(([, object]) => {
      const record = readRecord(object);
      if (record === null || !record.isDone || record.state === null) return false;
      return record.userMapVersion !== version;
    })
    .map(([number]) => number)
    .sort((one, other) => one - other);
}

/**
 * Goes through pull requests that are finished and has their texts name people as the user map does now: by edits of what is
 * there, and never by another comment. Those who are mapped now are asked for the reviews that they owe.
 */
export async function rewriteNames(options: {
  context: PullRequestContext;
  snapshot: Snapshot;
  /** On the source, which has all of them. */
  numbers: readonly number[];
  known: ReadonlyMap<number, CreatedObject>;
  onDone: (done: number) => void;
}): Promise<readonly NamesOfOne[]> {
  const { context, snapshot, numbers, known } = options;
  const names: NamesOfOne[] = [];
  const concurrency = context.repository.target.limits.concurrentWrites;
  for (const together of chunksOf(numbers, batchSize)) {
    const items = together.map((number) => ({ number, isPlaceholder: false }));
    const batch = await prepareBatch(context, { items, snapshot });
    await context.attachments.push();
    await inParallel(batch, { concurrency }, async (prepared) => {
      const object = known.get(prepared.number);
      if (object === undefined) return;
      names.push(await rewriteOne(context, { prepared, object }));
      options.onDone(names.length);
    });
  }
  return names;
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
  const { edited, left } = await rewriteTexts({
    context,
    number,
    rewriting: withoutDescription(
      textsToRewrite({ writes: prepared.writes, description: digestsOf(record), rows }),
      whyDescriptionStays(prepared, record),
    ),
    noteDescription: ({ digest, rewriting = '' }) => save({ body: digest, rewriting }),
  });
  const { askedNow, asked } = await askOne(context, { prepared, number, record });
  await save({ userMapVersion: settings.user_map_version, asked: asked && [...asked] });
  return { number: prepared.number, isChanged: edited > 0 || askedNow > 0, left };
}

function digestsOf({ body, rewriting }: PullRequestRecord): readonly string[] {
  return [body, rewriting].filter((digest) => digest !== '');
}

const substituteChange = 'opened between substitute commits: ';

/** What the target had refused was opened between other commits than it would be now, and says so. */
async function asOpenedBefore(
  prepared: PreparedPullRequest,
  { changes }: PullRequestRecord,
): Promise<PreparedPullRequest> {
  const why = substituteReason(changes);
  if (why === null || prepared.asSubstitute === null) return prepared;
  return prepared.asSubstitute(why);
}

function substituteReason(changes: readonly string[]): string | null {
  const change = changes.find((one) => one.startsWith(substituteChange));
  return change?.slice(substituteChange.length) ?? null;
}

/** Where the source has changed since, its description would tell of what the target does not show. */
function whyDescriptionStays(
  { asSubstitute, pullRequest }: PreparedPullRequest,
  { changes, state }: PullRequestRecord,
): LeftReason | null {
  if (pullRequest !== null && pullRequest.state !== state) return 'other-state';
  const hasLostCommits = asSubstitute === null && substituteReason(changes) === null;
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
