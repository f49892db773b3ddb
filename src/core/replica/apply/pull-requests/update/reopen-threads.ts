import { hasCode } from '../../../../kernel/errors.ts';
import { count } from '../../../../kernel/format/format.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import { keysOf } from '../../../diff/pull-requests/texts-to-rewrite.ts';
import { createdIds } from '../../../recorded/pull-requests/created-ids.ts';
import type { ExistingPullRequest } from '../../../recorded/pull-requests/existing-pull-request.ts';
import { keyOf } from '../../../recorded/pull-requests/written-record.ts';

/**
 * Opens threads again that the source has opened again.
 * @param options.resolved keys of those that were resolved on the target
 * @returns how many were opened, and keys of those that stay resolved
 */
export async function reopenThreads(
  { repository }: WritingContext,
  {
    one: { prepared, number },
    rows,
    resolved,
  }: {
    readonly one: ExistingPullRequest;
    readonly rows: readonly CreatedObject[];
    readonly resolved: readonly string[];
  },
): Promise<{ readonly reopened: number; readonly stillResolved: readonly string[] }> {
  const { writes } = prepared;
  const ids = new Map(rows.map((row) => [keyOf(row), row.targetId ?? '']));
  const wanted = new Set(writes.resolved);
  const open = resolved.filter((key) => !wanted.has(key));
  const there = new Set(keysOf(writes));
  const rootIds = open
    .filter((key) => there.has(key))
    .flatMap((key) => createdIds.threadRoot(ids.get(key) ?? '') ?? []);
  if (rootIds.length > 0) {
    const { target, targetName, signal } = repository;
    const request = { ...targetName, number, rootIds, reopens: true, signal };
    await target.pullRequests.resolveThreads(request).catch((error: unknown) => {
      // Their texts say so too.
      if (!hasCode(error, 'permission', 'refused', 'not-found', 'bad-answer')) throw error;
      const many = count(rootIds.length, 'thread');
      repository.warn(`Pull request ${prepared.number}: ${many} could not be reopened`);
    });
  }
  return { reopened: rootIds.length, stillResolved: resolved.filter((key) => wanted.has(key)) };
}
