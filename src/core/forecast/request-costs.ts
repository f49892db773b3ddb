import type { CommentMode } from '../ports/pull-request-target.ts';
import type { SourceKind } from '../ports/records/repository.ts';
import { requestsToRead } from '../ports/records/source-traits.ts';
import type { PullRequestFacts } from './facts.ts';

/** Describes what a repository's pull requests take, in requests. */
export interface RequestCosts {
  /** To the source. */
  readonly source: number;
  /** To the target, that create content: pull requests, reviews, comments and replies. */
  readonly creating: number;
  /** True if `creating` is the most that it can be, because comments were counted and not read. */
  readonly isUpperBound: boolean;
  /** Other writes to the target: closing, asking for reviews. Merges are not among them. */
  readonly otherWrites: number;
  /** Reads of the target. */
  readonly reads: number;
  /** Merges, where they are made by request and not by push. */
  readonly merges: number;
  readonly pushes: number;
}

export const noCosts: RequestCosts = {
  ...{ source: 0, creating: 0, otherWrites: 0, reads: 0, merges: 0, pushes: 0 },
  isUpperBound: false,
};

const targetPage = 100;
/** One push carries so many refs. */
const refsPerPush = 500;

/**
 * The one model of what pull requests cost. Tasks and activity of every pull request are asked for, comments where
 * there are any; a number that is missing on the source takes a placeholder.
 */
export function requestCosts(
  mode: CommentMode,
  facts: PullRequestFacts,
  kind: SourceKind = 'bitbucket-cloud',
): RequestCosts {
  const { total, states, missingNumbers, withReviewers } = facts;
  const opened = total + missingNumbers;
  // Of an estimate nothing is known: most pull requests that there are were merged.
  const merges = states === null ? total : states.merged;
  const closed = states === null ? 0 : states.declined + states.superseded;
  const pushes = 2 * Math.ceil((2 * opened) / refsPerPush) + Math.ceil(merges / refsPerPush);
  return {
    source: readingCosts(facts, kind),
    creating: opened + conversationCosts(mode, facts),
    isUpperBound: mode === 'threaded' && facts.conversations === null && facts.comments > 0,
    otherWrites: closed + missingNumbers + withReviewers,
    reads: Math.ceil(opened / targetPage) + reviewsReadAgain(mode, facts),
    merges,
    pushes,
  };
}

/** The list is asked for even where nothing is on it. */
function readingCosts({ total, withComments }: PullRequestFacts, kind: SourceKind): number {
  return Math.max(1, requestsToRead(kind, { total, discussed: withComments }));
}

function conversationCosts(mode: CommentMode, facts: PullRequestFacts): number {
  const { conversations, comments, withComments } = facts;
  switch (mode) {
    case 'threaded': {
      if (conversations === null) return comments;
      const { reviews, fileThreads, replies, general } = conversations;
      return reviews + fileThreads + replies + general;
    }
    case 'compact':
      return withComments;
    // What does not fit into the description is more, and rare.
    case 'folded':
      return 0;
  }
}

/** Replies need the ids of the comments that a review has made. */
function reviewsReadAgain(mode: CommentMode, facts: PullRequestFacts): number {
  if (mode !== 'threaded') return 0;
  return facts.conversations?.reviews ?? facts.withComments;
}
