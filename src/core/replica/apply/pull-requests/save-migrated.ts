import { count } from '../../../kernel/format/format.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { notedFields } from '../../diff/pull-requests/fields/fields.ts';
import type { CreatedAs } from '../../model/prepared-pull-request.ts';
import { keepRecord, recordToRepair } from '../../recorded/pull-requests/keep-record.ts';
import {
  type PullRequestRecord,
  readOpened,
  readRecord,
  recordWith,
  toRecordText,
} from '../../recorded/pull-requests/pull-request-record.ts';
import { readingNotes } from '../../recorded/pull-requests/reading-notes.ts';
import type { AppliedStates } from './merge/apply-states.ts';
import type { Updated } from './update/update-pull-request.ts';
import type { WrittenConversation } from './write/write-conversation.ts';

/** Describes what was written into one pull request. */
export interface Migrated {
  readonly conversation: WrittenConversation;
  /** Describes what was changed last in one that an earlier run has begun; `null`: nothing. */
  readonly updated: Updated | null;
  readonly asked: readonly string[] | null;
  /** Its row in the state before this run. */
  readonly before: CreatedObject | undefined;
}

/** Saves the record of a pull request that was gone through to its end. */
export async function saveMigrated(
  context: PullRequestContext,
  created: CreatedAs,
  migrated: Migrated,
  states: AppliedStates,
): Promise<void> {
  const { kept, records } = context.repository;
  const { prepared, number } = created;
  const { before, asked, updated } = migrated;
  const { resolved, moved, refused } = migrated.conversation;
  const difference = states.differences.get(prepared.number) ?? null;
  const noted = {
    resolved: [...resolved],
    userMapVersion: kept.user_map_version,
    asked: asked === null ? null : [...asked],
    mend: null,
  };
  const repaired = recordToRepair(before);
  if (before !== undefined && repaired !== null) {
    const outcome = difference === null ? repaired.outcome : 'closed';
    const isDone = refused.length === 0;
    // The next sync compares all of it.
    // What was refused is tried again; an import has nothing else that tells what was to be written.
    const mend = isDone || repaired.archived === '' ? null : repaired.mend;
    const change = { ...noted, isDone, outcome, mend, revision: '' };
    return (updated?.kept ?? keepRecord(context.repository, before)).save(change);
  }
  const onTarget = states.branches.get(prepared.number);
  const more: string[] = [];
  if (number !== prepared.number) more.push(`its number is ${number}`);
  if (moved.length > 0)
    more.push(
      `${count(moved.length, 'comment')} refused at ${moved.length === 1 ? 'its position' : 'their positions'}`,
    );
  if (difference !== null) more.push(difference);
  const record = recordWith({
    ...notedFields(prepared),
    ...readingNotes(prepared, { more, refused }),
    ...recordedFields(created, migrated, onTarget?.headCommit),
    ...noted,
    base: onTarget?.base ?? prepared.opening.base.branch,
    headBranch: onTarget?.head ?? prepared.opening.head.branch,
    outcome: difference === null ? prepared.outcome : 'closed',
    isDraft: difference === null ? wasDraft(context, created, migrated) : null,
    // An earlier run may have written some of it otherwise: the next sync compares all of it.
    ...(!created.isNew && { revision: '' }),
  });
  await records.saveObjectData('pull-request', String(prepared.number), toRecordText(record));
}

/** Returns what the state has of one that an earlier run has made: the source may have another title or text by now. */
function recordedFields(
  { prepared, isNew }: CreatedAs,
  { updated, before }: Migrated,
  headThere: string | undefined,
): Partial<PullRequestRecord> {
  if (isNew || before === undefined) return {};
  const kept = updated?.kept;
  const record = kept?.current() ?? readRecord(before);
  if (record === null) {
    const opened = readOpened(before);
    const body = kept?.descriptions()[0] ?? opened?.opened;
    return { ...(opened?.title && { title: opened.title }), ...(body !== undefined && { body }) };
  }
  const { title, titleText, retitling, body, rewriting, head } = record;
  const desired = prepared.opening.head.commit;
  const texts = { title, titleText, retitling, body, rewriting };
  return { ...texts, head: headThere === desired ? desired : head };
}

/** Of one that an earlier run has made it is known only if it was recorded: the target may take no drafts. */
function wasDraft(
  { learned }: PullRequestContext,
  { prepared, isNew }: CreatedAs,
  { before }: Migrated,
): boolean | null {
  if (prepared.outcome !== 'open') return null;
  const recorded = before === undefined || isNew ? null : (readRecord(before)?.isDraft ?? null);
  // The source may say otherwise by now.
  if (recorded !== null) return recorded;
  if (!prepared.opening.isDraft) return false;
  return isNew ? learned.hasDrafts : null;
}
