/** What is counted: every request, GitHub's points (a read 1, a write 5), or requests that create content. */
export type RateLimitUnit = 'requests' | 'points' | 'content';

/** At most `limit` in any span of so many milliseconds. */
export interface RateLimitWindow {
  readonly name: string;
  readonly unit: RateLimitUnit;
  readonly milliseconds: number;
  readonly limit: number;
}

export interface RateLimits {
  readonly windows: readonly RateLimitWindow[];
  /** Requests at a time, of all clients together. */
  readonly maxConcurrent: number;
  /** Milliseconds from one request that writes, and from its answer, to the next; 0: none. */
  readonly writeInterval: number;
  /** The windows hold from the start, or only once the host has shown by headers or a refusal that it limits. */
  readonly enforced: 'always' | 'when-metered';
  /**
   * `budget`: headers tell what is left until a fixed moment, and where they do our window of requests is not asked.
   * `limit`: the header replaces the limit of that window.
   */
  readonly headers: 'budget' | 'limit';
}

const minute = 60_000;
const hour = 60 * minute;

/** Bitbucket Cloud: 1,000 requests in any hour; access tokens of large workspaces get more, and a header says so. */
export const bitbucketCloudLimits: RateLimits = {
  windows: [{ name: 'requests an hour', unit: 'requests', milliseconds: hour, limit: 1000 }],
  maxConcurrent: 20,
  writeInterval: 0,
  enforced: 'always',
  headers: 'limit',
};

/**
 * GitHub: 5,000 requests an hour, of which its headers tell what is left; besides, its secondary limits: 100 requests
 * at a time, 900 points a minute, "in general" 80 requests a minute and 500 an hour that create content. It asks for a
 * second between two requests that are POST, PATCH, PUT or DELETE.
 */
export const gitHubLimits: RateLimits = {
  windows: [
    { name: 'creating requests a minute', unit: 'content', milliseconds: minute, limit: 80 },
    { name: 'creating requests an hour', unit: 'content', milliseconds: hour, limit: 500 },
    { name: 'points a minute', unit: 'points', milliseconds: minute, limit: 900 },
    { name: 'requests an hour', unit: 'requests', milliseconds: hour, limit: 5000 },
  ],
  maxConcurrent: 100,
  writeInterval: 1000,
  enforced: 'always',
  headers: 'budget',
};

/** GitHub Enterprise Server has no limits until its administrator sets some, which the headers then tell. */
export const gitHubEnterpriseServerLimits: RateLimits = {
  ...gitHubLimits,
  writeInterval: 0,
  enforced: 'when-metered',
};

/**
 * A Bitbucket Data Center limits nobody until its administrator lets it, and then with a bucket for each user (usually 60
 * requests, filled up by five a second), which the headers of its refusals tell of. A few requests at a time leave the server to the others.
 */
export const bitbucketDataCenterLimits: RateLimits = {
  windows: [],
  maxConcurrent: 10,
  writeInterval: 0,
  enforced: 'when-metered',
  headers: 'limit',
};
