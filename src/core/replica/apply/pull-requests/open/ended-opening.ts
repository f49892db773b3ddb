import { mergeBases } from '../../../../git/history/ancestry.ts';
import { readCommits } from '../../../../git/history/read-commits.ts';
import { fetchCommits } from '../../../../git/mirror/fetch-commits.ts';
import type { SourcePullRequest } from '../../../../ports/records/pull-request.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { EndedDecision } from '../../../model/opening.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';

/**
 * How a pull request ends that is open on the target: with the head that it has. A merged one goes onto a base of its own,
 * so that merging it adds nothing to a real branch.
 */
export async function endedOpening(
  context: PullRequestContext,
  { pullRequest, ended }: { pullRequest: SourcePullRequest; ended: EndedDecision },
): Promise<Pick<PreparedPullRequest, 'opening' | 'mergeTip' | 'mergeBase'>> {
  const { head, ownBase } = ended;
  const below = pullRequest.state === 'merged' ? await commitBelow(context, ended) : null;
  const base =
    below === null
      ? ({ kind: 'existing', branch: ended.base, commit: '' } as const)
      : ({ kind: 'temporary', branch: ownBase, commit: below } as const);
  return {
    opening: { head, base, isDraft: false },
    mergeTip: below === null ? null : head.commit,
    mergeBase: below ?? '',
  };
}

/**
 * Where the head left the branch that it goes to on the target, or else the commit below. What the source and the mirror have
 * lost the target still has.
 */
async function commitBelow(
  { repository, history }: PullRequestContext,
  { head, base }: EndedDecision,
): Promise<string | null> {
  const { mirror, target, targetName, options, readRefs } = repository;
  const { commit } = head;
  const read = async () => (await readCommits({ ...mirror, hashes: [commit] })).get(commit);
  let known = await read();
  // A history that was cut must not be made whole by the back door.
  if (known === undefined && options.depth === null) {
    await fetchCommits({ ...mirror, access: target.gitAccess(targetName), commits: [commit] });
    known = await read();
  }
  if (known === undefined) return null;
  const tip = (await readRefs()).get(`refs/heads/${base}`) ?? '';
  const [fork] = await mergeBases({ ...mirror, history, pairs: [{ a: commit, b: tip }] });
  return fork == null || fork === commit ? (known.parents[0] ?? null) : fork;
}
