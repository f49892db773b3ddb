import type { ErrorCode } from '../../kernel/errors.ts';
import {
  bitbucketCloudLimits,
  bitbucketDataCenterLimits,
  gitHubEnterpriseServerLimits,
  gitHubLimits,
  type RateLimits,
} from '../rate-limit/limits.ts';
import {
  isNearLimit,
  rateLimitLimit,
  rateLimitRemaining,
  rateLimitReset,
} from '../rate-limit/rate-limit-headers.ts';
import {
  bitbucketLimitSignal,
  gitHubLimitSignal,
  type LimitSignal,
} from '../rate-limit/rate-limit-signals.ts';
import type { HostBudget } from '../rate-limit/record-response.ts';
import type { HttpResponse } from '../response/response.ts';
import type { LimitBackoff } from './retry.ts';

/** How a kind of host limits its clients. */
export interface HostPolicy {
  readonly pace: RateLimits;
  readonly limitBackoff: LimitBackoff;
  limitSignal(answer: HttpResponse, now: number): LimitSignal | null;
  /** From an answer's headers; `null` if they say nothing about this budget. */
  budget(answer: HttpResponse, now: number): HostBudget | null;
  /** The message once waiting did not help. */
  limitMessage(signal: LimitSignal, status: number): string;
}

export const bitbucketCloudPolicy: HostPolicy = {
  pace: bitbucketCloudLimits,
  limitBackoff: { startSeconds: 60, capSeconds: 600 },
  limitSignal: bitbucketLimitSignal,
  budget: budgetOf,
  limitMessage: () => '429 Too Many Requests: the rate limit is exceeded',
};

export const bitbucketDataCenterPolicy: HostPolicy = {
  pace: bitbucketDataCenterLimits,
  limitBackoff: { startSeconds: 5, capSeconds: 600 },
  limitSignal: bitbucketLimitSignal,
  // A bucket that refills continuously has no reset.
  budget: () => null,
  limitMessage: () => '429 Too Many Requests: the rate limit is exceeded',
};

/**
 * @param edition `unlimited`: of github.com without its limits, which only an embedded one is
 * @param writeInterval milliseconds; default: the edition's
 */
export function gitHubPolicy(
  edition: 'cloud' | 'enterprise-server' | 'unlimited',
  writeInterval?: number,
): HostPolicy {
  const pace = edition === 'cloud' ? gitHubLimits : gitHubEnterpriseServerLimits;
  const windows = edition === 'unlimited' ? [] : pace.windows;
  return {
    pace: { ...pace, windows, writeInterval: writeInterval ?? pace.writeInterval },
    limitBackoff: { startSeconds: 60, capSeconds: 900 },
    limitSignal: gitHubLimitSignal,
    budget: gitHubBudget,
    limitMessage: (signal, status) =>
      signal.kind === 'lockout'
        ? '403 Forbidden: sign-in is blocked after several failed attempts'
        : `${status === 429 ? '429 Too Many Requests' : status}: the rate limit is exceeded`,
  };
}

/** GraphQL, search and others have budgets of their own. */
function gitHubBudget(answer: HttpResponse, now: number): HostBudget | null {
  const resource = answer.headers['x-ratelimit-resource'];
  if (resource !== undefined && resource !== 'core') return null;
  return budgetOf(answer, now);
}

function budgetOf({ headers }: HttpResponse, now: number): HostBudget | null {
  const limit = rateLimitLimit(headers);
  const remaining = rateLimitRemaining(headers);
  const nearLimit = isNearLimit(headers);
  if (limit === null && remaining === null && !nearLimit) return null;
  return {
    limit,
    remaining,
    resetAt: rateLimitReset(headers, now),
    resource: (headers['x-ratelimit-resource'] ?? '').slice(0, 100),
    isNearLimit: nearLimit,
  };
}

export function limitErrorCode(signal: LimitSignal): ErrorCode {
  return signal.kind === 'lockout' ? 'credentials' : 'rate-limit';
}
