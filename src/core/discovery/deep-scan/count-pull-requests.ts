import type { SourcePullRequest } from '../../ports/records/pull-request.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import type { PullRequestCounts } from '../inventory-schema.ts';
import { collectPeople } from './collect-people.ts';

interface ListedConversation {
  readonly number: number;
  /** `null`: the source does not tell. */
  readonly commentCount: number | null;
}

/** What the list of a repository's pull requests tells. */
export interface ListedPullRequests {
  readonly counts: PullRequestCounts;
  readonly people: readonly SeenPerson[];
  /** Those that have comments, or may have some. */
  readonly conversations: readonly ListedConversation[];
}

export interface PullRequestCount {
  add(pullRequests: readonly SourcePullRequest[]): void;
  readonly seen: number;
  result(): ListedPullRequests;
}

/** Counts pull requests page by page, so that no more than a page is kept. */
export function countPullRequests(): PullRequestCount {
  const counts = {
    open: 0,
    merged: 0,
    declined: 0,
    superseded: 0,
    drafts: 0,
    from_forks: 0,
    open_from_forks: 0,
    heads_perhaps_gone: 0,
    comments: 0,
    with_comments: 0,
    with_reviewers: 0,
  };
  const numbers = new Set<number>();
  const people = collectPeople();
  const conversations: ListedConversation[] = [];
  let unknown = 0;

  function addComments({ number, commentCount }: ListedConversation): void {
    if (commentCount === 0) return;
    conversations.push({ number, commentCount });
    if (commentCount === null) {
      unknown += 1;
      return;
    }
    counts.comments += commentCount;
    counts.with_comments += 1;
  }

  function addOne(pullRequest: SourcePullRequest): void {
    const { number, state, commentCount, reviewers } = pullRequest;
    if (numbers.has(number)) return;
    numbers.add(number);
    counts[state] += 1;
    const isOpen = state === 'open';
    const isFromFork = fromFork(pullRequest);
    if (isOpen && pullRequest.isDraft) counts.drafts += 1;
    if (isFromFork) counts.from_forks += 1;
    if (isOpen && isFromFork) counts.open_from_forks += 1;
    if (isOpen && reviewers.length > 0) counts.with_reviewers += 1;
    if (mayHaveLostItsHead(pullRequest)) counts.heads_perhaps_gone += 1;
    addComments({ number, commentCount });
    for (const person of peopleOf(pullRequest)) people.add(person);
  }

  return {
    add(pullRequests) {
      for (const pullRequest of pullRequests) addOne(pullRequest);
    },
    get seen() {
      return numbers.size;
    },
    result() {
      const highest = [...numbers].reduce((most, number) => Math.max(most, number), 0);
      const gaps = { highest_number: highest, missing_numbers: highest - numbers.size };
      const some = unknown === 0 ? {} : { comments_unknown: unknown };
      return { counts: { ...counts, ...some, ...gaps }, people: people.all(), conversations };
    },
  };
}

function fromFork({ source, destination }: SourcePullRequest): boolean {
  if (source.repository === null) return true;
  const own = destination.repository ?? source.repository;
  // Who asks may write the key of a project otherwise than the host.
  return source.repository.toLowerCase() !== own.toLowerCase();
}

/** Only its own branch keeps the commits of what was never merged; a merge by squash keeps none either. */
function mayHaveLostItsHead(pullRequest: SourcePullRequest): boolean {
  const { state, source, closeSourceBranch } = pullRequest;
  const isFromFork = fromFork(pullRequest);
  // These two change on the way in any case, and are counted by themselves.
  if (state === 'superseded' || (state === 'open' && isFromFork)) return false;
  if (source.commit === null) return true;
  return state === 'declined' || (state === 'merged' && (closeSourceBranch || isFromFork));
}

/** Everybody who has to do with it, once for each part that they have in it. */
function peopleOf({ author, closedBy, reviewers, participants }: SourcePullRequest) {
  return [author, closedBy, ...reviewers, ...participants.map(({ person }) => person)];
}
