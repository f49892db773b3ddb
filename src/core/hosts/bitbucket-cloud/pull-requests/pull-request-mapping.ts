import type { PullRequestState, SourcePullRequest } from '../../../ports/records/pull-request.ts';
import { notUnderstoodRow, parseResponse, type RowKind, revisionOf } from '../../shared/rows.ts';
import type { PullRequestAddress } from '../names/names.ts';
import { type PullRequestRow, pullRequestSchema, stateOf } from './pull-request-schema.ts';
import { textOf } from './source-text.ts';

/** @throws `bad-answer` for a row that cannot be understood: leaving it out would lose a pull request */
export function toSourcePullRequest(
  row: unknown,
  options: { address: PullRequestAddress; kind: RowKind; position: number },
): SourcePullRequest {
  const { address } = options;
  const read: PullRequestRow = parseResponse(pullRequestSchema, row, options);
  const createdAt = read.created_on ?? read.updated_on;
  if (createdAt === null) throw notUnderstoodRow(row, { ...options, wrong: ['created_on'] });
  const reviewers = read.reviewers.filter((one) => one !== null);
  const pullRequest: SourcePullRequest = {
    number: read.id,
    title: read.title,
    // A bare description lacks its language; the other forms have it.
    description: textOf(read.description, read.summary, read.rendered),
    state: stateOf(read.state) ?? guessState(read),
    isDraft: read.draft,
    author: read.author,
    closedBy: read.closed_by,
    reason: read.reason,
    source: read.source,
    // The repository of this list, whatever the host says.
    destination: {
      ...read.destination,
      repository: read.destination.repository ?? address.fullName,
    },
    mergeCommit: read.merge_commit,
    closeSourceBranch: read.close_source_branch,
    commentCount: read.comment_count,
    reviewers: reviewers.length > 0 ? reviewers : reviewersAmong(read.participants),
    participants: read.participants,
    createdAt,
    updatedAt: read.updated_on ?? createdAt,
    webUrl: address.webUrl(read.id),
  };
  return {
    ...pullRequest,
    ...(read.task_count !== null && { openTasks: read.task_count }),
    revision: revisionOf(pullRequest, [read.task_count]),
  };
}

/** For an unknown state. */
function guessState({ merge_commit, closed_by }: PullRequestRow): PullRequestState {
  if (merge_commit !== null) return 'merged';
  return closed_by === null ? 'open' : 'declined';
}

function reviewersAmong(participants: PullRequestRow['participants']) {
  return participants.flatMap(({ person, role }) =>
    role === 'reviewer' && person !== null ? [person] : [],
  );
}
