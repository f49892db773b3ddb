import type { BitbucketPerson } from '../accounts/people.ts';

export type BitbucketPullRequestState = 'OPEN' | 'MERGED' | 'DECLINED' | 'SUPERSEDED';

export interface BitbucketText {
  readonly raw: string;
  readonly markup: 'markdown' | 'creole' | 'plaintext';
}

export interface BitbucketPullRequest {
  readonly number: number;
  title: string;
  description: BitbucketText;
  state: BitbucketPullRequestState;
  draft: boolean;
  /** `null`: an account that was deleted. */
  author: BitbucketPerson | null;
  source: BitbucketSide;
  destination: BitbucketSide;
  /** 40 digits, as everywhere here: only answers cut them to 12. */
  mergeCommit: string | null;
  closedBy: BitbucketPerson | null;
  closedOn: Date | null;
  reason: string;
  closeSourceBranch: boolean;
  reviewers: readonly BitbucketPerson[];
  participants: readonly BitbucketParticipant[];
  readonly createdOn: Date;
  updatedOn: Date;
  /** Data Center: one more with every change of the pull request itself, and none with a comment. */
  version: number;
  /** Made when it is asked for. */
  conversation(): BitbucketConversation;
}

export interface BitbucketSide {
  readonly branch: string | null;
  readonly commit: string | null;
  /** `workspace/slug`; `null` once it is gone, as it is too if this workspace has none of that name any more. */
  readonly repository: string | null;
}

export interface BitbucketParticipant {
  readonly person: BitbucketPerson | null;
  readonly role: 'REVIEWER' | 'PARTICIPANT';
  readonly state: 'approved' | 'changes_requested' | null;
  readonly on: Date | null;
}

export interface BitbucketConversation {
  /** Oldest first, replies among them. */
  readonly comments: readonly BitbucketComment[];
  readonly tasks: readonly BitbucketTask[];
  /** Newest first, comments among them. */
  readonly activity: readonly BitbucketActivity[];
  /** The highest number of a comment or task that there ever was, once one was added or deleted. */
  readonly lastId?: number;
}

export interface BitbucketComment {
  readonly id: number;
  readonly parent: number | null;
  readonly author: BitbucketPerson | null;
  readonly text: BitbucketText;
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly isDeleted: boolean;
  readonly isPending: boolean;
  readonly resolution: { readonly by: BitbucketPerson | null; readonly on: Date } | null;
  readonly inline: BitbucketInline | null;
  /** Counts changes; shown by a Data Center. 0, or 1 once it was edited, if left out. */
  readonly version?: number;
}

/** Nothing of it is checked, as the host checks nothing. */
export interface BitbucketInline {
  readonly path: string;
  readonly from?: number | null;
  readonly to?: number | null;
  readonly startFrom?: number | null;
  readonly startTo?: number | null;
  readonly isOutdated?: boolean;
  readonly context?: string;
  readonly sourceCommit?: string | null;
  readonly destinationCommit?: string | null;
}

export interface BitbucketTask {
  readonly id: number;
  readonly text: string;
  readonly isResolved: boolean;
  readonly author: BitbucketPerson | null;
  readonly createdOn: Date;
  readonly resolvedBy: BitbucketPerson | null;
  readonly resolvedOn: Date | null;
  readonly commentId: number | null;
}

export type BitbucketActivity =
  | { readonly kind: 'comment'; readonly on: Date; readonly comment: BitbucketComment }
  | {
      readonly kind: 'update';
      readonly on: Date;
      readonly by: BitbucketPerson | null;
      readonly state: BitbucketPullRequestState;
      readonly title: string;
      readonly reason: string;
      readonly sourceCommit: string | null;
      readonly destinationBranch: string | null;
    }
  | {
      readonly kind: 'approval' | 'changes_requested';
      readonly on: Date;
      readonly by: BitbucketPerson | null;
    }
  /** The host gives entries with nothing but the pull request. */
  | { readonly kind: 'bare'; readonly on: Date };
