import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { RepositoryContext } from '../../migration-context.ts';
import type { StandingOpening } from '../../pull-requests/prepare/keep-opening.ts';
import { standingConversation, standingPlaces } from '../../pull-requests/prepare/keep-places.ts';
import type { PreparedPullRequest } from '../../pull-requests/prepare/prepared-pull-request.ts';
import type { PullRequestContext } from '../../pull-requests/pull-request-context.ts';
import {
  type PullRequestRecord,
  readRecord,
  substituteReason,
} from '../../pull-requests/write/pull-request-record.ts';

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

/**
 * Branches of the target that may not be deleted, with the pull request that is open between them: the target would close
 * it. Pure.
 */
export function branchesInUse(objects: readonly CreatedObject[]): ReadonlyMap<string, number> {
  const inUse = new Map<string, number>();
  for (const object of objects) {
    const record = readRecord(object);
    if (record?.outcome !== 'open' || record.state === null) continue;
    for (const branch of [record.headBranch, record.base]) {
      if (branch !== '') inUse.set(`refs/heads/${branch}`, Number(object.sourceId));
    }
  }
  return inUse;
}

/**
 * The same of all that is open on the target, also what people have opened or reopened there.
 * @returns numbers on the target
 */
export async function branchesInUseThere({
  target,
  targetName,
  signal,
}: Pick<RepositoryContext, 'target' | 'targetName' | 'signal'>): Promise<
  ReadonlyMap<string, number>
> {
  const inUse = new Map<string, number>();
  const pages = target.pullRequests.list({ ...targetName, onlyOpen: true, signal });
  for await (const page of pages) {
    for (const { number, head, base } of page) {
      for (const { branch } of [head, base]) inUse.set(`refs/heads/${branch}`, number);
    }
  }
  return inUse;
}
