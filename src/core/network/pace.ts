import type { PaceLimits, PaceUnit, PaceWindow } from './pace-limits.ts';
import type { PaceState } from './pace-state.ts';
import { addToWindow, roomInWindow } from './pace-window.ts';
import type { LimitKind } from './rate-limit-signals.ts';

export interface PacedRequest {
  /** GitHub's price: 1 for a read, 5 for a write. */
  readonly points: number;
  readonly contentCreating: boolean;
}

export type Reservation =
  | { readonly go: true; readonly state: PaceState }
  | { readonly go: false; readonly until: number; readonly reason: string };

const recoveryStep = 0.1;
const recoveryMilliseconds = 5 * 60_000;
const leastShare = 0.125;
/** What Bitbucket grants those who have not signed in; anything below is no limit of an account. */
const leastHostLimit = 60;

/**
 * Whether a request may be sent now, and if so the state in which it is counted. Bursts are allowed: only what the
 * host documents for a whole window is kept to. Pure.
 */
export function reserve(
  limits: PaceLimits,
  state: PaceState,
  request: PacedRequest,
  now: number,
): Reservation {
  const obstacles = [
    ...blocks(state, request),
    ...budgetObstacle(state),
    ...(isEnforced(limits, state) ? windowObstacles(limits, state, request, now) : []),
  ].filter((obstacle) => obstacle.until > now);
  const last = obstacles.sort((a, b) => b.until - a.until)[0];
  if (last !== undefined) return { go: false, ...last };
  return { go: true, state: count(limits, state, request, now) };
}

/** What an answer's headers say of the budget. */
export interface HostBudget {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetAt: number | null;
}

/** The state after an answer's headers. Requests under way are in the host's figure or in ours: the lower holds. */
export function noteBudget(
  limits: PaceLimits,
  state: PaceState,
  { limit, remaining, resetAt }: HostBudget,
): PaceState {
  if (limit === null && remaining === null) return state;
  const metered = { ...state, metered: true };
  if (limits.headers === 'limit') {
    return limit === null ? metered : { ...metered, hostLimit: Math.max(limit, leastHostLimit) };
  }
  if (remaining === null || resetAt === null) return metered;
  const { budget } = state;
  if (budget !== null && budget.resetAt > resetAt) return metered;
  const known = budget !== null && budget.resetAt === resetAt ? budget.remaining : remaining;
  return { ...metered, budget: { remaining: Math.min(known, remaining), resetAt } };
}

/** The state after the host asked to wait. Everything but the hourly budget also halves the pace. */
export function noteLimit(
  state: PaceState,
  limit: { kind: LimitKind; until: number; reason: string },
  now: number,
): PaceState {
  const contentOnly = limit.kind === 'content-creation' || limit.kind === 'too-quick';
  const blocked = contentOnly
    ? { contentBlockedUntil: Math.max(state.contentBlockedUntil, limit.until) }
    : { blockedUntil: Math.max(state.blockedUntil, limit.until) };
  const slowed =
    limit.kind === 'primary' || limit.kind === 'lockout' ? {} : { slowdown: slower(state, now) };
  return { ...state, ...blocked, ...slowed, blockedReason: limit.reason };
}

/** The share of the documented pace that may be used: 1, or less for some time after a secondary limit. */
export function paceShare(state: PaceState, now: number): number {
  if (state.slowdown === null) return 1;
  const steps = Math.floor(Math.max(0, now - state.slowdown.since) / recoveryMilliseconds);
  return Math.min(1, state.slowdown.share + steps * recoveryStep);
}

/** When the pace is next raised; `Infinity` at the documented pace. */
function nextRecovery({ slowdown }: PaceState, now: number): number {
  if (slowdown === null) return Number.POSITIVE_INFINITY;
  const steps = Math.floor(Math.max(0, now - slowdown.since) / recoveryMilliseconds);
  return slowdown.since + (steps + 1) * recoveryMilliseconds;
}

