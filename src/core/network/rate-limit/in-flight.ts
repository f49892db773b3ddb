import type { RateLimits, RateLimitUnit } from './limits.ts';
import type { InFlight, RateLimitState } from './rate-limit-state.ts';
import { addToWindow } from './window.ts';

export interface LimitedRequest {
  /** GitHub's points: 1 for a read, 5 for a write. */
  readonly points: number;
  readonly contentCreating: boolean;
  /** As how many content-creating requests the host counts it. Default: 1. */
  readonly contentUnits?: number | undefined;
}

export interface RequestSlot {
  readonly request: LimitedRequest;
  /** Unique among the clients of the budget. */
  readonly client: string;
  /** True if a client's process is alive. */
  readonly isAlive: (client: string) => boolean;
  readonly now: number;
}

/** A client that was silent for so long counts as dead: no answer of a healthy host takes longer. */
const lapse = 120_000;
const nothing = { requests: 0, points: 0, content: 0 };

export function costOf(unit: RateLimitUnit, request: LimitedRequest): number {
  if (unit === 'points') return request.points;
  if (unit === 'requests') return 1;
  return request.contentCreating ? (request.contentUnits ?? 1) : 0;
}

/**
 * The cost of all unanswered requests. Nobody knows when they reach the host: they count in every window until the answer
 * arrives, and as of then afterwards.
 */
export function costInFlight(state: RateLimitState, unit: RateLimitUnit): number {
  return Object.values(state.underWay).reduce((sum, one) => sum + one[unit], 0);
}

/** Adds (1) or removes (-1) a request of this client. */
export function changeInFlight(
  state: RateLimitState,
  by: 1 | -1,
  { request, client, now }: RequestSlot,
): RateLimitState['underWay'] {
  const { [client]: own = nothing, ...others } = state.underWay;
  const sum = (unit: RateLimitUnit) => Math.max(0, own[unit] + by * costOf(unit, request));
  const requests = sum('requests');
  if (requests === 0) return others;
  return {
    ...others,
    [client]: { requests, points: sum('points'), content: sum('content'), seenAt: now },
  };
}

/** Counts the requests of dead clients as sent: they have reached the host by now, if ever. */
export function withoutDead(
  limits: RateLimits,
  state: RateLimitState,
  { now, isAlive }: Pick<RequestSlot, 'now' | 'isAlive'>,
): RateLimitState {
  const clients = Object.entries(state.underWay);
  const dead = clients.filter(([client, one]) => isOld(one, now) || !isAlive(client));
  if (dead.length === 0) return state;
  const windows = { ...state.windows };
  for (const window of limits.windows) {
    const cost = dead.reduce((sum, [, one]) => sum + one[window.unit], 0);
    if (cost > 0) {
      windows[window.name] = addToWindow(window, windows[window.name] ?? [], cost, now);
    }
  }
  const underWay = Object.fromEntries(clients.filter((one) => !dead.includes(one)));
  return { ...state, windows, underWay };
}

/** A time far in the future comes from a wrong clock. */
function isOld({ seenAt }: InFlight, now: number): boolean {
  return Math.abs(now - seenAt) >= lapse;
}
