import { count } from '../../../kernel/format/format.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { type ArchivedPullRequest, archiveBatch } from '../../desired/archive/archive-batch.ts';
import { restoringWrites } from '../../desired/archive/restoring-writes.ts';
import type { SentPullRequest } from '../../desired/archive/sent-pull-request.ts';
import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import type { Snapshot } from '../../reading/snapshot.ts';
import {
  lossesKey,
  type PullRequestRecord,
  readRecord,
  toRecordText,
} from '../../recorded/pull-requests/pull-request-record.ts';
import { keyOf, readWritten, textDigest } from '../../recorded/pull-requests/written-record.ts';
import type { Describer } from '../archive/describe-archived.ts';

/** Reads imported pull requests again, and works out what each is to have. */
export async function prepareImported(
  context: PullRequestContext,
  options: {
    readonly numbers: readonly number[];
    readonly snapshot: Pick<Snapshot, 'read'>;
    readonly describer: Describer;
    /** Rows of the state, by number. */
    readonly known: Map<number, CreatedObject>;
  },
): Promise<readonly PreparedPullRequest[]> {
  const { numbers, snapshot, describer, known } = options;
  const prepared: PreparedPullRequest[] = [];
  for (const archived of await archiveBatch(context, { numbers, snapshot })) {
    const { number, rendering } = archived;
    const row = known.get(number);
    const record = row === undefined ? null : readRecord(row);
    const sent = await describer.describe(archived);
    if (record === null || sent === null) continue;
    const rows = await context.repository.records.listObjects('comment', `${number}/`);
    const writes = restoringWrites({
      ...{ sent, rendering, losses: record.losses, restored: new Set(record.restored) },
      there: new Map(
        rows.flatMap((one) => {
          const digest = readWritten(one)?.digest;
          return one.targetId === null || digest === undefined ? [] : [[keyOf(one), digest]];
        }),
      ),
      ...{ markers: context.markers, personOf: describer.personOf },
    });
    if (row !== undefined) known.set(number, keptTexts(context, { row, record, sent }));
    warnOfGone(context, { number, record, sent, rows });
    prepared.push(preparedOf(archived, sent, writes));
  }
  return prepared;
}

/** Leaves title and description alone where they are not what was imported: the source has changed, or a file has another address. */
function keptTexts(
  { repository }: PullRequestContext,
  {
    row,
    record,
    sent,
  }: {
    readonly row: CreatedObject;
    readonly record: PullRequestRecord;
    readonly sent: SentPullRequest;
  },
): CreatedObject {
  const { mend, title, body } = record;
  const isSame = textDigest(sent.title) === title && textDigest(sent.body) === body;
  if (mend === null || !mend.texts || isSame) return row;
  const what = 'title and description were changed on GitHub, and are kept';
  repository.warn(`Pull request ${row.sourceId}: ${what}`);
  return { ...row, data: toRecordText({ ...record, mend: { ...mend, texts: false } }) };
}

/** Names what was to be written again and is gone from the source as well. */
function warnOfGone(
  { repository }: PullRequestContext,
  {
    number,
    record,
    sent,
    rows,
  }: {
    readonly number: number;
    readonly record: PullRequestRecord;
    readonly sent: SentPullRequest;
    readonly rows: readonly CreatedObject[];
  },
): void {
  const there = new Set([...sent.items, { key: lossesKey }].map(({ key }) => key));
  const written = new Set(rows.map(keyOf));
  const gone = record.restored.filter((key) => !there.has(key) && !written.has(key)).length;
  if (gone === 0) return;
  const many = count(gone, 'comment or review', 'comments and reviews');
  repository.warn(
    `Pull request ${number}: ${many} cannot be restored, because Bitbucket no longer has it`,
  );
}

/** It is there: nothing is opened between its branches, which may be gone. */
function preparedOf(
  { number, rendering }: ArchivedPullRequest,
  sent: SentPullRequest,
  writes: PreparedPullRequest['writes'],
): PreparedPullRequest {
  const { pullRequest, commits } = rendering;
  const { headBranch, base, isDraft, outcome, asRead, items } = sent;
  const one: PreparedPullRequest = {
    ...{ number, pullRequest, writes },
    opening: {
      head: { kind: 'existing', branch: headBranch, commit: commits.head },
      base: { kind: 'existing', branch: base, commit: commits.base },
      isDraft,
    },
    // A merge cannot be repeated, so it is never asked for.
    outcome: outcome === 'merged' ? 'closed' : outcome,
    ...{ changes: [], leftImages: [], tasks: asRead.tasks ?? 0 },
    comments: items.filter(({ kind }) => kind !== 'review').length,
    ...{ mergeTip: null, mergeBase: commits.base, shifts: 0, asSubstitute: null },
    rerender: () => one,
  };
  return one;
}
