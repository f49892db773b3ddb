import type { RateLimits } from './limits.ts';
import type { LimitKind } from './rate-limit-signals.ts';
import type { RateLimitBlock, RateLimitState } from './rate-limit-state.ts';
import { slower } from './recovery.ts';
import { addToWindow, usedInWindow } from './window.ts';

/** The budget in an answer's headers. */
export interface HostBudget {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetAt: number | null;
  /** The host's name for what the limit limits. */
  readonly resource: string;
  /** The host says that little is left, without saying how much. */
  readonly isNearLimit: boolean;
}

export interface NotedLimit {
  readonly kind: LimitKind;
  readonly until: number;
  readonly reason: string;
}

/** Bitbucket's limit without an account; anything below is no account's limit. */
const leastHostLimit = 60;
/** Bitbucket's documented maximum. */
const mostHostLimit = 10_000;
/** Bitbucket's "near limit": about a fifth is left. */
const nearShare = 0.8;
/** Closer resets are the same: host times have whole seconds, relative to now. */
const sameReset = 10_000;
const mostResources = 8;

/** The state after an answer's headers. Requests in flight are in the host's number or in ours: the lower holds. */
export function noteBudget(
  limits: RateLimits,
  state: RateLimitState,
  reported: HostBudget,
  now: number,
): RateLimitState {
  let noted: RateLimitState = { ...state, meteredAt: now };
  if (limits.headers === 'limit') {
    noted = { ...noted, hostLimits: noteHostLimit(noted, reported) };
    if (reported.isNearLimit) noted = { ...noted, windows: nearlyUsed(limits, noted, now) };
  }
  return { ...noted, budget: lowerBudget(state.budget, reported) };
}

/** The limit that the host named: of several resources the lowest. */
export function hostLimit(state: RateLimitState): number | null {
  const named = Object.values(state.hostLimits);
  return named.length === 0 ? null : Math.min(...named);
}

/** The state after a limit. Any but the hourly budget also halves the rate; after the wait one request goes first. */
export function noteLimit(state: RateLimitState, limit: NotedLimit, now: number): RateLimitState {
  const contentOnly = limit.kind === 'content-creation' || limit.kind === 'too-quick';
  const keepsRate = limit.kind === 'primary' || limit.kind === 'lockout';
  const blocked = contentOnly
    ? { contentBlock: later(state.contentBlock, limit) }
    : { block: later(state.block, limit) };
  return {
    ...state,
    ...blocked,
    slowdown: keepsRate ? state.slowdown : slower(state, now),
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

/** Others use the same budget elsewhere: their requests count as if sent now. */
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
  // A late answer of the previous window.
  if (known.resetAt > resetAt + sameReset) return known;
  return { remaining: Math.min(known.remaining, remaining), resetAt: known.resetAt };
}
