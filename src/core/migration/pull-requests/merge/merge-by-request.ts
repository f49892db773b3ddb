import type { PullRequestContext } from '../pull-request-context.ts';
import type { StateChange } from './to-settle.ts';

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
  context: PullRequestContext,
  toMerge: readonly StateChange[],
): Promise<readonly StateChange[]> {
  const unmerged: StateChange[] = [];
  for (const one of toMerge) {
    context.stopIfDraining();
    await keepPace(context);
    if (!(await mergeOne(context, one))) unmerged.push(one);
  }
  return unmerged;
}

async function mergeOne(context: PullRequestContext, one: StateChange): Promise<boolean> {
  const { target, owner, planned, waitingClock, signal } = context.repository;
  const { number } = one.prepared;
  let refusals = 0;
  for (const pause of [...pausesUntilMergeable, null]) {
    const outcome = await target.pullRequests.merge({
      owner: owner.login,
      name: planned.target,
      number: one.number,
      head: one.onTarget.head.commit,
      title: `Merge pull request ${number}`,
      message: '',
      signal,
    });
    if (outcome === 'merged') return true;
    if (outcome === 'not-mergeable') refusals += 1;
    if (pause === null || refusals === mostRefusals) break;
    await waitingClock.sleep(pause, signal);
  }
  context.repository.warn(
    `Pull request ${number} could not be marked as merged: it is closed, and says that it was merged`,
  );
  return false;
}

async function keepPace({ repository, learned }: PullRequestContext): Promise<void> {
  const { target, clock, waitingClock, signal } = repository;
  const { mergesPerMinute } = target.limits;
  if (mergesPerMinute === null) return;
  const until = learned.lastMergeAt + minute / mergesPerMinute;
  if (until > clock.now()) {
    const reason = `the target merges ${mergesPerMinute} pull request a minute in one repository`;
    repository.reportWait({ until, reason, host: target.hostname });
    await waitingClock.sleep(until - clock.now(), signal);
  }
  learned.lastMergeAt = clock.now();
}
