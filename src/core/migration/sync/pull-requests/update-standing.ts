import { hasCode } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../pull-requests/context/pull-request-context.ts';
import { askReviewers } from '../../pull-requests/open/request-reviewers.ts';
import { createdIds } from '../../pull-requests/records/created-ids.ts';
import {
  type PullRequestRecord,
  substituteReason,
  toRecordText,
} from '../../pull-requests/records/pull-request-record.ts';
import { keyOf } from '../../pull-requests/records/written-record.ts';
import { rewriteTexts } from '../../pull-requests/texts/rewrite-texts.ts';
import {
  grouping,
  keysOf,
  type LeftText,
  textsToRewrite,
} from '../../pull-requests/texts/texts-to-rewrite.ts';
import {
  type WrittenConversation,
  writeConversation,
} from '../../pull-requests/write/write-conversation.ts';
import type { Standing } from '../context/standing.ts';
import { countWrites, newWrites } from './new-writes.ts';
import { settleIntended } from './settle-intended.ts';
import { changedFields, updateFields } from './update-fields.ts';

/** Describes what was done with one pull request that the target had. */
export interface Updated {
  readonly one: Standing;
  /** Its record, as far as it is saved. */
  readonly record: PullRequestRecord;
  /** Texts that were written, edited or deleted. */
  readonly comments: number;
  readonly isChanged: boolean;
  /** Parts that stay as they are, and why. */
  readonly left: readonly string[];
  /** How it has to differ from the source. */
  readonly notes: readonly string[];
  /** The target took it nowhere: retried by the next sync. */
  readonly refused: WrittenConversation['refused'];
}

/**
 * Gives a pull request of the target the texts and fields that the source has now: what is there as we wrote it is edited
 * or deleted, what is new is written, and what others have changed stays. Its state is another matter.
 */
export async function updateStanding(context: PullRequestContext, one: Standing): Promise<Updated> {
  const { records } = context.repository;
  let { record } = one;
  async function save(change: Partial<PullRequestRecord>): Promise<void> {
    record = { ...record, ...change };
    await records.saveObjectData('pull-request', one.object.sourceId, toRecordText(record));
  }
  const rows = await settleIntended(context, one);
  const { writes } = one.prepared;
  const description = [record.body, record.rewriting].filter((digest) => digest !== '');
  const rewriting = textsToRewrite({ writes, description, rows, mayAdd: true });
  const changed = changedFields(one);
  const needsTarget = changed.length > 0 || rewriting.texts.some(({ row }) => row === null);
  const onTarget = needsTarget ? await find(context, one.number) : null;
  if (needsTarget && onTarget === null) {
    const left = ['it was deleted on the target'];
    return { one, record, comments: 0, isChanged: false, left, notes: [], refused: [] };
  }
  const fields =
    onTarget === null
      ? { changed: 0, left: [] }
      : await updateFields(context, { one, changed, onTarget, save });
  const texts = await rewriteTexts({
    ...{ context, number: one.number, rewriting },
    ...(onTarget !== null && { description: onTarget.body }),
    noteDescription: ({ digest, rewriting: sent = '' }) => save({ body: digest, rewriting: sent }),
  });
  const written = await writeNew(context, { one, rows, left: texts.left });
  const resolved = await changeThreads(context, { one, rows, resolved: written.resolved });
  await save({ resolved: [...resolved.keys] });
  const people = await updateReviewers(context, one);
  await save({ asked: people.asked });
  const comments = texts.edited + texts.deleted + written.added;
  return {
    one,
    record,
    comments,
    isChanged: comments + fields.changed + resolved.changed + people.changed > 0,
    left: [...fields.left, ...tellLeft(texts.left)],
    notes: otherBase(one),
    refused: written.refused,
  };
}

/** The target opens no pull request between branches without commits between them, and moves none there. Pure. */
function otherBase({ prepared, record }: Standing): readonly string[] {
  const { opening, outcome, pullRequest } = prepared;
  const wanted = pullRequest?.destination.branch ?? null;
  const isKept = outcome === 'open' && record.outcome === 'open';
  if (substituteReason(record) !== null) return [];
  const { branch, kind } = opening.base;
  if (!isKept || wanted === null || kind !== 'existing' || branch === wanted) return [];
  return [`still goes to ${branch}: no commits lie between ${wanted} and its branch`];
}

function find({ repository }: PullRequestContext, number: number) {
  const { target, targetName, signal } = repository;
  return target.pullRequests.find({ ...targetName, number, signal });
}