/** Several requests under way meet the same limit at once: the pace is halved once for all of them. */
function slower(state: PaceState, now: number): PaceState['slowdown'] {
  const share = paceShare(state, now);
  if (state.slowdown !== null && state.blockedUntil > now) return state.slowdown;
  if (state.slowdown !== null && state.contentBlockedUntil > now) return state.slowdown;
  return { share: Math.max(leastShare, share / 2), since: now };
}

interface Obstacle {
  readonly until: number;
  readonly reason: string;
}

function blocks(state: PaceState, request: PacedRequest): readonly Obstacle[] {
  const until = request.contentCreating
    ? Math.max(state.blockedUntil, state.contentBlockedUntil)
    : state.blockedUntil;
  return [{ until, reason: state.blockedReason }];
}

function budgetObstacle({ budget }: PaceState): readonly Obstacle[] {
  if (budget === null || budget.remaining > 0) return [];
  return [{ until: budget.resetAt + 1000, reason: 'the budget of requests an hour is used up' }];
}

function windowObstacles(
  limits: PaceLimits,
  state: PaceState,
  request: PacedRequest,
  now: number,
): readonly Obstacle[] {
  const share = paceShare(state, now);
  const obstacles: Obstacle[] = [];
  for (const window of limits.windows) {
    const cost = costOf(window.unit, request);
    if (cost === 0) continue;
    const limit = effectiveLimit(limits, state, window, share);
    const slots = state.windows[window.name] ?? [];
    const slowed = roomInWindow({ window, slots, limit, cost, now });
    const full = roomInWindow({ window, slots, limit: window.limit, cost, now });
    // The pace comes back long before an hour has passed: it is looked at again then.
    const until = Math.max(Math.min(slowed, nextRecovery(state, now)), Math.min(slowed, full));
    obstacles.push({ until, reason: `${limit} ${window.name} are used up` });
  }
  if (request.contentCreating && share < 1) {
    const until = state.lastContentAt + spacing(limits, share);
    obstacles.push({ until, reason: 'slower for a while after a secondary rate limit' });
  }
  return obstacles;
}

/**
 * Milliseconds between two requests that create, while slower. By the shortest window alone: spread over the
 * longer ones they would crawl although hardly anything of those was used, and those stop them when it was.
 */
function spacing(limits: PaceLimits, share: number): number {
  const windows = limits.windows.filter(({ unit }) => unit === 'content');
  const shortest = windows.sort((a, b) => a.milliseconds - b.milliseconds)[0];
  return shortest === undefined ? 0 : shortest.milliseconds / slowedLimit(shortest, share);
}

function effectiveLimit(
  limits: PaceLimits,
  state: PaceState,
  window: PaceWindow,
  share: number,
): number {
  if (window.unit === 'requests') {
    return limits.headers === 'limit' ? (state.hostLimit ?? window.limit) : window.limit;
  }
  return slowedLimit(window, share);
}

function slowedLimit(window: PaceWindow, share: number): number {
  return Math.max(1, Math.floor(window.limit * share));
}

function count(
  limits: PaceLimits,
  state: PaceState,
  request: PacedRequest,
  now: number,
): PaceState {
  const windows: Record<string, PaceState['windows'][string]> = {};
  for (const window of limits.windows) {
    const slots = state.windows[window.name] ?? [];
    const cost = costOf(window.unit, request);
    windows[window.name] = cost === 0 ? slots : addToWindow(window, slots, cost, now);
  }
  return {
    ...state,
    windows,
    budget: spend(state.budget, now),
    lastContentAt: request.contentCreating ? now : state.lastContentAt,
    slowdown: paceShare(state, now) === 1 ? null : state.slowdown,
  };
}

/** Once the reset has passed, the next answer tells the new budget. */
function spend(budget: PaceState['budget'], now: number): PaceState['budget'] {
  if (budget === null || budget.resetAt + 1000 <= now) return null;
  return { ...budget, remaining: budget.remaining - 1 };
}

function costOf(unit: PaceUnit, request: PacedRequest): number {
  if (unit === 'points') return request.points;
  return unit === 'content' && !request.contentCreating ? 0 : 1;
}

function isEnforced(limits: PaceLimits, state: PaceState): boolean {
  return limits.enforced === 'always' || state.metered || state.slowdown !== null;
}
