import type { PullRequestPage } from '../../ports/pull-request-source.ts';
import type { SourcePullRequest } from '../../ports/records/pull-request.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import type { PullRequestCounts } from '../inventory-schema.ts';
import { collectPeople } from './collect-people.ts';

/** A list of pull requests whose first page says how much there is, before the rest is requested. */
export interface ListingInParts {
  readonly seen: number;
  /** `null` where the source does not say. */
  readonly total: number | null;
  /** How many of those seen have comments. */
  readonly withComments: number;
  readonly isDone: boolean;
  /** Requests one more page. */
  next(): Promise<void>;
  result(): ListedPullRequests;
}

export function listInParts(pages: AsyncIterable<PullRequestPage>): ListingInParts {
  const iterator = pages[Symbol.asyncIterator]();
  const count = countPullRequests();
  let total: number | null = null;
  let isDone = false;
  return {
    get seen() {
      return count.seen;
    },
    get total() {
      return total;
    },
    get withComments() {
      return count.result().conversations.length;
    },
    get isDone() {
      return isDone;
    },
    async next() {
      const step = await iterator.next();
      if (step.done === true) {
        isDone = true;
        return;
      }
      count.add(step.value.pullRequests);
      total = step.value.total ?? total;
    },
    result: count.result,
  };
}

/** `commentCount` is `null` where the source does not report it. */
type ListedConversation = Pick<SourcePullRequest, 'number' | 'commentCount'>;

/** Describes what the list of a repository's pull requests shows. */
interface ListedPullRequests {
  readonly counts: PullRequestCounts;
  readonly people: readonly SeenPerson[];
  /** Pull requests that have, or may have, comments. */
  readonly conversations: readonly ListedConversation[];
}

/** Counts pull requests page by page, so that no more than a page is in memory. */
export function countPullRequests() {
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

  function addComments({ number, commentCount }: SourcePullRequest): void {
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
    const { number, state, reviewers } = pullRequest;
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
    addComments(pullRequest);
    for (const person of peopleOf(pullRequest)) people.add(person);
  }

  return {
    add: (pullRequests: readonly SourcePullRequest[]) => pullRequests.forEach(addOne),
    get seen() {
      return numbers.size;
    },
    result(): ListedPullRequests {
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
  // The caller may write a project's key in another case than the host.
  return source.repository.toLowerCase() !== own.toLowerCase();
}

/** Only its own branch keeps the commits of what was never merged; a merge by squash keeps none either. */
function mayHaveLostItsHead(pullRequest: SourcePullRequest): boolean {
  const { state, source, closeSourceBranch } = pullRequest;
  const isFromFork = fromFork(pullRequest);
  // These two arrive changed in any case, and are counted separately.
  if (state === 'superseded' || (state === 'open' && isFromFork)) return false;
  if (source.commit === null) return true;
  return state === 'declined' || (state === 'merged' && (closeSourceBranch || isFromFork));
}

/** Everybody with a part in it, once for each part. */
function peopleOf({ author, closedBy, reviewers, participants }: SourcePullRequest) {
  return [author, closedBy, ...reviewers, ...participants.map(({ person }) => person)];
}
