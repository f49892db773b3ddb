import type { CreatedObject } from '../../../ports/records/migration.ts';
import { waitUntilVisible } from '../../control/waiting.ts';
import type { PullRequestContext } from '../../pull-requests/pull-request-context.ts';
import { adoptConversation } from '../../pull-requests/repair/adopt-by-markers.ts';
import { keyOf, keysOf } from '../../pull-requests/texts/texts-to-rewrite.ts';
import { createdIds, findWritten } from '../../pull-requests/write/find-written.ts';
import type { Standing } from './standing.ts';

/**
 * Settles what an earlier sync was about to write when it was killed. What arrived is found by its marker and put into the
 * state with the text that it has: it is edited where the source has another by now, and deleted where the source has
 * deleted it.
 * @returns what the state has of its texts then
 */
export async function settleIntended(
  context: PullRequestContext,
  one: Standing,
): Promise<readonly CreatedObject[]> {
  const { records } = context.repository;
  const prefix = `${one.prepared.number}/`;
  const rows = await records.listObjects('comment', prefix);
  const intended = rows.filter(({ targetId }) => targetId === null);
  if (intended.length === 0) return rows;
  await waitUntilVisible(context.repository, context.enteredAt);
  const { writes } = one.prepared;
  const standing = rows.filter(({ targetId }) => targetId !== null);
  await adoptConversation(context, {
    ...{ writes, number: one.number, prefix },
    known: new Set(standing.map(keyOf)),
    intended: new Set(intended.map(keyOf)),
  });
  const wanted = new Set(keysOf(writes));
  const orphans = intended.filter((row) => !wanted.has(keyOf(row)));
  if (orphans.length > 0) await dropOrphans(context, one.number, orphans);
  return records.listObjects('comment', prefix);
}

async function dropOrphans(
  context: PullRequestContext,
  number: number,
  orphans: readonly CreatedObject[],
): Promise<void> {
  const { target, targetName, records, signal } = context.repository;
  const found = await findWritten(context, number);
  for (const row of orphans) {
    const made = found.get(context.markers.digest(keyOf(row)));
    const { kind, id } = createdIds.parse(made?.targetId ?? '') ?? {};
    if (id !== undefined && kind !== undefined && kind !== 'review')
      await target.audit.deleteText({ ...targetName, number, signal, kind, id });
    await records.forgetObjects('comment', [row.sourceId]);
  }
}
