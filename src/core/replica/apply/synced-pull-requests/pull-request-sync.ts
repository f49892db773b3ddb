import type { SyncContext } from '../../context/sync-context.ts';
import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import { snapshotOf } from '../../reading/snapshot-of-rows.ts';
import type { RecordedPullRequest } from '../../recorded/pull-requests/existing-pull-request.ts';
import { readRecord } from '../../recorded/pull-requests/pull-request-record.ts';
import { readingUntil } from '../pull-requests/begin.ts';
import { dropUnusedBranches } from '../pull-requests/branches/lost-branches.ts';
import { migratePullRequests } from '../pull-requests/migrate-pull-requests.ts';
import { prepareBatch } from '../pull-requests/open/prepare-batch.ts';
import { pushFirstBranch, restoreOwnBranches } from '../pull-requests/own-branches.ts';
import { intendMore } from '../synced-refs/sync-refs.ts';
import { type Finished, finishExisting } from './after-branches.ts';
import { findEndangered, keepUnmerged, pushFinalHeads, refreshRows } from './before-branches.ts';
import type { PullRequestRows } from './find-changed-pull-requests.ts';
import { dropKeptBranches } from './kept-branches.ts';
import { type OpenPullRequests, openPullRequests, prepareExisting } from './open-pull-requests.ts';

/** Describes what is done before the branches are pushed, for what comes after. */
export interface PullRequestWork {
  readonly open: OpenPullRequests;
  readonly prepared: readonly PreparedPullRequest[];
}

/**
 * Before the branches are pushed: reads what has changed, and sees to it that no push of a base ends a pull request in
 * another way than the source has. Can be entered again.
 */
export async function beforeBranches(
  repository: SyncContext,
  found: PullRequestRows,
): Promise<PullRequestWork> {
  const open = await openPullRequests(repository, found);
  const endangered = await findEndangered(repository, open, found);
  await refreshRows(repository, found, endangered);
  await keepUnmerged(repository, open, { rows: found.rows, endangered });
  const prepared = await prepareExisting(open, found);
  await pushFinalHeads(repository, open, prepared);
  return { open, prepared };
}

/** After the branches, before the deletions: writes what has changed in those that the target has. Can be entered again. */
export async function finishKnown(
  repository: SyncContext,
  found: PullRequestRows,
  { open, prepared }: PullRequestWork,
): Promise<void> {
  const existing = await existingOf(repository, prepared);
  const finished = await finishExisting(open.context, existing, (ref, to) =>
    intendMore(repository, [{ ref, to }]),
  );
  reportFinished(repository, finished, found);
}

/**
 * Opens what is new, once the others have ended that end.
 * @param options.isAgain an earlier attempt may have opened some of them
 */
export async function openFurther(
  repository: SyncContext,
  found: PullRequestRows,
  { open, isAgain }: PullRequestWork & { readonly isAgain: boolean },
): Promise<void> {
  const now = isAgain ? await openPullRequests(repository, found) : open;
  await openNew(repository, now, found);
  addUp(repository, { created: open.unfinished.length, changed: 0, comments: 0 });
}

/** The state may hold more of them than before the branches were pushed. */
async function existingOf(
  { records }: SyncContext,
  prepared: readonly PreparedPullRequest[],
): Promise<readonly RecordedPullRequest[]> {
  const objects = await records.listObjects('pull-request');
  const byNumber = new Map(objects.map((object) => [Number(object.sourceId), object]));
  return prepared.flatMap((one) => {
    const object = byNumber.get(one.number);
    const record = object === undefined ? null : readRecord(object);
    if (object === undefined || record === null || object.targetId === null) return [];
    return [{ prepared: one, object, record, number: Number(object.targetId) }];
  });
}

/** New ones under their numbers, and those that an earlier sync has begun. */
async function openNew(
  repository: SyncContext,
  { context, known, unfinished }: OpenPullRequests,
  { rows }: PullRequestRows,
): Promise<void> {
  const begun = unfinished
    .filter((number) => known.has(number))
    .map((number) => ({ number, isPlaceholder: false }));
  const items = [...begun, ...context.numbers.items].sort((a, b) => a.number - b.number);
  if (items.length === 0) return;
  const snapshot = {
    ...snapshotOf(rows),
    ...{ numbers: [...rows.keys()], isNew: true, revisions: new Map(), close: async () => {} },
  };
  const mended = await restoreOwnBranches({ context, snapshot, known });
  const keptHeads = await keptHeadsOf(context, begun);
  const ended: PreparedPullRequest[] = [];
  await pushFirstBranch(context);
  const total = items.length;
  const progress = { total, unit: 'pull requests', what: 'writing' } as const;
  await migratePullRequests({
    context,
    async prepare(batch, signal) {
      const asked = { items: batch, snapshot, keptHeads };
      const prepared = await prepareBatch(readingUntil(context, signal), asked);
      ended.push(...prepared.filter((one) => one.outcome !== 'open' && keptHeads.has(one.number)));
      return prepared;
    },
    items,
    known: mended,
    onDone: (done) => repository.reportProgress({ ...progress, done }),
  });
  await dropKeptBranches(context, ended);
  await dropUnusedBranches(context);
}

/** Heads of those that are open on a branch of migrator: Git allows no ref below such a name. */
async function keptHeadsOf(
  { repository, branches }: OpenPullRequests['context'],
  begun: readonly { readonly number: number }[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await repository.records.listObjects('branch');
  const heads = new Map(rows.map(({ sourceId, targetId }) => [sourceId, targetId ?? '']));
  return new Map(
    begun.flatMap(({ number }) => {
      const head = heads.get(`refs/heads/${branches.kept(number)}`);
      return head === undefined ? [] : [[number, head] as const];
    }),
  );
}

function reportFinished(
  repository: SyncContext,
  finished: readonly Finished[],
  found: PullRequestRows,
): void {
  const { report } = repository;
  const changed = finished.filter(({ isChanged, hasNewState }) => isChanged || hasNewState).length;
  const comments = finished.reduce((sum, one) => sum + one.comments, 0);
  addUp(repository, { created: 0, changed, comments });
  const subjectOf = (number: number) => `pull request ${number}`;
  for (const { one, skipped, notes, refused } of finished) {
    const subject = subjectOf(one.prepared.number);
    for (const reason of notes) report.left.push({ kind: 'note', subject, reason });
    for (const reason of skipped) report.left.push({ kind: 'conflict', subject, reason });
    for (const { why } of refused) report.left.push({ kind: 'refused', subject, reason: why });
  }
  for (const number of found.gone) {
    const reason = 'Bitbucket no longer has it';
    report.left.push({ kind: 'note', subject: subjectOf(number), reason });
  }
  for (const number of found.taken) {
    const reason = 'a placeholder has its number on GitHub';
    report.left.push({ kind: 'refused', subject: subjectOf(number), reason });
  }
}

function addUp(
  { report }: SyncContext,
  { created, changed, comments }: NonNullable<SyncContext['report']['pullRequests']>,
): void {
  const before = report.pullRequests ?? { created: 0, changed: 0, comments: 0 };
  report.pullRequests = {
    created: before.created + created,
    changed: before.changed + changed,
    comments: before.comments + comments,
  };
}