interface InOne {
  readonly one: Standing;
  /** Rows of its texts in the state, as they were before. */
  readonly rows: readonly CreatedObject[];
}

async function writeNew(
  context: PullRequestContext,
  { one, rows, left }: InOne & { left: readonly LeftText[] },
): Promise<WrittenConversation & { readonly added: number }> {
  const { prepared, number, record } = one;
  const written = new Set(rows.flatMap((row) => (row.targetId === null ? [] : [keyOf(row)])));
  const groupOf = grouping(prepared.writes, [...written]);
  const blocked = new Set(left.flatMap(({ group }) => group ?? []));
  const isNew = (key: string) => !written.has(key) && !blocked.has(groupOf(key));
  const before = new Set(record.resolved);
  const writes = {
    ...newWrites(prepared.writes, isNew),
    resolved: prepared.writes.resolved.filter((key) => !before.has(key)),
  };
  const added = countWrites(writes);
  if (added + writes.resolved.length === 0) return { refused: [], moved: [], resolved: [], added };
  const options = { prepared: { ...prepared, writes }, number, isNew: false };
  const conversation = await writeConversation(context, options);
  return { ...conversation, added: added - conversation.refused.length };
}

/** Opens threads again that the source has opened again. @returns keys of all that are resolved now */
async function changeThreads(
  { repository }: PullRequestContext,
  { one, rows, resolved }: InOne & { resolved: readonly string[] },
): Promise<{ keys: readonly string[]; changed: number }> {
  const { writes } = one.prepared;
  const ids = new Map(rows.map((row) => [keyOf(row), row.targetId ?? '']));
  const open = one.record.resolved.filter((key) => !writes.resolved.includes(key));
  const there = new Set(keysOf(writes));
  const rootIds = open
    .filter((key) => there.has(key))
    .flatMap((key) => createdIds.threadRoot(ids.get(key) ?? '') ?? []);
  if (rootIds.length > 0) {
    const { target, targetName, signal } = repository;
    const request = { ...targetName, number: one.number, rootIds, reopens: true, signal };
    await target.pullRequests.resolveThreads(request).catch((error: unknown) => {
      // Their texts say so too.
      if (!hasCode(error, 'permission', 'refused', 'not-found', 'bad-answer')) throw error;
      const many = count(rootIds.length, 'thread');
      repository.warn(`Pull request ${one.prepared.number}: ${many} could not be opened again`);
    });
  }
  const kept = one.record.resolved.filter((key) => !open.includes(key));
  return { keys: [...new Set([...kept, ...resolved])], changed: rootIds.length + resolved.length };
}

/** Asks those who are to review it now, and no more those who are not. */
async function updateReviewers(
  context: PullRequestContext,
  one: Standing,
): Promise<{ asked: string[] | null; changed: number }> {
  const { prepared, record, number } = one;
  if (prepared.outcome !== 'open' || record.outcome !== 'open' || prepared.pullRequest === null)
    return { asked: record.asked, changed: 0 };
  const { target, targetName, signal, users, settings } = context.repository;
  if (users === null || !settings.request_reviewers) return { asked: record.asked, changed: 0 };
  const before = record.asked ?? [];
  const wanted = new Set(
    prepared.pullRequest.reviewers.flatMap((person) => users.find(person)?.toLowerCase() ?? []),
  );
  const withdrawn = before.filter((login) => !wanted.has(login));
  if (withdrawn.length > 0) {
    const request = { ...targetName, number, logins: withdrawn, signal };
    await target.pullRequests.withdrawReviewers(request);
  }
  const asked = before.filter((login) => wanted.has(login));
  const now = await askReviewers(context, { prepared, number, isNew: false, asked });
  return { asked: [...now.asked], changed: withdrawn.length + now.askedNow };
}

const reasons: Partial<Record<LeftText['why'], string>> = {
  edited: 'edited on the target',
  deleted: 'deleted on the target',
  'not-noted': 'not in the state as it was written',
  refused: 'refused by the target',
};

/** Pure. */
function tellLeft(left: readonly LeftText[]): readonly string[] {
  const groups = [...Map.groupBy(left, ({ what, why }) => `${what} ${why}`).values()];
  return groups.flatMap((texts) => {
    const [first] = texts;
    if (first === undefined) return [];
    const why = reasons[first.why] ?? first.why;
    if (first.what === 'description') return [`its description was ${why}`];
    return [texts.length === 1 ? `a comment was ${why}` : `${texts.length} comments were ${why}`];
  });
}
