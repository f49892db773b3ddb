import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import { countWrites, newWrites } from '../../../diff/pull-requests/new-writes.ts';
import { grouping, type SkippedText } from '../../../diff/pull-requests/texts-to-rewrite.ts';
import type { ExistingPullRequest } from '../../../recorded/pull-requests/existing-pull-request.ts';
import type { KeptRecord } from '../../../recorded/pull-requests/keep-record.ts';
import { keyOf } from '../../../recorded/pull-requests/written-record.ts';
import { type WrittenConversation, writeConversation } from '../write/write-conversation.ts';
import { reopenThreads } from './reopen-threads.ts';

interface Further {
  readonly one: ExistingPullRequest;
  readonly kept: KeptRecord;
  /** Its texts in the state, as they were before. */
  readonly rows: readonly CreatedObject[];
  /** Nothing is added to what stays as others have made it. */
  readonly skipped: readonly SkippedText[];
}

interface Added {
  readonly texts: number;
  /** Threads that were resolved, or opened again. */
  readonly threads: number;
  readonly refused: WrittenConversation['refused'];
}

export const nothingAdded: Added = { texts: 0, threads: 0, refused: [] };

/** Writes what the source has said since, and resolves threads or opens them again as the source has. */
export async function writeFurther(context: PullRequestContext, further: Further): Promise<Added> {
  const { one, kept, rows } = further;
  const before = kept.current()?.resolved ?? [];
  const { texts, refused, resolved } = await writeNew(context, further);
  const { reopened, stillResolved } = await reopenThreads(context, { one, rows, resolved: before });
  await kept.save({ resolved: [...new Set([...stillResolved, ...resolved])] });
  return { texts, threads: reopened + resolved.length, refused };
}

async function writeNew(
  context: PullRequestContext,
  { one: { prepared, number }, kept, rows, skipped }: Further,
): Promise<Pick<WrittenConversation, 'refused' | 'resolved'> & { readonly texts: number }> {
  const written = new Set(rows.flatMap((row) => (row.targetId === null ? [] : [keyOf(row)])));
  const groupOf = grouping(prepared.writes, [...written]);
  const blocked = new Set(skipped.flatMap(({ group }) => group ?? []));
  const isNew = (key: string) => !written.has(key) && !blocked.has(groupOf(key));
  const before = new Set(kept.current()?.resolved);
  const writes = {
    ...newWrites(prepared.writes, isNew),
    resolved: prepared.writes.resolved.filter((key) => !before.has(key)),
  };
  const added = countWrites(writes);
  if (added + writes.resolved.length === 0) return { texts: 0, refused: [], resolved: [] };
  const options = { prepared: { ...prepared, writes }, number, isNew: false };
  const { refused, resolved } = await writeConversation(context, options);
  return { texts: added - refused.length, refused, resolved };
}
