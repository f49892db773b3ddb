import { pausesFor } from '../../../../journal/wait-until-visible.ts';
import type { TargetPullRequest } from '../../../../ports/pull-request-target.ts';
import { pullRequestsOf } from '../../../actual/find-written.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { CreatedAs } from '../../../model/prepared-pull-request.ts';
import { fullName } from '../../../model/temporary-refs.ts';
import { requireOwnBranches } from '../../own-refs/intend-own-branches.ts';
import { updateRefs } from '../branches/update-refs.ts';
import { mergeTitle } from './merge-title.ts';

/** A pull request that exists on the target, and what is known of its branches there. */
export interface StateChange extends CreatedAs {
  readonly onTarget: TargetPullRequest;
  /** The commit that its temporary base names on the target; `null`: it is gone. */
  readonly baseTip: string | null;
}

/** Milliseconds between looks: the target marks what a push has merged some time after it, within the settle time. */
const pausesUntilMarked = [250, 500, 1000, 2000, 4000];
const longestPause = 8000;

/**
 * Moves the bases forward to contain the heads, all in one push: a pull request whose head its base contains is merged, on
 * GitHub also where the base is not the default branch (ghstack relies on it; the documentation speaks of the default
 * branch alone). So it is looked at, and what is not marked is given back with its base where it was.
 * @returns those that have to be merged by request
 */
export async function mergeByPush(
  context: WritingContext,
  toMerge: readonly StateChange[],
): Promise<readonly StateChange[]> {
  const { learned } = context.repository;
  if (toMerge.length === 0) return toMerge;
  if (learned.marksMerges === false) {
    // A killed run has moved them forward, and has not learned that it is in vain.
    await moveBack(
      context,
      toMerge.filter((one) => one.baseTip === tipOf(one)),
    );
    return toMerge;
  }
  const forward = toMerge.flatMap((one) =>
    baseRefOf(one).map((ref) => ({ ref, to: tipOf(one), expected: one.baseTip })),
  );
  await requireOwnBranches(context.repository, forward);
  await updateRefs(context, forward);
  const unmarked = await waitUntilMarked(context, toMerge);
  if (unmarked.length < toMerge.length) learned.marksMerges = true;
  else if (learned.marksMerges === null) learned.marksMerges = false;
  if (unmarked.length === 0) return [];
  await moveBack(context, unmarked);
  return unmarked;
}

/** A base that contains its head leaves nothing to merge by request. */
async function moveBack(context: WritingContext, forward: readonly StateChange[]): Promise<void> {
  const back = forward.flatMap((one) =>
    baseRefOf(one).map((ref) => ({ ref, to: one.prepared.mergeBase, expected: tipOf(one) })),
  );
  if (back.length > 0) await updateRefs(context, back);
}

/** The base that may be moved: created by migrator, and present on the target. */
function baseRefOf({ prepared, baseTip }: StateChange): readonly string[] {
  const { base } = prepared.opening;
  return baseTip !== null && base.kind === 'temporary' ? [fullName(base)] : [];
}

/** Where an earlier run opened it between substitutes, the head on the target is another. */
function tipOf({ prepared, onTarget }: StateChange): string {
  const isAsPrepared = onTarget.head.commit === prepared.opening.head.commit;
  return isAsPrepared ? (prepared.mergeTip ?? onTarget.head.commit) : onTarget.head.commit;
}

/** Looks until the target has marked them as merged, within the settle time. @returns those that it has not */
export async function waitUntilMarked<One extends { readonly number: number }>(
  context: WritingContext,
  toMerge: readonly One[],
): Promise<readonly One[]> {
  const open = new Map(toMerge.map((one) => [one.number, one]));
  const { settleMilliseconds, learned } = context.repository;
  const isSlow = settleMilliseconds > longestPause;
  const usual = isSlow ? [...pausesUntilMarked, longestPause] : pausesUntilMarked;
  const pauses = pausesFor(learned.markMilliseconds, usual);
  for (const pause of [...pauses, null]) {
    for await (const { number, isMerged } of pullRequestsOf(context, [...open.keys()])) {
      if (isMerged) open.delete(number);
    }
    if (open.size === 0 || pause === null) break;
    await context.repository.waitingClock.sleep(pause, context.repository.signal);
  }
  return [...open.values()];
}

/** Milliseconds between tries: whether something can be merged is worked out after its branches have changed. */
const pausesUntilMergeable = [1000, 2000, 4000, 8000, 16_000];
/** So often a plain no is doubted. */
const mostRefusals = 2;
const minute = 60_000;

/**
 * Merges one after the other, at the target's pace.
 * @returns those that the target will not merge
 */
export async function mergeByRequest(
  context: WritingContext,
  toMerge: readonly StateChange[],
  onMerged: () => void,
): Promise<readonly StateChange[]> {
  const unmerged: StateChange[] = [];
  for (const one of toMerge) {
    context.stopIfDraining();
    await waitForMergeSlot(context);
    if (await mergeOne(context, one)) onMerged();
    else unmerged.push(one);
  }
  return unmerged;
}

async function mergeOne(context: WritingContext, one: StateChange): Promise<boolean> {
  const { target, waitingClock, signal, targetName } = context.repository;
  const { number } = one.prepared;
  let refusals = 0;
  for (const pause of [...pausesUntilMergeable, null]) {
    const outcome = await target.pullRequests.merge({
      ...targetName,
      number: one.number,
      head: one.onTarget.head.commit,
      title: mergeTitle(number),
      message: '',
      signal,
    });
    if (outcome === 'merged') return true;
    if (outcome === 'not-mergeable') refusals += 1;
    if (pause === null || refusals === mostRefusals) break;
    await waitingClock.sleep(pause, signal);
  }
  context.repository.warn(
    `Pull request ${number} could not be marked as merged: it is closed with a note that it was merged`,
  );
  return false;
}

async function waitForMergeSlot({ repository, learned }: WritingContext): Promise<void> {
  const { target, clock, waitingClock, signal } = repository;
  const { mergesPerMinute } = target.limits;
  if (mergesPerMinute === null) return;
  const until = learned.lastMergeAt + minute / mergesPerMinute;
  if (until > clock.now()) {
    const reason = `GitHub merges ${mergesPerMinute} pull request a minute in one repository`;
    repository.reportWait({ until, reason, host: target.hostname });
    await waitingClock.sleep(until - clock.now(), signal);
  }
  learned.lastMergeAt = clock.now();
}
