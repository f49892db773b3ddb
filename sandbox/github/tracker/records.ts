import type { GithubAccount } from '../accounts/account.ts';

/**
 * Describes what issues and pull requests share: one sequence of numbers, one conversation. Times are ISO 8601, UTC.
 */
interface Discussion {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  author: GithubAccount;
  assignees: GithubAccount[];
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy: GithubAccount | null;
  readonly events: GithubIssueEvent[];
  /** Milliseconds since 1970: lists show it from then on. */
  readonly visibleAt: number;
  readonly comments: GithubIssueComment[];
}

/** Times are ISO 8601, UTC. */
export interface GithubIssueEvent {
  readonly id: number;
  /** `closed`, `reopened`; of imported ones others as well. */
  readonly event: string;
  actor: GithubAccount | null;
  /** The commit whose message closed it. */
  readonly commit: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly visibleAt: number;
}

export interface GithubIssue extends Discussion {
  readonly kind: 'issue';
}

export interface GithubPullRequest extends Discussion {
  readonly kind: 'pull-request';
  draft: boolean;
  merged: boolean;
  mergedAt: string | null;
  mergedBy: GithubAccount | null;
  mergeCommit: string | null;
  readonly head: GithubPullRequestSide;
  /** Its commit is the branch's tip when the pull request was opened or last pushed to. */
  readonly base: GithubPullRequestSide;
  requestedReviewers: GithubAccount[];
  readonly reviews: GithubReview[];
  /** Pending ones among them. */
  readonly reviewComments: GithubReviewComment[];
  readonly threads: GithubThread[];
  maintainerCanModify: boolean;
  /** Commits that base does not have. */
  commitCount: number;
  /** `null` until the host has found out. */
  mergeable: boolean | null;
  /** `null` until somebody has asked. */
  size: GithubDiffSize | null;
}

export interface GithubPullRequestSide {
  /** Short name of the branch. Changed by the tracker alone, which finds pull requests by it. */
  ref: string;
  sha: string;
}

export interface GithubDiffSize {
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

export interface GithubIssueComment {
  readonly id: number;
  readonly issue: GithubDiscussion;
  body: string;
  author: GithubAccount;
  createdAt: string;
  updatedAt: string;
  readonly visibleAt: number;
  minimized: string | null;
}

export interface GithubReview {
  readonly id: number;
  readonly pull: GithubPullRequest;
  body: string;
  state: 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED';
  author: GithubAccount;
  readonly commit: string;
  submittedAt: string | null;
  readonly visibleAt: number;
}

export interface GithubReviewComment {
  readonly id: number;
  readonly pull: GithubPullRequest;
  readonly review: GithubReview;
  readonly thread: GithubThread;
  body: string;
  author: GithubAccount;
  createdAt: string;
  updatedAt: string;
  readonly visibleAt: number;
  minimized: string | null;
}

export interface GithubThread {
  readonly id: number;
  readonly pull: GithubPullRequest;
  readonly path: string;
  readonly place: GithubLinePlace | null;
  /** The commit that it was made on. */
  readonly commit: string;
  /** The line is not in the newest diff any more. */
  outdated: boolean;
  /** From its `@@` line to the line of the comment; empty for a comment on a file. */
  readonly diffHunk: string;
  resolvedBy: GithubAccount | null;
  /** Its first comment, then the replies. */
  readonly comments: GithubReviewComment[];
}

export interface GithubLinePlace {
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  readonly startLine: number | null;
  readonly startSide: 'LEFT' | 'RIGHT' | null;
  /** Lines below the file's first `@@`. */
  readonly position: number;
}

export type GithubDiscussion = GithubIssue | GithubPullRequest;
