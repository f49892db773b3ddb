import type { SourceConversation, SourcePullRequest } from '../../../ports/records/pull-request.ts';

/** A pull request with what the source's list does not tell of its end, and what happened does. */
export function withClosing(
  pullRequest: SourcePullRequest,
  { closing }: SourceConversation,
): SourcePullRequest {
  if (closing == null || pullRequest.state === 'open') return pullRequest;
  return {
    ...pullRequest,
    closedBy: pullRequest.closedBy ?? closing.by,
    mergeCommit: pullRequest.mergeCommit ?? closing.mergeCommit,
  };
}
