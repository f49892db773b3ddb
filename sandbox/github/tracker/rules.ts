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
  /** Milliseconds until requests find a repository that was created; until then they are answered with 404. */
  repositoriesVisibleAfterMs: number;
  /** Milliseconds until lists show what was made. */
  visibleAfterMs: number;
  /** A review with more comments is answered with 502, and this many of them are there all the same. */
  maxCommentsPerReview: number;
  /** Content made sooner after other content is refused as "submitted too quickly". */
  contentIntervalMs: number;
  /** Merges by request, a minute and repository; `null`: no limit of its own. */
  mergesPerMinute: number | null;
  /** True if CODEOWNERS is looked for when a pull request opens: a process each time. */
  readsCodeOwners: boolean;
  /** Points an hour and user. */
  graphqlPointsPerHour: number;
  /** False: no pull request can be opened. */
  createsPulls: boolean;
  /** True if private repositories have drafts; an owner without a paid plan has none in any case. */
  hasDrafts: boolean;
  /** How far apart the numbers of issues and pull requests are. */
  numberStep: number;
  /** A push that gives a base the same files marks a pull request as merged, without its commits. */
  mergesEqualFiles: boolean;
  /** False: a request merges nothing. */
  mergesByRequest: boolean;
  /** True if an open pull request is closed with its branches. */
  closesWithoutBranch: boolean;
  /** Comments of a review outside the diff are left out, and the others taken. */
  dropsBadLines: boolean;
  takesFileComments: boolean;
  /** False: a push takes the comments away whose lines go. */
  keepsOutdated: boolean;
  repliesToResolved: boolean;
  /** Each comment of a review counts as a request that makes content. */
  countsReviewComments: boolean;
  /** Characters of a body. */
  maxBody: number;
  hasLfs: boolean;
  /** False: rulesets hold for everybody, bypass actors included. */
  honorsBypass: boolean;
  /** True if the old name of a repository leads to it. */
  redirectsRenamed: boolean;
  /** Keywords close, also broken ones, and pull requests as well as issues. */
  readsBrokenText: boolean;
  /** True: members are listed only for tokens with a scope of organizations; nobody has proved it for GraphQL. */
  membersNeedScope: boolean;
  /** Owners without the scope get an error for the identity provider, or nothing. */
  identitiesWithoutScope: 'error' | 'nothing';
  /** Commits name the account that has their address. */
  resolvesCommitEmails: boolean;
  /** `Retry-After` of a refusal as "submitted too quickly"; `null`: none. */
  hasteRetryAfter: string | null;
}

export const githubRules: GithubRules = {
  mergesByPush: 'any-branch',
  pushDelayMs: 30,
  branchesVisibleAfterMs: 0,
  repositoriesVisibleAfterMs: 0,
  visibleAfterMs: 0,
  maxCommentsPerReview: 70,
  contentIntervalMs: 0,
  mergesPerMinute: null,
  readsCodeOwners: true,
  graphqlPointsPerHour: 5000,
  createsPulls: true,
  hasDrafts: true,
  numberStep: 1,
  mergesEqualFiles: false,
  mergesByRequest: true,
  closesWithoutBranch: true,
  dropsBadLines: false,
  takesFileComments: true,
  keepsOutdated: true,
  repliesToResolved: true,
  countsReviewComments: false,
  maxBody: 65_536,
  hasLfs: true,
  honorsBypass: true,
  redirectsRenamed: true,
  readsBrokenText: false,
  membersNeedScope: true,
  identitiesWithoutScope: 'error',
  resolvesCommitEmails: true,
  hasteRetryAfter: null,
};
