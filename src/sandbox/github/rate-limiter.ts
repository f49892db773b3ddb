import type { Answer, AnswerHeaders } from '../network/answer.ts';
import { githubError } from './answers.ts';
import type { GithubLimits } from './limits.ts';
import type { GithubAccount } from './records.ts';

interface RateState {
  readonly limit: number;
  readonly used: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

export interface GithubRateLimiter {
  /** `false`: an Enterprise Server without limits. */
  readonly enabled: boolean;
  /** Counts a request; the refusal if a limit is reached. */
  count(request: { user: GithubAccount | null; write: boolean; content: boolean }): Answer | null;
  /** Counts a push; `false` if the repository has had too many in this minute. */
  countPush(repository: number): boolean;
  state(user: GithubAccount | null): RateState;
  headers(user: GithubAccount | null): AnswerHeaders;
  /** One more request is under way; `false` if there are too many. Call `leave` when it was answered. */
  enter(): boolean;
  leave(): void;
}

const minute = 60_000;
const hour = 3_600_000;
const anonymousPerHour = 60;
const aboutSecondaryLimits =
  '/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits';

/** @param options.limits `null` for an Enterprise Server without limits */
export function createGithubRateLimiter(options: {
  limits: GithubLimits | null;
  now: () => number;
}): GithubRateLimiter {
  if (options.limits === null) return unlimited;
  const { limits, now } = options;
  const primary = new Map<number, { used: number; resetAt: number }>();
  const points = createWindow(now);
  const contentMinute = createWindow(now);
  const contentHour = createWindow(now);
  const pushes = new Map<number, Window>();
  let underWay = 0;

  const limitOf = (user: GithubAccount | null): number =>
    user === null ? anonymousPerHour : limits.requestsPerHour;
  function bucketOf(user: GithubAccount | null): { used: number; resetAt: number } {
    const id = user?.id ?? 0;
    const known = primary.get(id);
    if (known !== undefined && known.resetAt > now()) return known;
    const fresh = { used: 0, resetAt: now() + hour };
    primary.set(id, fresh);
    return fresh;
  }
  function state(user: GithubAccount | null): RateState {
    const { used, resetAt } = bucketOf(user);
    return { limit: limitOf(user), used, reset: Math.ceil(resetAt / 1000) };
  }
  return {
    enabled: true,
    count({ user, write, content }) {
      const bucket = bucketOf(user);
      if (bucket.used >= limitOf(user)) return primaryRefusal(user);
      bucket.used += 1;
      const cost = write ? 5 : 1;
      if (points.sum(minute) + cost > limits.pointsPerMinute) return secondaryRefusal(limits);
      points.add(cost);
      if (!content) return null;
      if (contentMinute.sum(minute) >= limits.contentPerMinute) return contentRefusal(limits);
      if (contentHour.sum(hour) >= limits.contentPerHour) return contentRefusal(limits);
      contentMinute.add(1);
      contentHour.add(1);
      return null;
    },
    countPush(repository) {
      const window = pushes.get(repository) ?? createWindow(now);
      pushes.set(repository, window);
      if (window.sum(minute) >= limits.pushesPerMinute) return false;
      window.add(1);
      return true;
    },
    state,
    headers(user) {
      const { limit, used, reset } = state(user);
      return {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(limit - used),
        'x-ratelimit-used': String(used),
        'x-ratelimit-reset': String(reset),
        'x-ratelimit-resource': 'core',
      };
    },
    enter() {
      underWay += 1;
      return underWay <= limits.concurrentRequests;
    },
    leave() {
      underWay -= 1;
    },
  };
}

export function concurrencyRefusal(): Answer {
  return secondaryRefusal({ secondaryRetryAfter: null });
}

function primaryRefusal(user: GithubAccount | null): Answer {
  const who = user === null ? '127.0.0.1' : `user ID ${user.id}`;
  return githubError(403, `API rate limit exceeded for ${who}.`, {
    path: '/overview/rate-limits-for-the-rest-api',
  });
}

function secondaryRefusal(limits: Pick<GithubLimits, 'secondaryRetryAfter'>): Answer {
  return githubError(
    403,
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID in your message.',
    { path: aboutSecondaryLimits, headers: retryAfter(limits) },
  );
}

function contentRefusal(limits: GithubLimits): Answer {
  return githubError(
    403,
    'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.',
    { path: aboutSecondaryLimits, headers: retryAfter(limits) },
  );
}

function retryAfter(limits: Pick<GithubLimits, 'secondaryRetryAfter'>): AnswerHeaders {
  const seconds = limits.secondaryRetryAfter;
  return seconds === null ? {} : { 'retry-after': String(seconds) };
}

interface Window {
  add(amount: number): void;
  sum(milliseconds: number): number;
}

function createWindow(now: () => number): Window {
  let entries: { at: number; amount: number }[] = [];
  return {
    add(amount) {
      entries.push({ at: now(), amount });
    },
    sum(milliseconds) {
      entries = entries.filter((entry) => entry.at > now() - milliseconds);
      return entries.reduce((total, entry) => total + entry.amount, 0);
    },
  };
}

const unlimited: GithubRateLimiter = {
  enabled: false,
  count: () => null,
  countPush: () => true,
  state: () => ({ limit: 0, used: 0, reset: 0 }),
  headers: () => ({}),
  enter: () => true,
  leave: () => undefined,
};
