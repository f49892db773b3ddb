import {
  changeInFlight,
  costInFlight,
  costOf,
  type LimitedRequest,
  type RequestSlot,
  withoutDead,
} from './in-flight.ts';
import type { RateLimits, RateLimitWindow } from './limits.ts';
import { type RateLimitState, withoutFuture } from './rate-limit-state.ts';
import {
  type HostBudget,
  hostLimit,
  type NotedLimit,
  noteBudget,
  noteLimit,
} from './record-response.ts';
import {
  beginProbe,
  endProbe,
  isProbedByAnother,
  nextRecovery,
  rateLimitShare,
  slowedLimit,
  spacing,
} from './recovery.ts';
import { addToWindow, roomInWindow } from './window.ts';

export type Reservation =
  | { readonly go: true; readonly state: RateLimitState }
  | {
      readonly go: false;
      readonly state: RateLimitState;
      readonly until: number;
      readonly reason: string;
      /** Subject of the host's limit: `content-creating requests`. */
      readonly limit?: string;
      /** A short wait for the answer to another request, which is not announced. */
      readonly isBrief: boolean;
    };

const hour = 3_600_000;
/** How soon to check for answers to other clients' requests. */
const briefly = 200;

/**
 * Tells whether a request may be sent now, and if so the state that counts it. Bursts of reads are allowed: only the
 * limits of whole windows apply. Pure.
 */
export function reserve(
  limits: RateLimits,
  stored: RateLimitState,
  slot: RequestSlot,
): Reservation {
  const { now } = slot;
  const state = withoutDead(limits, withoutFuture(stored, now), slot);
  const obstacles = [
    ...blocks(state, slot.request),
    ...budgetObstacle(state),
    ...(isEnforced(limits, state, now) ? windowObstacles(limits, state, slot) : []),
  ].filter((obstacle) => obstacle.until > now);
  const last = obstacles.sort((a, b) => b.until - a.until)[0];
  if (last !== undefined) return { go: false, state, isBrief: false, ...last };
  if (mustWaitForOthers(limits, state, slot)) {
    return {
      go: false,
      state,
      until: now + briefly,
      reason: 'other requests go first',
      isBrief: true,
    };
  }
  const spacedAt = nextWriteAt(limits, state, slot.request);
  if (spacedAt > now) {
    return { go: false, state, until: spacedAt, reason: 'spacing out writes', isBrief: true };
  }
  return { go: true, state: sent(state, slot) };
}

function nextWriteAt(
  { writeInterval, contentInterval = 0 }: RateLimits,
  state: RateLimitState,
  request: LimitedRequest,
): number {
  const write = isWrite(request) ? state.lastWriteAt + writeInterval : 0;
  const content = request.contentCreating ? state.lastContentAt + contentInterval : 0;
  return Math.max(write, content);
}

/** The end of a request. */
export interface Outcome {
  readonly enteredAt: number;
  /** The host answered with anything but a limit. */
  readonly answered: boolean;
  readonly budget: HostBudget | null;
  readonly limit: NotedLimit | null;
}

/** The state after a request has ended. Pure. */
export function recordOutcome(
  limits: RateLimits,
  stored: RateLimitState,
  slot: RequestSlot,
  { enteredAt, answered, budget, limit }: Outcome,
): RateLimitState {
  const { request, now } = slot;
  const state = withoutFuture(stored, now);
  const windows: Record<string, RateLimitState['windows'][string]> = {};
  for (const window of limits.windows) {
    const slots = state.windows[window.name] ?? [];
    const cost = costOf(window.unit, request);
    windows[window.name] = cost === 0 ? slots : addToWindow(window, slots, cost, now);
  }
  const counted: RateLimitState = {
    ...state,
    windows,
    underWay: changeInFlight(state, -1, slot),
    probe: endProbe(state, { request, enteredAt, answered }),
    lastContentAt: request.contentCreating ? now : state.lastContentAt,
    lastWriteAt: isWrite(request) ? now : state.lastWriteAt,
  };
  const noted = budget === null ? counted : noteBudget(limits, counted, budget, now);
  return limit === null ? noted : noteLimit(noted, limit, now);
}

const requests = 'requests';
const contentRequests = 'content-creating requests';
const limitNames: Readonly<Record<RateLimitWindow['unit'], string>> = {
  requests,
  points: 'points',
  content: contentRequests,
};

