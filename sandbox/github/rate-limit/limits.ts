export interface GithubLimits {
  /** Requests an hour and user. */
  readonly requestsPerHour: number;
  /** Requests that make content (a repository), a minute and an hour. */
  readonly contentPerMinute: number;
  readonly contentPerHour: number;
  /** Reading costs 1, writing 5. */
  readonly pointsPerMinute: number;
  readonly concurrentRequests: number;
  /** Milliseconds between two writing requests of one user. GitHub asks for 1,000 and refuses nobody for less, so 0. */
  readonly writeIntervalMs: number;
  /** Pushes a minute and repository. */
  readonly pushesPerMinute: number;
  /** Seconds to wait that a secondary limit's answer gives; the host often says nothing, which is `null`. */
  readonly secondaryRetryAfter: number | null;
}

/** As GitHub.com documents them. */
export const githubLimits: GithubLimits = {
  requestsPerHour: 5000,
  contentPerMinute: 80,
  contentPerHour: 500,
  pointsPerMinute: 900,
  concurrentRequests: 100,
  writeIntervalMs: 0,
  pushesPerMinute: 6,
  secondaryRetryAfter: null,
};

/** No real GitHub is like this. */
export const unlimitedGithub: Partial<GithubLimits> = {
  requestsPerHour: 1_000_000,
  contentPerMinute: 1_000_000,
  contentPerHour: 1_000_000,
  pointsPerMinute: 1_000_000,
  pushesPerMinute: 1_000_000,
};

/** Describes what the Git side takes at most, in bytes. */
export interface GithubSizes {
  readonly maxFileBytes: number;
  readonly maxPushBytes: number;
  readonly maxLfsObjectBytes: number;
}

export const githubSizes: GithubSizes = {
  maxFileBytes: 100 * 1024 * 1024,
  maxPushBytes: 2 * 1024 * 1024 * 1024,
  maxLfsObjectBytes: 2 * 1024 * 1024 * 1024,
};
