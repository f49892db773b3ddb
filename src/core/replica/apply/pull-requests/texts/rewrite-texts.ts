import { change } from '../../../../journal/change.ts';
import { hasCode } from '../../../../kernel/errors.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import {
  type CurrentTexts,
  descriptionId,
  readCurrentTexts,
} from '../../../actual/current-texts.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import type {
  Rewriting,
  SkippedText,
  SkipReason,
  TextToRewrite,
} from '../../../diff/pull-requests/texts-to-rewrite.ts';
import { createdIds } from '../../../recorded/pull-requests/created-ids.ts';
import {
  keyOf,
  readWritten,
  textDigest,
  toWrittenRecord,
} from '../../../recorded/pull-requests/written-record.ts';
import { changePullRequest } from '../target/change-pull-request.ts';

interface RewriteTexts {
  readonly context: WritingContext;
  /** On the target. */
  readonly number: number;
  readonly rewriting: Rewriting;
  /** The description and when it was read, where the caller knows it. */
  readonly description?: { readonly body: string; readonly at: number };
  /** Notes which description is about to be sent, and then that it has arrived. */
  readonly noteDescription: (digests: Noted) => Promise<void>;
}

interface Noted {
  /** Digest of the target's text, where known. */
  readonly digest: string;
  /** Digest of the text that is about to be sent in its place. */
  readonly rewriting?: string;
}

export interface RewrittenTexts {
  readonly edited: number;
  readonly deleted: number;
  readonly skipped: readonly SkippedText[];
}

/**
 * Edits and deletes texts that are on the target as we wrote them, and leaves alone what anybody else has edited. Noted
 * before and after each edit, so that a run that was broken off knows its own texts again.
 * @returns how many were edited and deleted now, and what was left
 */
export async function rewriteTexts(options: RewriteTexts): Promise<RewrittenTexts> {
  const { texts, removed = [], skipped: before } = options.rewriting;
  if (texts.length + removed.length === 0) return { edited: 0, deleted: 0, skipped: before };
  const current = await readCurrentTexts(options.context, {
    ...{ number: options.number, description: options.description },
    ids: [...texts.map(idOf), ...removed.map(({ row }) => row.targetId ?? '')],
  });
  const skipped: SkippedText[] = [...before];
  const blocked = new Set<string>();
  let edited = 0;
  for (const [group, together] of Map.groupBy(texts, (text) => text.group)) {
    const why = together
      .map((text) => whySkipped(text, current.value))
      .find((reason) => reason !== null);
    if (why !== undefined) blocked.add(group);
    const results = await rewriteGroup(options, { group: together, current, why });
    edited += results.edited;
    skipped.push(...results.skipped);
  }
  let deleted = 0;
  for (const { row, group } of removed) {
    const result = blocked.has(group) ? 'edited' : await remove(options, row, current);
    if (result === 'removed') deleted += 1;
    else if (result === 'edited') skipped.push({ what: 'text', why: 'edited', group });
  }
  return { edited, deleted, skipped };
}

async function rewriteGroup(
  options: RewriteTexts,
  {
    group,
    current,
    why,
  }: {
    group: readonly TextToRewrite[];
    current: CurrentTexts;
    why: SkipReason | null | undefined;
  },
): Promise<Pick<RewrittenTexts, 'edited' | 'skipped'>> {
  const skipped: SkippedText[] = [];
  let edited = 0;
  for (const text of group) {
    const reason = why ?? (await rewrite(options, text, current));
    const what = text.row === null ? 'description' : 'text';
    if (reason === 'edited-now') edited += 1;
    else if (reason !== null) skipped.push({ what, why: reason, group: text.group });
  }
  return { edited, skipped };
}

function idOf({ row }: TextToRewrite): string {
  return row?.targetId ?? descriptionId;
}

function whySkipped(text: TextToRewrite, current: CurrentTexts['value']): SkipReason | null {
  const digest = current.get(idOf(text))?.digest;
  if (digest === undefined) return 'deleted';
  if (digest === text.digest || text.known.includes(digest)) return null;
  return text.known.length === 0 ? 'not-noted' : 'edited';
}

