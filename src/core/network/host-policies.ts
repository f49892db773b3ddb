import type { ErrorCode } from '../errors.ts';
import type { Answer } from './answer.ts';
import type { HostBudget } from './pace.ts';
import {
  bitbucketCloudPace,
  gitHubEnterpriseServerPace,
  gitHubPace,
  type PaceLimits,
} from './pace-limits.ts';
import { rateLimitLimit, rateLimitRemaining, rateLimitReset } from './rate-limit-headers.ts';
import { bitbucketLimitSignal, gitHubLimitSignal, type LimitSignal } from './rate-limit-signals.ts';
import type { LimitBackoff } from './retry.ts';

/** How one kind of host limits its clients. */
export interface HostPolicy {
  readonly pace: PaceLimits;
  readonly limitBackoff: LimitBackoff;
  limitSignal(answer: Answer, now: number): LimitSignal | null;
  budget(answer: Answer, now: number): HostBudget;
  /** What a limit is called once waiting has not helped. */
  limitMessage(signal: LimitSignal, status: number): string;
}

export const bitbucketCloudPolicy: HostPolicy = {
  pace: bitbucketCloudPace,
  limitBackoff: { startSeconds: 60, capSeconds: 600 },
  limitSignal: bitbucketLimitSignal,
  budget: ({ headers }, now) => ({
    limit: rateLimitLimit(headers),
    remaining: rateLimitRemaining(headers),
    resetAt: rateLimitReset(headers, now),
  }),
  limitMessage: () => '429 Too Many Requests: the rate limit is exceeded',
};

export function gitHubPolicy(edition: 'cloud' | 'enterprise-server'): HostPolicy {
  return {
    pace: edition === 'cloud' ? gitHubPace : gitHubEnterpriseServerPace,
    limitBackoff: { startSeconds: 60, capSeconds: 900 },
    limitSignal: gitHubLimitSignal,
    budget: gitHubBudget,
    limitMessage: (signal, status) =>
      signal.kind === 'lockout'
        ? '403 Forbidden: signing in is blocked after several wrong attempts'
        : `${status === 429 ? '429 Too Many Requests' : status}: the rate limit is exceeded`,
  };
}

/** GraphQL, search and others have budgets of their own, which say nothing of this one. */
function gitHubBudget({ headers }: Answer, now: number): HostBudget {
  const resource = headers['x-ratelimit-resource'];
  if (resource !== undefined && resource !== 'core') {
    return { limit: null, remaining: null, resetAt: null };
  }
  return {
    limit: rateLimitLimit(headers),
    remaining: rateLimitRemaining(headers),
    resetAt: rateLimitReset(headers, now),
  };
}

/** The error code of a limit that did not go away. */
export function limitErrorCode(signal: LimitSignal): ErrorCode {
  return signal.kind === 'lockout' ? 'credentials' : 'rate-limit';
}
