import type { RefAction } from '../../ports/records/source-settings.ts';

/** Describes what somebody tries. */
export interface Attempt {
  readonly action: RefAction;
  /** In full: `refs/heads/main`. */
  readonly ref: string;
  /** Of `merge`; other actions ignore it. */
  readonly pullRequest: PullRequestState;
}

/** Describes what merge checks look at. People are ids of the source. */
export interface PullRequestState {
  readonly author: string;
  readonly approvals: readonly string[];
  readonly reviewers: readonly string[];
  readonly hasOpenTasks: boolean;
}
