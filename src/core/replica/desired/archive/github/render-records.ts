import type {
  PullRequestRecord,
  PullRequestRecords,
} from '../../../../archive/records/record-types.ts';
import { renderTitle } from '../../render/parts/render-title.ts';
import { type ArchiveRendering, seconds } from '../archive-rendering.ts';
import { descriptionBodies } from '../archive-texts.ts';
import { renderConversation } from './render-conversation.ts';
import { renderEvents } from './render-events.ts';
import { placeThreads, renderThreads } from './render-threads.ts';
import { renderVerdicts } from './render-verdicts.ts';

/** A pull request as records of GitHub's archive format: the second rendering of the one model. Pure but for `logins`. */
export function renderRecords(rendering: ArchiveRendering): PullRequestRecords {
  const { placed, spoken } = placeThreads(rendering);
  const onDiff = renderThreads(rendering, placed);
  return {
    pull_requests: [renderPullRequestRecord(rendering)],
    issue_comments: renderConversation(rendering, spoken),
    issue_events: renderEvents(rendering),
    pull_request_reviews: [...renderVerdicts(rendering), ...onDiff.reviews],
    pull_request_review_threads: onDiff.threads,
    pull_request_review_comments: onDiff.comments,
  };
}

function renderPullRequestRecord(rendering: ArchiveRendering): PullRequestRecord {
  const { pullRequest, addresses, logins, commits } = rendering;
  const { number, state, closing, createdAt, source, destination, isDraft } = pullRequest;
  const closedAt = closing === null ? null : seconds(closing.at);
  return {
    type: 'pull_request',
    url: addresses.pullRequest(number),
    user: logins.addressOf(pullRequest.author),
    repository: addresses.repository,
    title: renderTitle(pullRequest).title,
    body: descriptionBodies(rendering)[0] ?? '',
    base: {
      ref: destination.branch ?? `pull-${number}-base`,
      sha: commits.base,
      user: addresses.owner,
      repo: addresses.repository,
    },
    head: {
      ref: source.branch ?? `pull-${number}`,
      sha: commits.head,
      user: addresses.owner,
      repo: isFork(pullRequest) ? null : addresses.repository,
    },
    assignee: null,
    assignees: [],
    milestone: null,
    labels: [],
    reactions: [],
    review_requests: reviewRequests(rendering),
    close_issue_references: [],
    work_in_progress: isDraft && state === 'open',
    merged_at: state === 'merged' ? closedAt : null,
    closed_at: closedAt,
    created_at: seconds(createdAt),
    merge_commit_sha: state === 'merged' ? commits.merge : null,
  };
}

function isFork({ source, destination }: ArchiveRendering['pullRequest']): boolean {
  return source.repository?.toLowerCase() !== destination.repository?.toLowerCase();
}

/** A reviewer who has given a verdict is waited for no more. */
function reviewRequests({ pullRequest, logins }: ArchiveRendering) {
  const { reviewers, participants, createdAt, closing, updatedAt } = pullRequest;
  const created_at = seconds(createdAt);
  return reviewers.flatMap((person) => {
    const reviewer = logins.addressOf(person);
    const verdict = participants.find(
      (one) => one.person?.id === person.id && one.verdict !== null,
    );
    const dismissed =
      verdict === undefined ? null : seconds(verdict.at ?? closing?.at ?? updatedAt);
    if (reviewer === null) return [];
    const updated_at = dismissed ?? created_at;
    return [
      { reviewer, reviewer_type: 'User' as const, created_at, updated_at, dismissed_at: dismissed },
    ];
  });
}
