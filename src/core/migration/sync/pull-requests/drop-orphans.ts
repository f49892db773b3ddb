import type { CreatedObject } from '../../../ports/records/migration.ts';
import { waitUntilVisible } from '../../control/waiting.ts';
import type { PullRequestContext } from '../../pull-requests/pull-request-context.ts';
import { keyOf, keysOf } from '../../pull-requests/texts/texts-to-rewrite.ts';
import { createdIds, findWritten } from '../../pull-requests/write/find-written.ts';
import type { Standing } from './standing.ts';

/**
 * Texts that an earlier sync was about to write when it was killed, and that the source has deleted since: what arrived is
 * deleted, found by its marker, and forgotten.
 */
export async function dropOrphans(
  context: PullRequestContext,
  { one, rows }: { one: Standing; rows: readonly CreatedObject[] },
): Promise<void> {
  const wanted = new Set(keysOf(one.prepared.writes));
  const orphans = rows.filter((row) => row.targetId === null && !wanted.has(keyOf(row)));
  if (orphans.length === 0) return;
  const { target, targetName, records, signal } = context.repository;
  await waitUntilVisible(context.repository, context.enteredAt);
  const found = await findWritten(context, one.number);
  for (const row of orphans) {
    const made = found.get(context.markers.digest(keyOf(row)));
    const { kind, id } = createdIds.parse(made?.targetId ?? '') ?? {};
    if (id !== undefined && kind !== undefined && kind !== 'review') {
      const name = { ...targetName, number: one.number, signal };
      await target.audit.deleteText({ ...name, kind, id });
    }
    await records.forgetObjects('comment', [row.sourceId]);
  }
}
