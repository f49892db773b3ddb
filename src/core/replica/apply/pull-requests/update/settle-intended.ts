import { waitUntilVisible } from '../../../../journal/wait-until-visible.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import { keysOf } from '../../../diff/pull-requests/texts-to-rewrite.ts';
import type { ExistingPullRequest } from '../../../recorded/pull-requests/existing-pull-request.ts';
import { keyOf } from '../../../recorded/pull-requests/written-record.ts';
import { adoptConversation } from '../write/adopt-by-markers.ts';

/**
 * Settles what an earlier sync was about to write when it was killed. What arrived is found by its marker and put into the
 * state as it was sent: it is edited where the source has another text by now, and deleted where the source has deleted it,
 * unless somebody has edited it on the target.
 * @returns what the state has of its texts then
 */
export async function settleIntended(
  context: PullRequestContext,
  one: ExistingPullRequest,
): Promise<readonly CreatedObject[]> {
  const { records } = context.repository;
  const prefix = `${one.prepared.number}/`;
  const rows = await records.listObjects('comment', prefix);
  const intended = rows.filter(({ targetId }) => targetId === null);
  if (intended.length === 0) return rows;
  await waitUntilVisible(context.repository, context.enteredAt);
  const { writes } = one.prepared;
  const written = rows.filter(({ targetId }) => targetId !== null);
  const known = new Set(written.map(keyOf));
  const found = await adoptConversation(context, {
    ...{ writes, number: one.number, prefix, known, intended },
  });
  const wanted = new Set(keysOf(writes));
  const gone = intended.filter((row) => !found.has(keyOf(row)) && !wanted.has(keyOf(row)));
  await records.forgetObjects(
    'comment',
    gone.map(({ sourceId }) => sourceId),
  );
  return records.listObjects('comment', prefix);
}
