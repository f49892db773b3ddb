import type { Refs } from '../../../git/formats/refs.ts';
import { resolveCommits } from '../../../git/history/resolve-commits.ts';
import { fetchCommits } from '../../../git/mirror/fetch-commits.ts';
import type { RefUpdate } from '../../../git/push/update-remote-refs.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { fullName } from '../../model/temporary-refs.ts';
import { findRefs } from '../../recorded/migrated-baseline.ts';
import type { RecordedPullRequest } from '../../recorded/pull-requests/existing-pull-request.ts';
import { findChangedBranches } from '../own-refs/intend-own-branches.ts';
import { branchesInUse } from '../pull-requests/branches/branches-in-use.ts';
import { intendKept, recordKept, updateRefs } from '../pull-requests/branches/update-refs.ts';
import { refusalText, tryChange } from '../pull-requests/target/change-pull-request.ts';

/**
 * Opens a pull request again that was declined, as a Data Center allows. The target does it while both branches are
 * there, as they were when it was closed: a head that has moved on goes back for that moment, unless others need it.
 * @returns why it stays closed; `null` where it is open
 */
export async function reopen(
  context: PullRequestContext,
  one: RecordedPullRequest,
  intendRef: IntendRef,
): Promise<string | null> {
  const { target, targetName, signal, targetRefs, mirror } = context.repository;
  const name = { ...targetName, number: one.number, signal };
  const found = await target.pullRequests.find(name);
  if (found === null) return 'it was deleted on GitHub';
  if (found.isMerged) return 'it was merged on GitHub';
  if (found.state === 'open') return null;
  const there = await targetRefs.list();
  const missing = [found.head, found.base].filter((side) => !there.has(fullName(side)));
  const deleted = await findDeleted(context, missing);
  if (deleted !== null) return `it stays closed: ${deleted} was deleted on GitHub`;
  const known = await resolveCommits({ ...mirror, hashes: missing.map(({ commit }) => commit) });
  if (missing.some(({ commit }) => (known.get(commit) ?? null) === null))
    return 'it stays closed: Bitbucket no longer has its commits';
  await intendKept(context, missing);
  await updateRefs(
    context,
    missing.map((side) => ({ ref: fullName(side), to: side.commit, expected: null })),
  );
  await recordKept(context, missing);
  const moved = await putHeadBack(context, { head: found.head, there, intendRef });
  const request = { number: one.number, change: { state: 'open' as const }, isNewBranch: true };
  const { refusal } = await tryChange(context.repository, request);
  if (moved !== null) await updateRefs(context, [moved]);
  if (refusal !== null) return `it stays closed: ${refusalText(refusal)}`;
  if (one.prepared.outcome !== 'open') return null;
  return fitBranches(context, one, found);
}

/** Finds a branch that we have put on the target, and that people have deleted there since. */
async function findDeleted(
  { repository }: PullRequestContext,
  missing: readonly { readonly branch: string }[],
): Promise<string | null> {
  const pushed = (await findRefs(repository))?.refs ?? new Map();
  for (const side of missing) {
    const ref = fullName(side);
    const kept = await repository.records.findObject('branch', ref);
    if (pushed.has(ref) || (kept !== null && kept.targetId !== null)) return side.branch;
  }
  return null;
}

/** The state holds what is about to be pushed: after a kill the next sync knows it for ours, and moves it on. */
export type IntendRef = (ref: string, to: string) => Promise<void>;

/** @returns what moves it on again; `null` where it stays */
async function putHeadBack(
  { repository }: PullRequestContext,
  {
    head,
    there,
    intendRef,
  }: {
    readonly head: { readonly branch: string; readonly commit: string };
    readonly there: Refs;
    readonly intendRef: IntendRef;
  },
): Promise<RefUpdate | null> {
  const { readRefs, records, mirror, target, targetName, targetRefs, options } = repository;
  const ref = fullName(head);
  const now = there.get(ref);
  const isOfSource = now !== undefined && (await readRefs()).get(ref) === now;
  if (!isOfSource || now === head.commit || options.depth !== null) return null;
  // The target would end the others by it.
  if (branchesInUse(await records.listObjects('pull-request')).has(ref)) return null;
  const access = target.gitAccess(targetName);
  const { fetched } = await fetchCommits({ ...mirror, access, commits: [head.commit] });
  if (!fetched.has(head.commit)) return null;
  await intendRef(ref, head.commit);
  const [result] = await targetRefs.update([{ ref, to: head.commit, expected: now }]);
  return result?.failure === null ? { ref, to: now, expected: head.commit } : null;
}

/** Moves its head to what the source has now, and the pull request to its real base. */
async function fitBranches(
  context: PullRequestContext,
  { prepared, number }: RecordedPullRequest,
  found: { readonly head: { branch: string }; readonly base: { branch: string } },
): Promise<string | null> {
  const { targetRefs, records } = context.repository;
  const { head, base } = prepared.opening;
  const ref = fullName(found.head);
  const there = (await targetRefs.list()).get(ref) ?? null;
  const isOurs = (await records.findObject('branch', ref)) !== null;
  if (isOurs && there !== null && head.commit !== '' && there !== head.commit) {
    if ((await findChangedBranches(context.repository, new Map([[ref, there]]))).size > 0)
      return 'its branch was changed on GitHub';
    await updateRefs(context, [{ ref, to: head.commit, expected: there }]);
    await recordKept(context, [{ branch: found.head.branch, commit: head.commit }]);
  }
  if (base.kind !== 'existing' || base.branch === found.base.branch) return null;
  const request = { number, change: { base: base.branch } };
  const { refusal } = await tryChange(context.repository, request);
  return refusal && `its base cannot be changed to ${base.branch}: ${refusalText(refusal)}`;
}
