import type { LimitedRequest, RequestSlot } from './in-flight.ts';
import type { RateLimits, RateLimitWindow } from './limits.ts';
import type { RateLimitProbe, RateLimitState } from './rate-limit-state.ts';

const recoveryStep = 0.1;
const recoveryMilliseconds = 5 * 60_000;
const leastShare = 0.125;

/** The usable share of the documented rate: 1, or less for some time after a secondary limit. */
export function rateLimitShare(state: RateLimitState, now: number): number {
  if (state.slowdown === null) return 1;
  const steps = Math.floor(Math.max(0, now - state.slowdown.since) / recoveryMilliseconds);
  return Math.min(1, state.slowdown.share + steps * recoveryStep);
}

/** When the rate next rises; `Infinity` at the documented rate. */
export function nextRecovery({ slowdown }: RateLimitState, now: number): number {
  if (slowdown === null) return Number.POSITIVE_INFINITY;
  const steps = Math.floor(Math.max(0, now - slowdown.since) / recoveryMilliseconds);
  return slowdown.since + (steps + 1) * recoveryMilliseconds;
}

/** Halves the rate once for all requests in flight that hit the same limit. */
export function slower(state: RateLimitState, now: number): RateLimitState['slowdown'] {
  const blockedUntil = Math.max(state.block?.until ?? 0, state.contentBlock?.until ?? 0);
  if (state.slowdown !== null && blockedUntil > now) return state.slowdown;
  return { share: Math.max(leastShare, rateLimitShare(state, now) / 2), since: now };
}

/**
 * Milliseconds between two content-creating requests while slowed down. By the shortest window only: the longer ones stop
 * requests when used up, and spacing by them would crawl long before that.
 */
export function spacing(limits: RateLimits, share: number): number {
  const windows = limits.windows.filter(({ unit }) => unit === 'content');
  const shortest = windows.sort((a, b) => a.milliseconds - b.milliseconds)[0];
  return shortest === undefined ? 0 : shortest.milliseconds / slowedLimit(shortest, share);
}

export function slowedLimit(window: RateLimitWindow, share: number): number {
  return Math.max(1, Math.floor(window.limit * share));
}

/** How long to wait for the probe's answer before another request may probe. */
const patience = 20_000;

/** Tells whether another client is probing, after a limit, whether the host accepts such requests again. */
export function isProbedByAnother(
  { probe }: RateLimitState,
  { request, now, isAlive }: RequestSlot,
): boolean {
  return probe !== null && concerns(probe, request) && probe.until > now && isAlive(probe.client);
}

/** The first request after a limit becomes the probe. */
export function beginProbe(
  { probe }: RateLimitState,
  { request, client, now }: RequestSlot,
): RateLimitState['probe'] {
  if (probe === null || !concerns(probe, request)) return probe;
  return { ...probe, client, until: now + patience };
}

/** The answer to a request that was sent before the limit says nothing. */
export function endProbe(
  state: RateLimitState,
  options: { request: LimitedRequest; enteredAt: number; answered: boolean },
): RateLimitState['probe'] {
  const { probe } = state;
  const { request, enteredAt, answered } = options;
  if (probe === null || !concerns(probe, request)) return probe;
  const blockedUntil = Math.max(state.block?.until ?? 0, state.contentBlock?.until ?? 0);
  if (enteredAt < blockedUntil) return probe;
  return answered ? null : { ...probe, until: 0 };
}

function concerns(probe: RateLimitProbe, request: LimitedRequest): boolean {
  return !probe.contentOnly || request.contentCreating;
}
