import type { RateLimitBlock, RateLimitState } from './rate-limit-state.ts';
import { mergeSlots } from './window.ts';

/** Two budgets that are one: the requests of both count. Pure. */
export function mergeRateLimitStates(one: RateLimitState, other: RateLimitState): RateLimitState {
  return merge(one, other, (some, more) => some + more);
}

/** Two views of one budget, mostly of the same requests: the larger count holds. Pure. */
export function mergePaceViews(one: RateLimitState, other: RateLimitState): RateLimitState {
  return merge(one, other, Math.max);
}

function merge(
  one: RateLimitState,
  other: RateLimitState,
  combine: (some: number, more: number) => number,
): RateLimitState {
  const windows: Record<string, RateLimitState['windows'][string]> = { ...one.windows };
  for (const [name, slots] of Object.entries(other.windows)) {
    windows[name] = mergeSlots(windows[name] ?? [], slots, combine);
  }
  return {
    version: 1,
    windows,
    underWay: { ...one.underWay, ...other.underWay },
    budget: lower(one.budget, other.budget),
    hostLimits: { ...one.hostLimits, ...other.hostLimits },
    meteredAt: Math.max(one.meteredAt, other.meteredAt),
    block: later(one.block, other.block),
    contentBlock: later(one.contentBlock, other.contentBlock),
    probe: one.probe?.contentOnly === false ? one.probe : (other.probe ?? one.probe),
    slowdown: slower(one.slowdown, other.slowdown),
    lastContentAt: Math.max(one.lastContentAt, other.lastContentAt),
    lastWriteAt: Math.max(one.lastWriteAt, other.lastWriteAt),
  };
}

function lower(
  one: RateLimitState['budget'],
  other: RateLimitState['budget'],
): RateLimitState['budget'] {
  if (one === null || other === null) return one ?? other;
  return one.remaining <= other.remaining ? one : other;
}

function later(one: RateLimitBlock | null, other: RateLimitBlock | null): RateLimitBlock | null {
  if (one === null || other === null) return one ?? other;
  return one.until >= other.until ? one : other;
}

function slower(
  one: RateLimitState['slowdown'],
  other: RateLimitState['slowdown'],
): RateLimitState['slowdown'] {
  if (one === null || other === null) return one ?? other;
  const share = Math.min(one.share, other.share);
  return { share, since: Math.max(one.since, other.since) };
}
