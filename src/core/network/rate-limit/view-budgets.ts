import type { Service } from '../../ports/credentials/host-service.ts';
import type { RateLimits, RateLimitWindow } from './limits.ts';
import type { RateLimitState } from './rate-limit-state.ts';
import { hostLimit } from './record-response.ts';
import { usedInWindow } from './window.ts';

/** The use of an hourly limit: ours, or everybody's where the host reports it. */
export interface BudgetView {
  readonly host: string;
  /** Missing in what earlier versions have kept. */
  readonly service?: Service;
  /** Subject of the limit: `requests an hour`. */
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  /** Milliseconds since 1970; `null` if nothing has been used. */
  readonly resetAt: number | null;
  /** How many credentials share it, each with an allowance of its own; left out: one. */
  readonly credentials?: number;
}

const hour = 3_600_000;
/** GitHub's limits are multiples of it. */
const roundLimit = 500;

/** The hourly limits of a host. Shorter ones change within a minute, and show as waits. Pure. */
export function viewBudgets(
  host: string,
  limits: RateLimits,
  state: RateLimitState,
  now: number,
): readonly BudgetView[] {
  if (limits.enforced === 'when-metered' && state.meteredAt === 0) return [];
  const of = { host, ...(limits.service !== undefined && { service: limits.service }) };
  return limits.windows
    .filter(({ milliseconds }) => milliseconds === hour)
    .map((window) => ({ ...of, name: window.name, ...viewWindow(limits, window, state, now) }));
}

function viewWindow(
  limits: RateLimits,
  window: RateLimitWindow,
  state: RateLimitState,
  now: number,
): Pick<BudgetView, 'used' | 'limit' | 'resetAt'> {
  const slots = state.windows[window.name] ?? [];
  const used = usedInWindow(window, slots, now);
  const { budget } = state;
  if (window.unit === 'requests' && budget !== null && budget.resetAt > now) {
    // The host counts everybody's requests, without their limit. Limits are round: the rest was sent before its reset.
    const sum = Math.floor((budget.remaining + used) / roundLimit) * roundLimit;
    const limit = Math.max(window.limit, budget.remaining, sum);
    // Requests in flight may take our count of the rest below zero.
    return { used: limit - Math.max(0, budget.remaining), limit, resetAt: budget.resetAt };
  }
  const reported =
    window.unit === 'requests' && limits.headers === 'limit' ? hostLimit(state) : null;
  const [oldest] = slots;
  const limit = reported ?? window.limit;
  return {
    // A slot leaves our window a little late: what is counted beyond the limit was sent before.
    used: Math.min(used, limit),
    limit,
    resetAt: used === 0 || oldest === undefined ? null : oldest[0] + window.milliseconds,
  };
}
