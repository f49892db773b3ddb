import { chunksOf } from '../../../kernel/chunks.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import { trackNumbers } from '../../context/pull-requests/numbering.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import type { SyncContext } from '../../context/sync-context.ts';
import { existingOpenings } from '../../desired/prepare/existing-openings.ts';
import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import { openReadCache } from '../../reading/read-cache.ts';
import { snapshotOf } from '../../reading/snapshot-of-rows.ts';
import { readRecord } from '../../recorded/pull-requests/pull-request-record.ts';
import { beginningOf, findKnown } from '../pull-requests/begin.ts';
import { createAttachments } from '../pull-requests/branches/attachments.ts';
import { prepareBatch } from '../pull-requests/open/prepare-batch.ts';
import type { PullRequestRows } from './find-changed-pull-requests.ts';

/** Describes what the pull requests of one repository are synced with. */
export interface OpenPullRequests {
  readonly context: PullRequestContext;
  /** All that the target has, with their numbers there, by number on the source. */
  readonly known: ReadonlyMap<number, CreatedObject>;
  /** Numbers of those that the target does not have, or not to their end. */
  readonly unfinished: readonly number[];
}

/** Asks the target for its newest number only before a new pull request is opened there. */
export async function openPullRequests(
  repository: SyncContext,
  { rows, taken }: PullRequestRows,
): Promise<OpenPullRequests> {
  const { clock, mirror, signal, target, targetName } = repository;
  const cache = openReadCache({ folder: `${mirror.directory}.read`, now: clock.now });
  const beginning = await beginningOf(repository, cache);
  const known = await findKnown(beginning);
  const made = new Map([...known].map(([number, { targetId }]) => [number, Number(targetId)]));
  const wanted = [...rows.keys()].filter((number) => !taken.includes(number));
  const newest = wanted.every((number) => known.has(number))
    ? 0
    : await target.pullRequests.newestNumber({ ...targetName, signal });
  const own = [...known].flatMap(([number, object]) => (isPlaceholder(object) ? [] : [number]));
  const numbers = trackNumbers({
    numbers: [...new Set([...own, ...wanted])].sort((one, other) => one - other),
    ...{ made, newest },
  });
  const attachments = createAttachments(beginning);
  const context = { ...beginning, numbers, attachments };
  const unfinished = wanted.filter((number) => {
    const object = known.get(number);
    return object === undefined || readRecord(object) === null;
  });
  return { context, known, unfinished };
}

function isPlaceholder(object: CreatedObject): boolean {
  const record = readRecord(object);
  return record !== null && record.state === null;
}

/** So many are read together. */
const batchSize = 50;

/** Reads those whole that have changed and that the target has, and works out how each is written now. */
export async function prepareExisting(
  { context, known, unfinished }: OpenPullRequests,
  { rows }: Pick<PullRequestRows, 'rows'>,
): Promise<readonly PreparedPullRequest[]> {
  const numbers = [...rows.keys()]
    .filter((number) => known.has(number) && !unfinished.includes(number))
    .sort((one, other) => one - other);
  const existing = await existingOpenings(context, numbers);
  const prepared: PreparedPullRequest[] = [];
  for (const together of chunksOf(numbers, batchSize)) {
    const items = together.map((number) => ({ number, isPlaceholder: false }));
    const snapshot = snapshotOf(rows);
    prepared.push(...(await prepareBatch(context, { items, snapshot, existing })));
  }
  return prepared;
}
