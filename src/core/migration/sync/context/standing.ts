import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../pull-requests/context/pull-request-context.ts';
import type { PreparedPullRequest } from '../../pull-requests/model/prepared-pull-request.ts';
import type { StandingOpening } from '../../pull-requests/prepare/keep-opening.ts';
import { standingConversation, standingPlaces } from '../../pull-requests/prepare/keep-places.ts';
import {
  type PullRequestRecord,
  readRecord,
  substituteReason,
} from '../../pull-requests/records/pull-request-record.ts';

/** A pull request that the target has, and what the source makes of it now. */
export interface Standing {
  readonly prepared: PreparedPullRequest;
  readonly object: CreatedObject;
  readonly record: PullRequestRecord;
  /** On the target. */
  readonly number: number;
}

/** How these of the state were opened, by number on the source. */
export async function standingOpenings(
  { repository, branches }: Pick<PullRequestContext, 'repository' | 'branches'>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, StandingOpening>> {
  const wanted = new Set(numbers);
  const { records } = repository;
  const rows = await records.listObjects('branch');
  const kept = new Map(rows.map(({ sourceId, targetId }) => [sourceId, targetId]));
  const openings = new Map<number, StandingOpening>();
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
      places: standingPlaces(comments),
      conversationIn: standingConversation(comments, { number }),
    });
  }
  return openings;
}
