/** How the host behaves where that is not certain, or where tests want it otherwise. May be changed at any time. */
export interface GithubRules {
  /**
   * Which branches a push marks pull requests as merged on. The documentation says that only the default branch does
   * it; tools that rely on others say that any branch does.
   */
  mergesByPush: 'any-branch' | 'default-branch' | 'never';
  /** Milliseconds from the end of a push until pull requests know of it. */
  pushDelayMs: number;
  /** Milliseconds from a push until pull requests can be opened with the branches that it made. */
  branchesVisibleAfterMs: number;
  /** Milliseconds until lists show what was made. */
  visibleAfterMs: number;
  /** A review with more comments is answered with 502, and this many of them are there all the same. */
  maxCommentsPerReview: number;
  /** Content made sooner after other content is refused as "submitted too quickly". */
  contentIntervalMs: number;
  /** Merges by request, a minute and repository; `null`: no limit of its own. */
  mergesPerMinute: number | null;
  /** Whether CODEOWNERS is looked for when a pull request opens: a process each time. */
  readsCodeOwners: boolean;
  /** Points an hour and user. */
  graphqlPointsPerHour: number;
}

export const githubRules: GithubRules = {
  mergesByPush: 'any-branch',
  pushDelayMs: 30,
  branchesVisibleAfterMs: 0,
  visibleAfterMs: 0,
  maxCommentsPerReview: 70,
  contentIntervalMs: 0,
  mergesPerMinute: null,
  readsCodeOwners: true,
  graphqlPointsPerHour: 5000,
};
