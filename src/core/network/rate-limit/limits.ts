import type { Service } from '../../ports/credentials/host-service.ts';

/** Describes what is counted: every request, GitHub's points (a read 1, a write 5), or requests that create content. */
export type RateLimitUnit = 'requests' | 'points' | 'content';

/** At most `limit` in any span of this length. */
export interface RateLimitWindow {
  readonly name: string;
  readonly unit: RateLimitUnit;
  readonly milliseconds: number;
  readonly limit: number;
}

export interface RateLimits {
  /** Names the service for people, whatever its hosts are called; missing where it has no budget that is shown. */
  readonly service?: Service;
  readonly windows: readonly RateLimitWindow[];
  /** Of all clients together. */
  readonly maxConcurrent: number;
  /** Milliseconds between two writes, and between an answer and the next write. */
  readonly writeInterval: number;
  /** Milliseconds between a content-creating request or its answer and the next one. Default: 0. */
  readonly contentInterval?: number;
  /** From the start, or once the host has shown by headers or a refusal that it limits. */
  readonly enforced: 'always' | 'when-metered';
  /**
   * `budget`: headers give the rest until a reset, in place of our window of requests. `limit`: the header replaces that
   * window's limit.
   */
  readonly headers: 'budget' | 'limit';
}

const minute = 60_000;
const hour = 60 * minute;

/** Bitbucket Cloud: 1,000 requests an hour; a header announces more for access tokens of large workspaces. */
export const bitbucketCloudLimits: RateLimits = {
  service: 'Bitbucket',
  windows: [{ name: 'requests an hour', unit: 'requests', milliseconds: hour, limit: 1000 }],
  maxConcurrent: 20,
  writeInterval: 0,
  enforced: 'always',
  headers: 'limit',
};

/**
 * GitHub: 5,000 requests an hour, and its secondary limits: 100 at a time, 900 points a minute, "in general" 80
 * content-creating requests a minute and 500 an hour, a second between two POST, PATCH, PUT or DELETE requests.
 */
export const gitHubLimits: RateLimits = {
  service: 'GitHub',
  windows: [
    {
      name: 'content-creating requests a minute',
      unit: 'content',
      milliseconds: minute,
      limit: 80,
    },
    { name: 'content-creating requests an hour', unit: 'content', milliseconds: hour, limit: 500 },
    { name: 'points a minute', unit: 'points', milliseconds: minute, limit: 900 },
    { name: 'requests an hour', unit: 'requests', milliseconds: hour, limit: 5000 },
  ],
  maxConcurrent: 100,
  writeInterval: 1000,
  enforced: 'always',
  headers: 'budget',
};

/** GitHub Enterprise Server has no limits until its administrator sets some, which headers then show. */
export const gitHubEnterpriseServerLimits: RateLimits = {
  ...gitHubLimits,
  writeInterval: 0,
  enforced: 'when-metered',
};

/**
 * Bitbucket Data Center has no limits until its administrator sets a bucket for each user (usually 60 requests, refilled
 * by five a second), which headers of refusals show. Few requests at a time leave the server usable for others.
 */
export const bitbucketDataCenterLimits: RateLimits = {
  service: 'Bitbucket',
  windows: [],
  maxConcurrent: 10,
  writeInterval: 0,
  enforced: 'when-metered',
  headers: 'limit',
};
