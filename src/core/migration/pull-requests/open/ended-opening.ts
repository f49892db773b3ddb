import { readCommits } from '../../../git/history/read-commits.ts';
import { fetchCommits } from '../../../git/mirror/fetch-commits.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { EndedSubstitute } from '../prepare/opening.ts';
import type { PreparedPullRequest } from '../prepare/prepared-pull-request.ts';
import type { PullRequestContext } from '../pull-request-context.ts';

/**
 * How a pull request ends that is open between substitutes on a branch of ours: with the head that it has. A merged one goes
 * onto a base of its own at the commit below, so that merging it adds nothing to a real branch.
 */
export async function endedOpening(
  context: PullRequestContext,
  { pullRequest, ended }: { pullRequest: SourcePullRequest; ended: EndedSubstitute },
): Promise<Pick<PreparedPullRequest, 'opening' | 'mergeTip' | 'mergeBase'>> {
  const { branches, repository } = context;
  const { number, state } = pullRequest;
  const below = state === 'merged' ? await commitBelow(repository, ended.head) : null;
  const base =
    below === null
      ? ({ kind: 'existing', branch: ended.base, commit: '' } as const)
      : ({ kind: 'temporary', branch: branches.keptBase(number), commit: below } as const);
  const head = { kind: 'kept', branch: branches.kept(number), commit: ended.head } as const;
  return {
    opening: { head, base, isDraft: false },
    mergeTip: below === null ? null : ended.head,
    mergeBase: below ?? '',
  };
}

/** Commits of ours are not on the source: where the mirror was lost, the target still has them. */
async function commitBelow(
  { mirror, target, targetName, options }: PullRequestContext['repository'],
  commit: string,
): Promise<string | null> {
  const read = async () => {
    const commits = await readCommits({ ...mirror, hashes: [commit] });
    return commits.get(commit)?.parents[0] ?? null;
  };
  const known = await read();
  // A history that was cut must not be made whole by the back door.
  if (known !== null || options.depth !== null) return known;
  await fetchCommits({ ...mirror, access: target.gitAccess(targetName), commits: [commit] });
  return read();
}
