import * as z from 'zod';
import { field } from '../../../network/response/response.ts';
import type { PullRequestState, SourceActivity } from '../../../ports/records/pull-request.ts';
import { text, timestamp } from '../../shared/lenient-schema.ts';
import { notUnderstoodRow, parseResponse, type RowKind } from '../../shared/rows.ts';
import { person } from '../names/people.ts';
import { side, stateOf } from './pull-request-schema.ts';

const verdict = z.object({ date: timestamp, user: person }).nullish();

const activitySchema = z.object({
  update: z
    .object({
      state: text,
      title: text,
      reason: text,
      author: person,
      date: timestamp,
      source: side,
      destination: side,
    })
    .nullish(),
  approval: verdict,
  changes_requested: verdict,
});

type Row = z.infer<typeof activitySchema>;

/** The pull request before an update, as far as known. */
interface Before {
  readonly state: PullRequestState;
  readonly sourceCommit: string | null;
  readonly destination: string | null;
  readonly title: string;
}

/**
 * Activity, oldest first, without comments. Each of Bitbucket's updates is the whole pull request at that time: changes
 * follow from the update before, and the first one is the opening.
 * @param rows newest first
 * @throws `bad-answer` for a row that cannot be parsed
 */
export function toSourceActivity(rows: readonly unknown[], kind: RowKind): SourceActivity[] {
  const dated = rows.flatMap((row, index) => {
    const position = index + 1;
    const read = parseResponse(activitySchema, row, { kind, position });
    const happened = read.update ?? read.approval ?? read.changes_requested;
    if (happened === null || happened === undefined) return [];
    if (happened.date === null) throw notUnderstoodRow(row, { kind, position, wrong: ['date'] });
    return [{ read, at: happened.date }];
  });
  const oldestFirst = dated.reverse().sort((a, b) => compare(a.at, b.at));
  const activity: SourceActivity[] = [];
  let before: Before | null = null;
  for (const { read, at } of oldestFirst) {
    const { approval, changes_requested, update } = read;
    if (approval) activity.push({ kind: 'approved', by: approval.user, at });
    if (changes_requested) {
      activity.push({ kind: 'changes-requested', by: changes_requested.user, at });
    }
    if (!update) continue;
    activity.push(...changesOf(update, at, before));
    before = afterwards(update, before);
  }
  return activity;
}

type Update = NonNullable<Row['update']>;

function changesOf(update: Update, at: string, before: Before | null): SourceActivity[] {
  const changes: SourceActivity[] = [];
  const { author: by, destination, reason, source, title } = update;
  const isOther = (now: string | null, then: string | null): boolean =>
    now !== null && then !== null && now !== then;
  if (
    before !== null &&
    (isOther(source.commit, before.sourceCommit) || isOther(destination.branch, before.destination))
  ) {
    const { sourceCommit: previousCommit } = before;
    changes.push({ kind: 'updated', by, at, sourceCommit: source.commit, previousCommit });
  }
  const from = before?.title ?? '';
  if (title !== '' && from !== '' && title !== from)
    changes.push({ kind: 'renamed', by, at, from, to: title });
  const state = stateOf(update.state);
  // A pull request starts as open.
  if (state !== null && state !== (before?.state ?? 'open')) {
    changes.push({ kind: 'state', state, by, at, reason });
  }
  return changes;
}

function afterwards(update: Update, before: Before | null): Before {
  return {
    state: stateOf(update.state) ?? before?.state ?? 'open',
    sourceCommit: update.source.commit ?? before?.sourceCommit ?? null,
    destination: update.destination.branch ?? before?.destination ?? null,
    title: update.title === '' ? (before?.title ?? '') : update.title,
  };
}

/** ISO 8601 in UTC sorts as text. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function isOfComment(row: unknown): boolean {
  return (field(row, 'comment') ?? null) !== null;
}

/** Omits unused fields. Comments come from their own list: here only their existence matters. */
export const activityFields = [
  ...['content', 'user', 'inline', 'links', 'pullrequest', 'parent'].map(
    (part) => `-values.comment.${part}`,
  ),
  '-values.pull_request',
  '-values.update.description',
  '-values.update.reviewers',
  '-values.update.author.links',
  '-values.update.source.repository',
  '-values.update.destination.repository',
  '-values.approval.pullrequest',
  '-values.approval.user.links',
  '-values.changes_requested.pullrequest',
  '-values.changes_requested.user.links',
];
