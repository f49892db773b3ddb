import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { Opening } from './opening.ts';
import type { PullRequestWrites } from './writes.ts';

/** A pull request with all that is needed to write it: nothing more is asked of the source. */
export interface PreparedPullRequest {
  /** On the source. */
  readonly number: number;
  /** `null`: a placeholder. */
  readonly pullRequest: SourcePullRequest | null;
  readonly opening: Opening;
  readonly writes: PullRequestWrites;
  /** What it shall be in the end. */
  readonly outcome: 'open' | 'merged' | 'closed';
  /** In which ways it differs from what it was, for the report. */
  readonly changes: readonly string[];
  /** Addresses of images that stay on the source. */
  readonly leftImages: readonly string[];
  /** Comments that the source has. */
  readonly comments: number;
  /** Where the base branch has to go for the pull request to count as merged; `null` unless it shall be merged. */
  readonly mergeTip: string | null;
  /** The commit that the base begins at where the head is merged by request. */
  readonly mergeBase: string;
  /** How often numbers had shifted when its texts were written. */
  readonly shifts: number;
  /** The same with its texts written anew, once numbers have shifted. */
  readonly again: () => PreparedPullRequest;
  /** Opened between commits made in its place; `null` where it is that already. */
  readonly asSubstitute: ((why: string) => Promise<PreparedPullRequest>) | null;
}
