import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { readRecord, substituteReason } from '../../recorded/pull-requests/pull-request-record.ts';
import { writtenConversation, writtenLocations } from './keep-locations.ts';
import type { ExistingOpening } from './keep-opening.ts';

/** How these of the state were opened, by number on the source. */
export async function existingOpenings(
  { repository, branches }: Pick<PullRequestContext, 'repository' | 'branches'>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ExistingOpening>> {
  const wanted = new Set(numbers);
  const { records } = repository;
  const rows = await records.listObjects('branch');
  const kept = new Map(rows.map(({ sourceId, targetId }) => [sourceId, targetId]));
  const openings = new Map<number, ExistingOpening>();
  for (const object of await records.listObjects('pull-request')) {
    const number = Number(object.sourceId);
    const record = readRecord(object);
    if (record === null || record.state === null || !wanted.has(number)) continue;
    const comments = await records.listObjects('comment', `${number}/`);
    openings.set(number, {
      substitute: substituteReason(record),
      // One that was closed when it was migrated, and opened again since, stands on the branches that it was closed on.
      keptHead:
        [branches.kept(number), record.headBranch].find((one) => kept.has(`refs/heads/${one}`)) ??
        null,
      head: record.head,
      base: { branch: record.base, commit: kept.get(`refs/heads/${record.base}`) ?? null },
      places: writtenLocations(comments),
      conversationIn: writtenConversation(comments, { number }),
    });
  }
  return openings;
}
