import type { RateLimits, RateLimitUnit } from './limits.ts';
import type { InFlight, RateLimitState } from './rate-limit-state.ts';
import { addToWindow } from './window.ts';

export interface LimitedRequest {
  /** GitHub's price: 1 for a read, 5 for a write. */
  readonly points: number;
  readonly contentCreating: boolean;
}

/** A request of one client, at a moment. */
export interface RequestSlot {
  readonly request: LimitedRequest;
  /** Tells this client from all others that share the budget. */
  readonly client: string;
  /** Whether the process of a client is still there. */
  readonly isAlive: (client: string) => boolean;
  readonly now: number;
}

/** A client that has said nothing for so long counts as dead: no answer of a healthy host takes longer. */
const lapse = 120_000;
const nothing = { requests: 0, points: 0, content: 0 };

/** What a request costs in a unit. */
export function costOf(unit: RateLimitUnit, request: LimitedRequest): number {
  if (unit === 'points') return request.points;
  return unit === 'content' && !request.contentCreating ? 0 : 1;
}

/**
 * How much all clients have sent that is not answered yet. Nobody knows when it reaches the host: it counts in every
 * window until the answer is there, and from then on as of that moment.
 */
export function costInFlight(state: RateLimitState, unit: RateLimitUnit): number {
  return Object.values(state.underWay).reduce((sum, one) => sum + one[unit], 0);
}

/** One request more (1) or less (-1) of this client. */
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

/** Clients that died with requests under way: those have reached the host by now, if ever. */
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

/** What was seen far in the future was seen by a clock that was wrong. */
function isOld({ seenAt }: InFlight, now: number): boolean {
  return Math.abs(now - seenAt) >= lapse;
}
