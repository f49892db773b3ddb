import type { AnswerHeaders } from '../../network/answer.ts';
import type { Caller } from '../accounts/authentication.ts';

export interface BitbucketLimits {
  /** Requests to `/2.0/repositories/…` an hour and credential's owner; `null`: no limit. */
  readonly repositoriesPerHour: number | null;
  /** The same for callers without credentials. */
  readonly anonymousPerHour: number | null;
  /** Git and LFS requests an hour. */
  readonly gitPerHour: number | null;
}

/** As the host documents them. */
export const bitbucketLimits: BitbucketLimits = {
  repositoriesPerHour: 1000,
  anonymousPerHour: 60,
  gitPerHour: 60_000,
};

interface RateDecision {
  readonly allowed: boolean;
  /** Only access tokens and anonymous callers get any of it. */
  readonly headers: AnswerHeaders;
}

export interface BitbucketRateLimiter {
  countRest(caller: Caller): RateDecision;
  countGit(caller: Caller): boolean;
}

const hour = 3_600_000;

/** A rolling hour for each caller: all credentials of the person share one, each access token has its own. */
export function createBitbucketRateLimiter(options: {
  limits: BitbucketLimits;
  now: () => number;
}): BitbucketRateLimiter {
  const windows = new Map<string, number[]>();
  function count(key: string, limit: number): { allowed: boolean; left: number; resetIn: number } {
    const now = options.now();
    const times = windows.get(key) ?? [];
    // In order: what is too old stands in front, and mostly there is none.
    const stale = times.findIndex((time) => time > now - hour);
    times.splice(0, stale < 0 ? times.length : stale);
    const allowed = times.length < limit;
    if (allowed) times.push(now);
    windows.set(key, times);
    const resetIn = Math.ceil(((times[0] ?? now) + hour - now) / 1000);
    return { allowed, left: limit - times.length, resetIn };
  }
  return {
    countRest(caller) {
      const { anonymousPerHour, repositoriesPerHour } = options.limits;
      if (caller.kind === 'known') {
        if (repositoriesPerHour === null) return { allowed: true, headers: {} };
        const { allowed, left } = count(`rest ${ownerOf(caller)}`, repositoriesPerHour);
        if (caller.credential.kind !== 'access-token') return { allowed, headers: {} };
        return { allowed, headers: tokenHeaders(repositoriesPerHour, left) };
      }
      if (anonymousPerHour === null) return { allowed: true, headers: {} };
      const { allowed, left, resetIn } = count('rest anonymous', anonymousPerHour);
      return {
        allowed,
        headers: {
          'x-ratelimit-limit': `${anonymousPerHour}, ${anonymousPerHour};w=3600`,
          'x-ratelimit-remaining': String(left),
          'x-ratelimit-reset': String(resetIn),
        },
      };
    },
    countGit(caller) {
      const limit = options.limits.gitPerHour;
      return limit === null || count(`git ${ownerOf(caller)}`, limit).allowed;
    },
  };
}

function tokenHeaders(limit: number, left: number): AnswerHeaders {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-resource': 'api',
    'x-ratelimit-nearlimit': String(left < limit / 5),
  };
}

function ownerOf(caller: Caller): string {
  if (caller.kind !== 'known') return 'anonymous';
  return caller.credential.kind === 'access-token' ? caller.credential.token : 'person';
}