async function rewrite(
  options: RewriteTexts,
  text: TextToRewrite,
  found: CurrentTexts,
): Promise<'edited-now' | SkipReason | null> {
  const { context, number } = options;
  const { digest } = text;
  let mayBeSent = false;
  return change({
    ...{ context: context.repository, found },
    read: async () => (await readCurrentTexts(context, { number, ids: [idOf(text)] })).value,
    async send(current, isCurrent) {
      const why = whySkipped(text, current);
      if (why !== null) return why;
      const now = current.get(idOf(text))?.digest ?? digest;
      if (now === digest) {
        await note(options, text, { digest });
        return mayBeSent ? 'edited-now' : null;
      }
      context.stopIfDraining();
      await note(options, text, { digest: ownDigest(text, now), rewriting: digest });
      mayBeSent = true;
      try {
        await send(options, text, isCurrent);
      } catch (error) {
        if (hasCode(error, 'not-found')) return 'deleted';
        if (hasCode(error, 'refused')) return 'refused';
        throw error;
      }
      await note(options, text, { digest });
      return 'edited-now';
    },
  });
}

/** Tells which text of ours a row is to name while another is on its way; what others have written is never noted as ours. */
function ownDigest({ row }: TextToRewrite, now: string): string {
  const written = row && readWritten(row);
  if (written === null || [written.digest, written.rewriting].includes(now)) return now;
  return written.digest;
}

/**
 * Deletes a text that is as we wrote it. A review cannot be deleted, and a comment that others have answered is not: it
 * says instead that the source has it no more.
 * @returns `said`: it did so before; `edited`: somebody else has changed it
 */
async function remove(
  options: RewriteTexts,
  row: CreatedObject,
  found: CurrentTexts,
): Promise<'removed' | 'said' | 'edited'> {
  const { context, number } = options;
  const { target, signal, targetName, records } = context.repository;
  const made = createdIds.parse(row.targetId ?? '');
  if (made === null) throw new TypeError('what was written has no kind');
  const { kind, id } = made;
  const body = `${removedText}\n\n${context.markers.mark(keyOf(row))}`;
  const written = readWritten(row);
  const ours = [written?.digest, written?.rewriting].filter((digest) => digest !== undefined);
  const text = { row, group: '', body, digest: textDigest(body), known: ours };
  const result = await change({
    ...{ context: context.repository, found },
    read: async () => (await readCurrentTexts(context, { number, ids: [idOf(text)] })).value,
    async send(current, isCurrent) {
      const now = current.get(row.targetId ?? '');
      if (now === undefined) return 'gone';
      if (now.digest === text.digest) return 'said';
      if (!ours.includes(now.digest)) return 'edited';
      context.stopIfDraining();
      if (kind === 'review' || now.isAnswered) return 'answered';
      await target.audit.deleteText({ ...targetName, number, signal, kind, id, isCurrent });
      return 'gone';
    },
  });
  if (result === 'answered') {
    const outcome = await rewrite(options, text, found);
    return outcome === 'edited-now' || outcome === null ? 'removed' : 'edited';
  }
  if (result === 'gone') await records.forgetObjects('comment', [row.sourceId]);
  return result === 'gone' ? 'removed' : result;
}

const removedText = '_Deleted on Bitbucket since it was migrated._';

async function send(
  { context, number }: RewriteTexts,
  text: TextToRewrite,
  isCurrent: () => boolean,
): Promise<void> {
  const { target, signal, targetName } = context.repository;
  const { body } = text;
  if (text.row === null) {
    await changePullRequest(context.repository, { number, change: { body }, isCurrent });
    return;
  }
  const made = createdIds.parse(text.row.targetId ?? '');
  if (made === null) throw new TypeError('what was written has no kind');
  await target.audit.updateText({ ...targetName, number, ...made, body, signal, isCurrent });
}

async function note(
  { context, noteDescription }: RewriteTexts,
  { row }: TextToRewrite,
  noted: Noted,
): Promise<void> {
  if (row === null) return noteDescription(noted);
  const { records } = context.repository;
  const place = readWritten(row)?.place ?? null;
  const data = toWrittenRecord({ ...noted, place });
  await records.saveObjectData('comment', row.sourceId, data);
}
