import type { z } from 'zod';
import type { issueEvent } from './event.ts';
import type { user } from './people.ts';
import type { issueComment, pullRequest } from './pull-request.ts';
import type { review, reviewComment, reviewThread } from './review.ts';

export type UserRecord = z.infer<typeof user>;
export type PullRequestRecord = z.infer<typeof pullRequest>;
export type IssueCommentRecord = z.infer<typeof issueComment>;
export type IssueEventRecord = z.infer<typeof issueEvent>;
export type ReviewRecord = z.infer<typeof review>;
export type ThreadRecord = z.infer<typeof reviewThread>;
export type ReviewCommentRecord = z.infer<typeof reviewComment>;

/** The records of one pull request, each kind in the order in which it is written. */
export interface PullRequestRecords {
  readonly pull_requests: readonly PullRequestRecord[];
  readonly issue_comments: readonly IssueCommentRecord[];
  readonly issue_events: readonly IssueEventRecord[];
  readonly pull_request_reviews: readonly ReviewRecord[];
  readonly pull_request_review_threads: readonly ThreadRecord[];
  readonly pull_request_review_comments: readonly ReviewCommentRecord[];
}
