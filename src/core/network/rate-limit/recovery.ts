import type { LimitedRequest, RequestSlot } from './in-flight.ts';
import type { RateLimits, RateLimitWindow } from './limits.ts';
import type { RateLimitProbe, RateLimitState } from './rate-limit-state.ts';

const recoveryStep = 0.1;
const recoveryMilliseconds = 5 * 60_000;
const leastShare = 0.125;

/** The share of the documented pace that may be used: 1, or less for some time after a secondary limit. */
export function rateLimitShare(state: RateLimitState, now: number): number {
  if (state.slowdown === null) return 1;
  const steps = Math.floor(Math.max(0, now - state.slowdown.since) / recoveryMilliseconds);
  return Math.min(1, state.slowdown.share + steps * recoveryStep);
}

/** When the pace is next raised; `Infinity` at the documented pace. */
export function nextRecovery({ slowdown }: RateLimitState, now: number): number {
  if (slowdown === null) return Number.POSITIVE_INFINITY;
  const steps = Math.floor(Math.max(0, now - slowdown.since) / recoveryMilliseconds);
  return slowdown.since + (steps + 1) * recoveryMilliseconds;
}

/** Several requests under way meet the same limit at once: the pace is halved once for all of them. */
export function slower(state: RateLimitState, now: number): RateLimitState['slowdown'] {
  const blockedUntil = Math.max(state.block?.until ?? 0, state.contentBlock?.until ?? 0);
  if (state.slowdown !== null && blockedUntil > now) return state.slowdown;
  return { share: Math.max(leastShare, rateLimitShare(state, now) / 2), since: now };
}

/**
 * Milliseconds between two requests that create, while slower. By the shortest window alone: spread over the
 * longer ones they would crawl although hardly anything of those was used, and those stop them when it was.
 */
export function spacing(limits: RateLimits, share: number): number {
  const windows = limits.windows.filter(({ unit }) => unit === 'content');
  const shortest = windows.sort((a, b) => a.milliseconds - b.milliseconds)[0];
  return shortest === undefined ? 0 : shortest.milliseconds / slowedLimit(shortest, share);
}

export function slowedLimit(window: RateLimitWindow, share: number): number {
  return Math.max(1, Math.floor(window.limit * share));
}

/** So long the answer to the one request is waited for before another may try. */
const patience = 20_000;

/** Whether somebody else is just trying, after a limit, if the host takes such requests again. */
export function isProbedByAnother(
  { probe }: RateLimitState,
  { request, now, isAlive }: RequestSlot,
): boolean {
  return probe !== null && concerns(probe, request) && probe.until > now && isAlive(probe.client);
}

/** A request is let go: the first after a limit is the one that tries. */
export function beginProbe(
  { probe }: RateLimitState,
  { request, client, now }: RequestSlot,
): RateLimitState['probe'] {
  if (probe === null || !concerns(probe, request)) return probe;
  return { ...probe, client, until: now + patience };
}

/** An answer came, or none; one to a request that was sent before the limit was met says nothing. */
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
