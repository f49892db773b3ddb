import type { DesiredPullRequest } from './desired-pull-request.ts';
import type { Opening } from './opening.ts';
import type { Outcome } from './outcomes.ts';
import type { Placement } from './placement.ts';

/** A pull request with all that is needed to write it: nothing more is asked of the source. */
export interface PreparedPullRequest {
  /** On the source. */
  readonly number: number;
  /** `null`: a placeholder. */
  readonly pullRequest: DesiredPullRequest | null;
  readonly opening: Opening;
  readonly writes: PullRequestWrites;
  /** State that it shall have in the end. */
  readonly outcome: Outcome;
  /** In which ways it differs from what it was, for the report. */
  readonly changes: readonly string[];
  /** Addresses of images that stay on the source. */
  readonly leftImages: readonly string[];
  /** Comments that the source has. */
  readonly comments: number;
  readonly tasks: number;
  /** Where the base branch has to go for the pull request to count as merged; `null` unless it shall be merged. */
  readonly mergeTip: string | null;
  /** The commit that the base begins at where the head is merged by request. */
  readonly mergeBase: string;
  /** How often numbers had shifted when its texts were written. */
  readonly shifts: number;
  /** The same with its texts rendered again, once numbers have shifted. */
  readonly rerender: () => PreparedPullRequest;
  /** Opened between commits made in its place; `null` where it is that already. */
  readonly asSubstitute: ((why: string) => Promise<PreparedPullRequest>) | null;
}

/**
 * All that has to be written about one pull request once it is open, in the order in which it is written. Every body
 * ends with its marker and is short enough for the target. Keys name what is written, unique in the pull request
 * and the same each time: what an earlier run has written is found by them.
 */
export interface PullRequestWrites {
  readonly title: string;
  readonly body: string;
  readonly reviews: readonly ReviewWrite[];
  /** On a file as a whole: the target takes none of these in a review. */
  readonly fileComments: readonly PlacedWrite[];
  readonly replies: readonly ReplyWrite[];
  /** Of the conversation; what did not fit into the description comes first. */
  readonly comments: readonly CommentWrite[];
  /** Keys of thread roots that are resolved on the source. */
  readonly resolved: readonly string[];
}

export interface CommentWrite {
  readonly key: string;
  readonly body: string;
}

export interface ReviewWrite extends CommentWrite {
  readonly commit: string;
  /** At most 25. */
  readonly comments: readonly PlacedWrite[];
  /** Its body holds nothing of the source but when its comments were written. */
  readonly isBare?: boolean;
}

export interface PlacedWrite extends CommentWrite {
  readonly placement: Exclude<Placement, { kind: 'conversation' }>;
  /** The same as a comment of the conversation, quoting path, line and context: for a target that refuses the place. */
  readonly otherwise: string;
}

export interface ReplyWrite extends CommentWrite {
  readonly rootKey: string;
  /** The same as a comment of the conversation, for a root that could not be placed. */
  readonly otherwise: string;
}

/** A pull request that the target has. */
export interface CreatedAs {
  readonly prepared: PreparedPullRequest;
  /** On the target. */
  readonly number: number;
  readonly webUrl: string;
  /** Made by this call, so that nothing can be in it yet. */
  readonly isNew: boolean;
}
