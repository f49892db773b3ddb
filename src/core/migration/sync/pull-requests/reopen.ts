import { resolveCommits } from '../../../git/history/resolve-commits.ts';
import { hasCode } from '../../../kernel/errors.ts';
import {
  fullName,
  intendKept,
  recordKept,
  updateRefs,
} from '../../pull-requests/open/push-openings.ts';
import type { PullRequestContext } from '../../pull-requests/pull-request-context.ts';
import type { Standing } from './standing.ts';

/** Milliseconds: a branch that was pushed again a moment ago may not be seen everywhere. */
const pausesUntilSeen = [1000, 3000, 8000];

/**
 * Opens a pull request again that was declined, as a Data Center allows. The target does it while both branches are
 * there, as they were when it was closed.
 * @returns why it stays closed; `null` where it is open
 */
export async function reopen(context: PullRequestContext, one: Standing): Promise<string | null> {
  const { target, targetName, signal, targetRefs, mirror } = context.repository;
  const name = { ...targetName, number: one.number, signal };
  const found = await target.pullRequests.find(name);
  if (found === null) return 'it was deleted on the target';
  if (found.isMerged) return 'it was merged on the target';
  if (found.state === 'open') return null;
  const there = await targetRefs.list();
  const missing = [found.head, found.base].filter((side) => !there.has(fullName(side)));
  const known = await resolveCommits({ ...mirror, hashes: missing.map(({ commit }) => commit) });
  if (missing.some(({ commit }) => (known.get(commit) ?? null) === null))
    return 'it stays closed: the source no longer has its commits';
  await intendKept(context, missing);
  await updateRefs(
    context,
    missing.map((side) => ({ ref: fullName(side), to: side.commit, expected: null })),
  );
  await recordKept(context, missing);
  const why = await openAgain(context, one.number);
  if (why !== null || one.prepared.outcome !== 'open') return why;
  return fitBranches(context, one, found);
}

async function openAgain(
  { repository }: PullRequestContext,
  number: number,
): Promise<string | null> {
  const { target, targetName, signal, waitingClock } = repository;
  for (const pause of [...pausesUntilSeen, null]) {
    try {
      await target.pullRequests.update({ ...targetName, number, state: 'open', signal });
      return null;
    } catch (error) {
      if (!hasCode(error, 'refused')) throw error;
      if (pause === null) return `it stays closed: ${error.detail ?? error.message}`;
      await waitingClock.sleep(pause, signal);
    }
  }
  return null;
}

/** Its head goes on to what the source has now, and it goes to its real base. */
async function fitBranches(
  context: PullRequestContext,
  { prepared, number }: Standing,
  found: { readonly head: { branch: string }; readonly base: { branch: string } },
): Promise<string | null> {
  const { target, targetName, signal, targetRefs, records } = context.repository;
  const { head, base } = prepared.opening;
  const ref = fullName(found.head);
  const there = (await targetRefs.list()).get(ref) ?? null;
  const isOurs = (await records.findObject('branch', ref)) !== null;
  if (isOurs && there !== null && head.commit !== '' && there !== head.commit) {
    await updateRefs(context, [{ ref, to: head.commit, expected: there }]);
    await recordKept(context, [{ branch: found.head.branch, commit: head.commit }]);
  }
  if (base.kind !== 'existing' || base.branch === found.base.branch) return null;
  try {
    const request = { ...targetName, number, base: base.branch, signal };
    await target.pullRequests.update(request);
    return null;
  } catch (error) {
    if (!hasCode(error, 'refused')) throw error;
    return `its base cannot become ${base.branch}: ${error.detail ?? error.message}`;
  }
}
