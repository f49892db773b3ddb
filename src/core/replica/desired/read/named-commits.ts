import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { isOwn } from '../prepare/commits.ts';
import type { NeededCommit } from '../prepare/find-commits.ts';
import type { ReadPullRequest } from './read-batch.ts';

/** Lists commits that a pull request cannot be opened without. Pure. */
export function neededCommits(
  context: PullRequestContext,
  pullRequest: SourcePullRequest,
): NeededCommit[] {
  const { source, destination, mergeCommit, state } = pullRequest;
  const fork = isOwn(context, pullRequest) ? null : source.repository;
  const head = source.commit === null ? [] : [{ hash: source.commit, fork }];
  // An open one goes by its branches: their tips are in the mirror.
  const own = state === 'open' ? [] : [destination.commit, state === 'merged' ? mergeCommit : null];
  return [...head, ...own.flatMap((hash) => (hash === null ? [] : [{ hash, fork: null }]))];
}

/** Lists commits that comments and pushes name: what depends on them can do without. Pure. */
export function usefulCommits({ pullRequest, conversation }: ReadPullRequest): string[] {
  const inline = conversation.comments.flatMap(({ inline: place }) => place?.sourceCommit ?? []);
  const pushed = conversation.activity.flatMap((entry) =>
    entry.kind === 'updated' ? [entry.previousCommit, entry.sourceCommit] : [],
  );
  return [...inline, ...pushed, pullRequest.destination.commit].filter((hash) => hash != null);
}
