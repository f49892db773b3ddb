import { expect } from 'vitest';
import type { LimitedRequest } from '../../../../src/core/network/rate-limit/in-flight.ts';
import { gitHubLimits, type RateLimits } from '../../../../src/core/network/rate-limit/limits.ts';
import {
  recordOutcome,
  reserve as reserveAt,
} from '../../../../src/core/network/rate-limit/next-request.ts';
import {
  freshRateLimitState,
  type RateLimitState,
} from '../../../../src/core/network/rate-limit/rate-limit-state.ts';
import {
  type HostBudget,
  noteBudget as note,
} from '../../../../src/core/network/rate-limit/record-response.ts';
import type { Arrival } from './simulated-writing.ts';

export const start = Date.UTC(2026, 10, 20, 12);
export const minute = 60_000;
export const hour = 60 * minute;

/** GitHub without the second between writes, which its windows are seen without. */
export const bursty: RateLimits = { ...gitHubLimits, writeInterval: 0 };

export const client = 'one';
export const isAlive = () => true;

export function reserve(
  limits: RateLimits,
  state: RateLimitState,
  request: LimitedRequest,
  now: number,
) {
  return reserveAt(limits, state, { request, client, now, isAlive });
}

/** The state after the answer to a request that was sent at `from`. */
export function answered(
  limits: RateLimits,
  state: RateLimitState,
  request: LimitedRequest,
  { from, now, budget = null }: { from: number; now: number; budget?: HostBudget | null },
): RateLimitState {
  const outcome = { enteredAt: from, answered: true, budget, limit: null };
  return recordOutcome(limits, state, { request, client, now, isAlive }, outcome);
}

export function budgetOf(told: Partial<HostBudget>): HostBudget {
  return { limit: null, remaining: null, resetAt: null, resource: '', isNearLimit: false, ...told };
}

export function noteBudget(
  limits: RateLimits,
  state: RateLimitState,
  told: Partial<HostBudget>,
  now = start,
) {
  return note(limits, state, budgetOf(told), now);
}

/** Sends requests in order, each as soon as it is wanted and allowed. */
export function run(
  limits: RateLimits,
  wanted: Iterable<{ readonly after: number; readonly request: LimitedRequest }>,
  state: RateLimitState = freshRateLimitState,
): readonly Arrival[] {
  const sent: Arrival[] = [];
  let now = start;
  let current = state;
  for (const { after, request } of wanted) {
    now += after;
    for (;;) {
      const reservation = reserve(limits, current, request, now);
      if (reservation.go) {
        current = answered(limits, reservation.state, request, { from: now, now });
        break;
      }
      expect(reservation.until).toBeGreaterThan(now);
      now = reservation.until;
    }
    sent.push({ at: now, request });
  }
  return sent;
}
