import { type Answer, type AnswerHeaders, jsonAnswer } from '../../network/answer.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { githubError } from '../rest/answers.ts';
import type { GithubLimits } from './limits.ts';
import { createBuckets, createWindow, hour, minute, type Window } from './rate-windows.ts';

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
  /** GraphQL has points of its own, and shares the minute's with the rest. */
  countGraphql(request: {
    user: GithubAccount;
    isMutation: boolean;
    pointsPerHour: number;
  }): Answer | null;
  graphqlState(user: GithubAccount): RateState;
  graphqlHeaders(user: GithubAccount): AnswerHeaders;
  /** Counts a merge by request; `false` if the repository has had too many in this minute. */
  countMerge(repository: number, mergesPerMinute: number | null): boolean;
  /** Returns what a secondary limit answers. */
  refusal(): Answer;
  /** Counts a push; `false` if the repository has had too many in this minute. */
  countPush(repository: number): boolean;
  state(user: GithubAccount | null): RateState;
  headers(user: GithubAccount | null): AnswerHeaders;
  /** One more request is under way; `false` if there are too many. Call `leave` when it was answered. */
  enter(): boolean;
  leave(): void;
}

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
  const primary = createBuckets(now);
  const points = createWindow(now, minute);
  const contentMinute = createWindow(now, minute);
  const contentHour = createWindow(now, hour);
  const pushes = new Map<number, Window>();
  const merges = new Map<number, Window>();
  let inFlight = 0;
  const isSpaced = createSpacing(limits, now);

  const limitOf = (user: GithubAccount | null): number =>
    user === null ? anonymousPerHour : limits.requestsPerHour;
  function countIn(windows: Map<number, Window>, repository: number, max: number): boolean {
    const window = windows.get(repository) ?? createWindow(now, minute);
    windows.set(repository, window);
    if (window.sum() >= max) return false;
    window.add(1);
    return true;
  }
  function state(user: GithubAccount | null): RateState {
    const { used, resetAt } = primary.of(user);
    return { limit: limitOf(user), used, reset: Math.ceil(resetAt / 1000) };
  }
  return {
    enabled: true,
    ...limitGraphql({ limits, now, points, isSpaced }),
    count({ user, write, content }) {
      const bucket = primary.of(user);
      if (bucket.used >= limitOf(user)) return primaryRefusal(user);
      bucket.used += 1;
      const cost = write ? 5 : 1;
      if (points.sum() + cost > limits.pointsPerMinute) return secondaryRefusal(limits);
      points.add(cost);
      if (write && !isSpaced(user)) return secondaryRefusal(limits);
      if (!content) return null;
      if (contentMinute.sum() >= limits.contentPerMinute) return contentRefusal(limits);
      if (contentHour.sum() >= limits.contentPerHour) return contentRefusal(limits);
      contentMinute.add(1);
      contentHour.add(1);
      return null;
    },
    countPush: (repository) => countIn(pushes, repository, limits.pushesPerMinute),
    countMerge: (repository, most) => most === null || countIn(merges, repository, most),
    refusal: () => secondaryRefusal(limits),
    state,
    headers: (user) => rateHeaders(state(user), 'core'),
    enter() {
      inFlight += 1;
      return inFlight <= limits.concurrentRequests;
    },
    leave() {
      inFlight -= 1;
    },
  };
}

/** Tells whether a user's last write is long enough ago; a write that comes too early counts as well. */
function createSpacing(
  { writeIntervalMs }: GithubLimits,
  now: () => number,
): (user: GithubAccount | null) => boolean {
  const lastWrites = new Map<number, number>();
  return (user) => {
    const id = user?.id ?? 0;
    const last = lastWrites.get(id) ?? Number.NEGATIVE_INFINITY;
    lastWrites.set(id, now());
    return now() - last >= writeIntervalMs;
  };
}

function limitGraphql(options: {
  limits: GithubLimits;
  now: () => number;
  points: Window;
  isSpaced: (user: GithubAccount | null) => boolean;
}): Pick<GithubRateLimiter, 'countGraphql' | 'graphqlState' | 'graphqlHeaders'> {
  const { limits, now, points, isSpaced } = options;
  const buckets = createBuckets(now);
  let limit = limits.requestsPerHour;
  function graphqlState(user: GithubAccount): RateState {
    const { used, resetAt } = buckets.of(user);
    return { limit, used, reset: Math.ceil(resetAt / 1000) };
  }
  return {
    countGraphql({ user, isMutation, pointsPerHour }) {
      limit = pointsPerHour;
      const bucket = buckets.of(user);
      if (bucket.used >= pointsPerHour) return graphqlRefusal(user);
      bucket.used += 1;
      const cost = isMutation ? 5 : 1;
      if (points.sum() + cost > limits.pointsPerMinute) return secondaryRefusal(limits);
      points.add(cost);
      if (isMutation && !isSpaced(user)) return secondaryRefusal(limits);
      return null;
    },
    graphqlState,
    graphqlHeaders: (user) => rateHeaders(graphqlState(user), 'graphql'),
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

/** With status 200, as GraphQL reports everything. */
function graphqlRefusal(user: GithubAccount): Answer {
  const message = `API rate limit exceeded for user ID ${user.id}.`;
  return jsonAnswer(200, { errors: [{ type: 'RATE_LIMITED', message }] });
}

function rateHeaders({ limit, used, reset }: RateState, resource: string): AnswerHeaders {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - used)),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': String(reset),
    'x-ratelimit-resource': resource,
  };
}

function retryAfter(limits: Pick<GithubLimits, 'secondaryRetryAfter'>): AnswerHeaders {
  const seconds = limits.secondaryRetryAfter;
  return seconds === null ? {} : { 'retry-after': String(seconds) };
}

const unlimited: GithubRateLimiter = {
  enabled: false,
  count: () => null,
  countPush: () => true,
  countMerge: () => true,
  countGraphql: () => null,
  graphqlState: () => ({ limit: 0, used: 0, reset: 0 }),
  graphqlHeaders: () => ({}),
  refusal: concurrencyRefusal,
  state: () => ({ limit: 0, used: 0, reset: 0 }),
  headers: () => ({}),
  enter: () => true,
  leave: () => undefined,
};
