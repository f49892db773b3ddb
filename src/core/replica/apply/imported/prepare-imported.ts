import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { type ArchivedPullRequest, archiveBatch } from '../../desired/archive/archive-batch.ts';
import { restoringWrites } from '../../desired/archive/restoring-writes.ts';
import type { SentPullRequest } from '../../desired/archive/sent-pull-request.ts';
import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import type { Snapshot } from '../../reading/snapshot.ts';
import { readRecord } from '../../recorded/pull-requests/pull-request-record.ts';
import { keyOf } from '../../recorded/pull-requests/written-record.ts';
import type { Describer } from '../archive/describe-archived.ts';

/** Reads imported pull requests again, and works out what each is to have. */
export async function prepareImported(
  context: PullRequestContext,
  options: {
    readonly numbers: readonly number[];
    readonly snapshot: Pick<Snapshot, 'read'>;
    readonly describer: Describer;
    /** Rows of the state, by number. */
    readonly known: ReadonlyMap<number, CreatedObject>;
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
      there: new Set(rows.flatMap((one) => (one.targetId === null ? [] : [keyOf(one)]))),
      ...{ markers: context.markers, personOf: describer.personOf },
    });
    prepared.push(preparedOf(archived, sent, writes));
  }
  return prepared;
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
