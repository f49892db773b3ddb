import type { PullRequestPage } from '../ports/pull-request-source.ts';
import { countPullRequests, type ListedPullRequests } from './deep-scan/count-pull-requests.ts';

/** A list of pull requests whose first page tells how much there is, before the rest is asked for. */
export interface ListingInParts {
  readonly seen: number;
  /** `null` where the source does not tell. */
  readonly total: number | null;
  /** How many of those that were seen have comments. */
  readonly withComments: number;
  readonly isDone: boolean;
  /** Asks for one more page. */
  next(): Promise<void>;
  result(): ListedPullRequests;
}

export function listInParts(pages: AsyncIterable<PullRequestPage>): ListingInParts {
  const iterator = pages[Symbol.asyncIterator]();
  const tally = countPullRequests();
  let total: number | null = null;
  let isDone = false;
  return {
    get seen() {
      return tally.seen;
    },
    get total() {
      return total;
    },
    get withComments() {
      return tally.result().conversations.length;
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
      tally.add(step.value.pullRequests);
      total = step.value.total ?? total;
    },
    result: tally.result,
  };
}
