import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { type NumberedItem, trackNumbers } from '../../context/pull-requests/numbering.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import type { Step, StepOutcome } from '../../context/step.ts';
import { findCommits, type NeededCommit } from '../../desired/prepare/find-commits.ts';
import { neededCommits } from '../../desired/read/named-commits.ts';
import type { ReadCache } from '../../reading/read-cache.ts';
import type { Snapshot } from '../../reading/snapshot.ts';
import { pinnedRefs } from '../../recorded/migrated-baseline.ts';
import { readRecord, toRecordText } from '../../recorded/pull-requests/pull-request-record.ts';
import { numberedRows } from '../closed-target/numbered-rows.ts';
import { beginningOf, findKnown, readingUntil, unfinishedItems } from '../pull-requests/begin.ts';
import { createAttachments } from '../pull-requests/branches/attachments.ts';
import { dropUnusedBranches } from '../pull-requests/branches/lost-branches.ts';
import { migratePullRequests } from '../pull-requests/migrate-pull-requests.ts';
import { rewriteNames } from '../pull-requests/names/rewrite-names.ts';
import { prepareBatch } from '../pull-requests/open/prepare-batch.ts';
import { pushFirstBranch, restoreOwnBranches } from '../pull-requests/own-branches.ts';
import { summarizePullRequests } from '../pull-requests/summarize-pull-requests.ts';
import { warnOfCodeOwners } from '../pull-requests/warn-of-code-owners.ts';
import { readList } from './read-list.ts';

/** In progress events: the time left is estimated from it. */
const writing = 'writing';

/**
 * Pull requests with their conversations, in the order of their numbers. After the push, because open ones need their
 * branches, and the last that writes into the history: a later push could merge an open one.
 */
export const pullRequestsStep: Step = {
  name: 'pull-requests',
  // A repository that was made a moment ago.
  mayPass: ['not-found'],
  isUntimed: true,
  async run(context) {
    if (!context.wantsPullRequests) return { status: 'skipped', summary: 'not selected' };
    const reading = await readList(context);
    if (reading === null) {
      context.warn('Bitbucket has no pull requests for this repository: only refs are migrated');
      return { status: 'skipped', summary: 'Bitbucket has none' };
    }
    const { snapshot, cache, source } = reading;
    try {
      if (snapshot.numbers.length === 0) return { status: 'skipped', summary: 'none' };
      const reader = { ...context, source: { ...context.source, pullRequests: source } };
      return await migrateListed(reader, snapshot, cache);
    } finally {
      await snapshot.close();
    }
  },
};

async function migrateListed(
  context: RepositoryContext,
  snapshot: Snapshot,
  cache: ReadCache,
): Promise<StepOutcome> {
  const beginning = await beginningOf(context, cache);
  const recorded = await findKnown(beginning);
  const made = new Map([...recorded].map(([one, { targetId }]) => [one, Number(targetId)]));
  const newest = await context.target.pullRequests.newestNumber({
    ...context.targetName,
    signal: context.signal,
  });
  const rows = await numberedRows(context.records.listObjects);
  if (newest > Math.max(0, ...rows.map(({ targetId }) => Number(targetId)))) {
    context.warn(
      `GitHub already has issues or pull requests up to number ${newest}: pull requests get new numbers (see status --repository)`,
    );
  }
  // A repair brings no pull request that has come to the source since.
  const isPinned = (await pinnedRefs(context)) !== null;
  const wanted = snapshot.numbers.filter((number) => !isPinned || recorded.has(number));
  const numbers = trackNumbers({ numbers: wanted, made, newest });
  const attachments = createAttachments(beginning);
  const shared: PullRequestContext = { ...beginning, numbers, attachments };
  const known = await restoreOwnBranches({ context: shared, snapshot, known: recorded });
  await warnOfCodeOwners(shared, { snapshot, made });
  const gaps = numbers.items.filter(({ isPlaceholder }) => isPlaceholder).length;
  if (gaps >= manyPlaceholders) {
    context.warn(
      `Bitbucket skips numbers: creating ${gaps} closed placeholders to keep the other numbers`,
    );
  }
  if (!isPinned) await noteLaterStates(context, { snapshot, known });
  const items = unfinishedItems(shared, { known, wanted });
  const total = wanted.length;
  const before = total - items.filter(({ isPlaceholder }) => !isPlaceholder).length;
  const progress = { total, unit: 'pull requests', what: writing } as const;
  context.reportProgress({ ...progress, done: Math.max(0, before) });
  if (items.length > 0) await pushFirstBranch(shared);
  if (context.rewriting !== null) await fetchNeeded(shared, snapshot, items);
  const begun = await migratePullRequests({
    context: shared,
    prepare: (batch, signal) =>
      prepareBatch(readingUntil(shared, signal), { items: batch, snapshot }),
    items,
    known,
    onDone: (done) => context.reportProgress({ ...progress, done: Math.min(total, before + done) }),
  });
  const names = await rewriteNames({ context: shared, snapshot, known });
  await dropUnusedBranches(shared);
  return summarizePullRequests(context, total, [...begun, ...names]);
}

/** Commits of all pull requests at once: each fetch rewrites what has come. */
async function fetchNeeded(
  context: PullRequestContext,
  snapshot: Snapshot,
  items: readonly NumberedItem[],
): Promise<void> {
  const needed: NeededCommit[] = [];
  for (const { number, isPlaceholder } of items) {
    if (!isPlaceholder) needed.push(...neededCommits(context, await snapshot.read(number)));
  }
  await findCommits(context, { needed, useful: [] });
}

/** Finished ones stay as they are; `verify` reports what has become of them on the source since. */
async function noteLaterStates(
  { records }: RepositoryContext,
  { snapshot, known }: { snapshot: Snapshot; known: ReadonlyMap<number, CreatedObject> },
): Promise<void> {
  const listed = new Set(snapshot.numbers);
  for (const [number, object] of known) {
    const record = readRecord(object);
    if (record?.isDone !== true || record.state === null || !listed.has(number)) continue;
    // A merge is the end on every host.
    if (record.state === 'merged') continue;
    const { state } = await snapshot.read(number);
    const laterState = state === record.state ? null : state;
    if (laterState === record.laterState) continue;
    const text = toRecordText({ ...record, laterState });
    await records.saveObjectData('pull-request', String(number), text);
  }
}

/** A few are reported at the end; this many cost hours. */
const manyPlaceholders = 100;
