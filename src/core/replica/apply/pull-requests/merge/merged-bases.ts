import type { Refs } from '../../../../git/formats/refs.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import { findIntendedBranches } from '../../own-refs/intend-own-branches.ts';

/**
 * Branches whose tip is the merge that the target made at our request: of what we had pushed there and of a head of ours. A
 * request names no commit beforehand, so that it cannot be recorded as a push is.
 * @param branches of the target, with what they hold now
 * @param heads commits of the pull requests that were to be merged
 * @returns full names
 */
export async function findMergedBases(
  { repository }: WritingContext,
  branches: Refs,
  heads: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { target, targetName, signal } = repository;
  const merged = new Set<string>();
  if (branches.size === 0) return merged;
  const pushed = await findIntendedBranches(repository);
  for (const [ref, commit] of branches) {
    const known = pushed.get(ref) ?? [];
    if (known.length === 0) continue;
    const read = await target.pullRequests.readCommit({ ...targetName, commit, signal });
    const [first = '', second = '', ...more] = read?.parents ?? [];
    if (known.includes(first) && heads.has(second) && more.length === 0) merged.add(ref);
  }
  return merged;
}
