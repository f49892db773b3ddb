import { addEach, type ConversationCounts } from '../discovery/deep-scan/count-conversation.ts';
import type { InventoryRepository } from '../discovery/inventory-schema.ts';
import type { PullRequestState } from '../ports/records/pull-request.ts';

/** Describes what is known of the pull requests of one repository, or of several together. */
export interface PullRequestFacts {
  /** `estimate`: from the number of pull requests, or with some whose comments nobody has counted. */
  readonly accuracy: 'exact' | 'estimate';
  readonly total: number;
  /** `null` in an estimate. */
  readonly states: Readonly<Record<PullRequestState, number>> | null;
  readonly openFromForks: number;
  /** Besides superseded ones and open ones from forks. */
  readonly headsPerhapsGone: number;
  readonly missingNumbers: number;
  readonly comments: number;
  readonly withComments: number;
  readonly withReviewers: number;
  /** `null` where comments were counted and not read. */
  readonly conversations: Conversations | null;
}

interface Conversations {
  /** Of at most 25 comments each, to open all threads on lines. */
  readonly reviews: number;
  readonly fileThreads: number;
  readonly replies: number;
  readonly general: number;
}

/** Assumptions of an estimate about pull requests; shown with it. */
export const assumed = { commentsEach: 3, shareWithComments: 0.5 } as const;

/** From the number of pull requests. */
export function estimatedFacts(total: number): PullRequestFacts {
  return {
    ...noFacts,
    accuracy: 'estimate',
    total,
    states: null,
    comments: assumed.commentsEach * total,
    withComments: Math.ceil(assumed.shareWithComments * total),
    conversations: null,
  };
}

/** From a deep scan; `null` where the inventory has none of this repository. */
export function factsOf({
  pull_requests: counts,
}: Pick<InventoryRepository, 'pull_requests'>): PullRequestFacts | null {
  if (counts === undefined) return null;
  const { open = 0, merged = 0, declined = 0, superseded = 0, conversations } = counts;
  const unknown = counts.comments_unknown ?? 0;
  return {
    accuracy: unknown === 0 ? 'exact' : 'estimate',
    total: open + merged + declined + superseded,
    states: { open, merged, declined, superseded },
    openFromForks: counts.open_from_forks ?? 0,
    headsPerhapsGone: counts.heads_perhaps_gone ?? 0,
    missingNumbers: counts.missing_numbers ?? 0,
    comments: (counts.comments ?? 0) + assumed.commentsEach * unknown,
    withComments: (counts.with_comments ?? 0) + Math.ceil(assumed.shareWithComments * unknown),
    withReviewers: counts.with_reviewers ?? 0,
    conversations: toConversations(conversations),
  };
}

function toConversations(read: ConversationCounts | undefined): Conversations | null {
  if (read === undefined) return null;
  const { reviews, file_threads: fileThreads, replies, general } = read;
  return { reviews, fileThreads, replies, general };
}

export const noFacts: PullRequestFacts = {
  accuracy: 'exact',
  total: 0,
  states: { open: 0, merged: 0, declined: 0, superseded: 0 },
  openFromForks: 0,
  headsPerhapsGone: 0,
  missingNumbers: 0,
  comments: 0,
  withComments: 0,
  withReviewers: 0,
  conversations: { reviews: 0, fileThreads: 0, replies: 0, general: 0 },
};

/** Of several repositories together: as exact as the least exact of them. */
export function addFacts(one: PullRequestFacts, other: PullRequestFacts): PullRequestFacts {
  const { accuracy, states, conversations, ...numbers } = one;
  return {
    ...addEach(numbers, other),
    accuracy: accuracy === 'estimate' ? 'estimate' : other.accuracy,
    states: states && other.states && addEach(states, other.states),
    conversations:
      conversations && other.conversations && addEach(conversations, other.conversations),
  };
}

/** Describes what pull requests arrive as. */
export interface Arrival {
  readonly asTheyAre: number;
  readonly changed: readonly { readonly count: number; readonly why: Change }[];
}

export type Change = 'open-from-fork' | 'superseded' | 'head-perhaps-gone';

/** @returns `null` for an estimate, which says nothing about it */
export function whatArrives(facts: PullRequestFacts): Arrival | null {
  if (facts.states === null) return null;
  const changes: readonly { count: number; why: Change }[] = [
    { count: facts.openFromForks, why: 'open-from-fork' },
    { count: facts.states.superseded, why: 'superseded' },
    { count: facts.headsPerhapsGone, why: 'head-perhaps-gone' },
  ];
  const changed = changes.filter(({ count }) => count > 0);
  const sum = changed.reduce((all, { count }) => all + count, 0);
  return { asTheyAre: Math.max(0, facts.total - sum), changed };
}
