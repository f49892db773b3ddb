import type { InventoryRepository } from '../discovery/inventory-schema.ts';

/** What is known of the pull requests of one repository, or of several together. */
export interface PullRequestFacts {
  /** `estimate`: from the number of pull requests alone, or of some whose comments nobody has counted. */
  readonly accuracy: 'exact' | 'estimate';
  readonly total: number;
  /** `null` in an estimate. */
  readonly states: PullRequestStates | null;
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

interface PullRequestStates {
  readonly open: number;
  readonly merged: number;
  readonly declined: number;
  readonly superseded: number;
}

interface Conversations {
  /** Of at most 25 comments each, to open all threads on lines. */
  readonly reviews: number;
  readonly fileThreads: number;
  readonly replies: number;
  readonly general: number;
}

/** What an estimate takes pull requests to be like. Nothing is known of them, so it is said with it. */
export const assumed = { commentsEach: 3, shareWithComments: 0.5 } as const;

/** By the number of pull requests alone. */
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

/** From a deep look; `null` where the inventory has none of this repository. */
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
    conversations:
      conversations === undefined
        ? null
        : {
            reviews: conversations.reviews,
            fileThreads: conversations.file_threads,
            replies: conversations.replies,
            general: conversations.general,
          },
  };
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
  return {
    accuracy: one.accuracy === 'estimate' ? 'estimate' : other.accuracy,
    total: one.total + other.total,
    states: one.states && other.states && addEach(one.states, other.states),
    openFromForks: one.openFromForks + other.openFromForks,
    headsPerhapsGone: one.headsPerhapsGone + other.headsPerhapsGone,
    missingNumbers: one.missingNumbers + other.missingNumbers,
    comments: one.comments + other.comments,
    withComments: one.withComments + other.withComments,
    withReviewers: one.withReviewers + other.withReviewers,
    conversations:
      one.conversations && other.conversations && addEach(one.conversations, other.conversations),
  };
}

function addEach<T extends object>(one: T, other: T): T {
  const sums = Object.entries(one).map(([key, value]) => [
    key,
    Number(value) + Number((other as Record<string, unknown>)[key]),
  ]);
  return Object.fromEntries(sums) as T;
}
