import type { RateLimits } from './limits.ts';
import type { LimitKind } from './rate-limit-signals.ts';
import type { RateLimitBlock, RateLimitState } from './rate-limit-state.ts';
import { slower } from './recovery.ts';
import { addToWindow, usedInWindow } from './window.ts';

/** What an answer's headers say of the budget. */
export interface HostBudget {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetAt: number | null;
  /** The host's name for what the limit limits. */
  readonly resource: string;
  /** The host says that little is left, without saying how much. */
  readonly isNearLimit: boolean;
}

/** The host asked to wait. */
export interface NotedLimit {
  readonly kind: LimitKind;
  readonly until: number;
  readonly reason: string;
}

/** What Bitbucket grants those who have not signed in; anything below is no limit of an account. */
const leastHostLimit = 60;
/** What Bitbucket grants at most, by its documentation. */
const mostHostLimit = 10_000;
/** Bitbucket speaks of being near where about a fifth is left. */
const nearShare = 0.8;
/** Resets that lie closer together are one: host times have whole seconds, and are told relative to now. */
const sameReset = 10_000;
const mostResources = 8;

/** The state after an answer's headers. Requests under way are in the host's figure or in ours: the lower holds. */
export function noteBudget(
  limits: RateLimits,
  state: RateLimitState,
  told: HostBudget,
  now: number,
): RateLimitState {
  let noted: RateLimitState = { ...state, meteredAt: now };
  if (limits.headers === 'limit') {
    noted = { ...noted, hostLimits: noteHostLimit(noted, told) };
    if (told.isNearLimit) noted = { ...noted, windows: nearlyUsed(limits, noted, now) };
  }
  return { ...noted, budget: lowerBudget(state.budget, told) };
}

/** How many requests a window takes by the host's own word: of several resources the one with the least. */
export function hostLimit(state: RateLimitState): number | null {
  const named = Object.values(state.hostLimits);
  return named.length === 0 ? null : Math.min(...named);
}

/**
 * The state after the host asked to wait. Everything but the hourly budget also halves the pace, and when the wait is
 * over one request goes first.
 */
export function noteLimit(state: RateLimitState, limit: NotedLimit, now: number): RateLimitState {
  const contentOnly = limit.kind === 'content-creation' || limit.kind === 'too-quick';
  const keepsPace = limit.kind === 'primary' || limit.kind === 'lockout';
  const blocked = contentOnly
    ? { contentBlock: later(state.contentBlock, limit) }
    : { block: later(state.block, limit) };
  return {
    ...state,
    ...blocked,
    slowdown: keepsPace ? state.slowdown : slower(state, now),
    probe: { contentOnly: contentOnly && state.probe?.contentOnly !== false, client: '', until: 0 },
  };
}

function later(known: RateLimitBlock | null, { until, reason }: NotedLimit): RateLimitBlock {
  return known !== null && known.until >= until ? known : { until, reason };
}

function noteHostLimit(
  state: RateLimitState,
  { limit, resource }: HostBudget,
): RateLimitState['hostLimits'] {
  if (limit === null) return state.hostLimits;
  const isKnown = Object.hasOwn(state.hostLimits, resource);
  if (!isKnown && Object.keys(state.hostLimits).length >= mostResources) return state.hostLimits;
  const believed = Math.min(Math.max(limit, leastHostLimit), mostHostLimit);
  return { ...state.hostLimits, [resource]: believed };
}

/** Others use the same budget, elsewhere: what they have sent is counted as if it had been sent now. */
function nearlyUsed(
  limits: RateLimits,
  state: RateLimitState,
  now: number,
): RateLimitState['windows'] {
  const windows = { ...state.windows };
  for (const window of limits.windows) {
    if (window.unit !== 'requests') continue;
    const slots = state.windows[window.name] ?? [];
    const least = Math.floor(nearShare * (hostLimit(state) ?? window.limit));
    const unseen = least - usedInWindow(window, slots, now);
    if (unseen > 0) windows[window.name] = addToWindow(window, slots, unseen, now);
  }
  return windows;
}

function lowerBudget(
  known: RateLimitState['budget'],
  { remaining, resetAt }: HostBudget,
): RateLimitState['budget'] {
  if (remaining === null || resetAt === null) return known;
  if (known === null || known.resetAt < resetAt - sameReset) return { remaining, resetAt };
  // An answer of the window before that came late.
  if (known.resetAt > resetAt + sameReset) return known;
  return { remaining: Math.min(known.remaining, remaining), resetAt: known.resetAt };
}