interface Obstacle {
  readonly until: number;
  readonly reason: string;
  readonly limit: string;
}

function blocks(
  { block, contentBlock }: RateLimitState,
  request: LimitedRequest,
): readonly Obstacle[] {
  const content = request.contentCreating ? contentBlock : null;
  return [
    ...(block === null ? [] : [{ ...block, limit: requests }]),
    ...(content === null ? [] : [{ ...content, limit: contentRequests }]),
  ];
}

function budgetObstacle({ budget }: RateLimitState): readonly Obstacle[] {
  if (budget === null || budget.remaining > 0) return [];
  return [
    { until: budget.resetAt + 1000, reason: 'hourly request limit reached', limit: requests },
  ];
}

function windowObstacles(
  limits: RateLimits,
  state: RateLimitState,
  { request, now }: RequestSlot,
): readonly Obstacle[] {
  const share = rateLimitShare(state, now);
  const obstacles: Obstacle[] = [];
  for (const window of limits.windows) {
    const cost = costOf(window.unit, request);
    const limit = effectiveLimit(limits, state, window, now);
    if (cost === 0 || limit === null) continue;
    const slots = state.windows[window.name] ?? [];
    const taken = cost + costInFlight(state, window.unit);
    const slowed = roomInWindow({ window, slots, limit, cost: taken, now });
    const full = roomInWindow({ window, slots, limit: window.limit, cost: taken, now });
    // The rate recovers long before an hour has passed: check again then.
    const until = Math.max(Math.min(slowed, nextRecovery(state, now)), Math.min(slowed, full));
    const reason = `limit of ${limit} ${window.name} reached`;
    obstacles.push({ until, reason, limit: limitNames[window.unit] });
  }
  if (request.contentCreating && share < 1) {
    const until = state.lastContentAt + spacing(limits, share);
    const reason = 'slowed down after a secondary rate limit';
    obstacles.push({ until, reason, limit: contentRequests });
  }
  return obstacles;
}

/** `null`: the host counts this window itself, and its headers give the rest. */
function effectiveLimit(
  limits: RateLimits,
  state: RateLimitState,
  window: RateLimitWindow,
  now: number,
): number | null {
  if (window.unit !== 'requests') return slowedLimit(window, rateLimitShare(state, now));
  if (limits.headers === 'limit') return hostLimit(state) ?? window.limit;
  return isMetered(state, now) ? null : window.limit;
}

/** Tells whether the decision depends on answers to requests in flight. */
function mustWaitForOthers(limits: RateLimits, state: RateLimitState, slot: RequestSlot): boolean {
  const { request, now } = slot;
  if (isProbedByAnother(state, slot)) return true;
  if (!isEnforced(limits, state, now)) return false;
  if (costInFlight(state, 'requests') >= limits.maxConcurrent) return true;
  return limits.windows.some((window) => {
    const cost = costOf(window.unit, request);
    const underWay = costInFlight(state, window.unit);
    const limit = effectiveLimit(limits, state, window, now) ?? Number.POSITIVE_INFINITY;
    return cost > 0 && underWay > 0 && underWay + cost > limit;
  });
}

function sent(state: RateLimitState, slot: RequestSlot): RateLimitState {
  const { request, now } = slot;
  return {
    ...state,
    underWay: changeInFlight(state, 1, slot),
    budget: spend(state.budget, now),
    probe: beginProbe(state, slot),
    lastContentAt: request.contentCreating ? now : state.lastContentAt,
    lastWriteAt: isWrite(request) ? now : state.lastWriteAt,
    slowdown: rateLimitShare(state, now) === 1 ? null : state.slowdown,
  };
}

/** A read costs one point. */
function isWrite({ points }: LimitedRequest): boolean {
  return points > 1;
}

/** After the reset the next answer brings the new budget. */
function spend(budget: RateLimitState['budget'], now: number): RateLimitState['budget'] {
  if (budget === null || budget.resetAt + 1000 <= now) return null;
  return { ...budget, remaining: budget.remaining - 1 };
}

function isEnforced(limits: RateLimits, state: RateLimitState, now: number): boolean {
  return limits.enforced === 'always' || isMetered(state, now) || state.slowdown !== null;
}

/** Disabled limits are noticed after an hour. */
function isMetered({ meteredAt }: RateLimitState, now: number): boolean {
  return meteredAt > now - hour;
}
