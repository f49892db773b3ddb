import type { Placement } from './placement.ts';

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

export interface ReviewWrite {
  readonly key: string;
  readonly commit: string;
  readonly body: string;
  /** At most 25. */
  readonly comments: readonly PlacedWrite[];
}

export interface PlacedWrite {
  readonly key: string;
  readonly body: string;
  readonly placement: Exclude<Placement, { kind: 'conversation' }>;
  /** The same as a comment of the conversation, quoting path, line and context: for a target that refuses the place. */
  readonly otherwise: string;
}

export interface ReplyWrite {
  readonly key: string;
  readonly rootKey: string;
  readonly body: string;
  /** The same as a comment of the conversation, for a root that could not be placed. */
  readonly otherwise: string;
}

export interface CommentWrite {
  readonly key: string;
  readonly body: string;
}
