import { findLfsOfCommits } from '../../../../git/lfs/find-lfs-of-commits.ts';
import { fetchLfsIfThere } from '../../../../git/lfs/lfs.ts';
import { pushLfsTaken } from '../../../../git/push/push-lfs-taken.ts';
import { hasCode } from '../../../../kernel/errors.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import { recordLfs } from '../../../recorded/migrated-baseline.ts';

/**
 * Migrates the LFS objects that only the commits of pull requests name: of branches that are gone, and of forks. Without
 * them GitHub refuses the commits (GH008). What the source does not have any more stays behind, and what names it is
 * refused.
 * @param commits those that are going to be pushed
 */
export async function migrateLfsObjects(
  { repository }: PullRequestContext,
  commits: readonly string[],
): Promise<void> {
  const { source, target, planned, targetName, sourceName, mirror } = repository;
  const isWanted = planned.include_lfs ?? repository.options.includeLfs;
  if (isWanted === false || repository.programs.lfs === null) return;
  const named = await findLfsOfCommits({ ...mirror, commits });
  if (named.length === 0) return;
  const transfer = { ...mirror, onProgress: repository.reportProgress };
  const from = source.gitAccess(sourceName);
  const to = target.gitAccess(targetName);
  try {
    const objects = await fetchLfsIfThere({ ...transfer, access: from, objects: named });
    const { sent, refusal } = await pushLfsTaken({ ...transfer, access: to, objects });
    await recordLfs(repository, sent, { isOfPullRequest: true });
    if (refusal !== null) throw refusal;
  } catch (thrown) {
    // The commits are then refused as well, and the pull requests are opened between substitutes.
    if (!hasCode(thrown, 'permission', 'refused', 'not-found')) throw thrown;
    repository.warn(`LFS objects of pull requests are not migrated: ${thrown.message}`);
  }
}
