import type { RateLimits, RateLimitWindow } from './limits.ts';
import type { RateLimitState } from './rate-limit-state.ts';

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
