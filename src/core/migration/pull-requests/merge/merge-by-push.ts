import { fullName, updateRefs } from '../open/push-openings.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import { newestPullRequests } from '../write/find-written.ts';
import type { StateChange } from './to-settle.ts';

/** Milliseconds between looks: the target marks what a push has merged some time after it, within the settle time. */
const pausesUntilMarked = [250, 500, 1000, 2000, 4000];
const longestPause = 8000;

/**
 * Moves the bases forward to contain the heads, all in one push: a pull request whose head its base contains is merged, on
 * GitHub also where the base is not the default branch (ghstack relies on it; the documentation tells of the default
 * branch alone). So it is looked at, and what is not marked is given back with its base where it was.
 * @returns those that have to be merged by request
 */
export async function mergeByPush(
  context: PullRequestContext,
  toMerge: readonly StateChange[],
): Promise<readonly StateChange[]> {
  const { learned } = context.repository;
  if (toMerge.length === 0 || learned.marksMerges === false) return toMerge;
  const pushed = toMerge.flatMap((one) => {
    const { base } = one.prepared.opening;
    return one.baseTip === null || base.kind !== 'temporary'
      ? []
      : [{ ref: fullName(base), to: tipOf(one), expected: one.baseTip }];
  });
  await updateRefs(context, pushed);
  const unmarked = await waitUntilMarked(context, toMerge);
  if (unmarked.length < toMerge.length) learned.marksMerges = true;
  else if (learned.marksMerges === null) learned.marksMerges = false;
  if (unmarked.length === 0) return [];
  const back = unmarked.flatMap((one) => {
    const { base } = one.prepared.opening;
    if (one.baseTip === null || base.kind !== 'temporary') return [];
    return [{ ref: fullName(base), to: one.prepared.mergeBase, expected: tipOf(one) }];
  });
  await updateRefs(context, back);
  return unmarked;
}

/** Where an earlier run opened it between substitutes, the head on the target is another. */
function tipOf({ prepared, onTarget }: StateChange): string {
  const isAsPrepared = onTarget.head.commit === prepared.opening.head.commit;
  return isAsPrepared ? (prepared.mergeTip ?? onTarget.head.commit) : onTarget.head.commit;
}

async function waitUntilMarked(
  context: PullRequestContext,
  toMerge: readonly StateChange[],
): Promise<readonly StateChange[]> {
  const open = new Map(toMerge.map((one) => [one.number, one]));
  const isSlow = context.repository.settleMilliseconds > longestPause;
  const pauses = isSlow ? [...pausesUntilMarked, longestPause] : pausesUntilMarked;
  for (const pause of [...pauses, null]) {
    const first = Math.min(...open.keys());
    for await (const { number, isMerged } of newestPullRequests(context, first)) {
      if (isMerged) open.delete(number);
    }
    if (open.size === 0 || pause === null) break;
    await context.repository.waitingClock.sleep(pause, context.repository.signal);
  }
  return [...open.values()];
}
