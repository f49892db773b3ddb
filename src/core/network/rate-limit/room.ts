import { costInFlight, type RequestSlot } from './in-flight.ts';
import type { RateLimits } from './limits.ts';
import { reserve } from './next-request.ts';
import type { RateLimitState } from './rate-limit-state.ts';
import { viewBudgets } from './view-budgets.ts';

/** Describes what a budget has left. */
export interface Room {
  /** Requests of this hour; infinite where nothing limits them. */
  readonly left: number;
  /** When the next one may leave: milliseconds since 1970. */
  readonly freeAt: number;
}

/** Pure. */
export function roomIn(limits: RateLimits, state: RateLimitState, slot: RequestSlot): Room {
  const { now } = slot;
  const views = viewBudgets('', limits, state, now);
  const inFlight = costInFlight(state, 'requests');
  const left = Math.min(Number.POSITIVE_INFINITY, ...views.map((one) => one.limit - one.used));
  const reserved = reserve(limits, state, slot);
  const freeAt = reserved.go || reserved.isBrief ? now : reserved.until;
  return { left: Math.max(0, left - inFlight), freeAt };
}
