import type { RateLimitWindow } from './limits.ts';
import type { RateLimitSlot } from './rate-limit-state.ts';

/** A request leaves the window up to a hundredth of it late, never early. */
const slotsPerWindow = 100;

/** Adds a request sent now, and drops slots that have left the window. */
export function addToWindow(
  window: RateLimitWindow,
  slots: readonly RateLimitSlot[],
  cost: number,
  now: number,
): readonly RateLimitSlot[] {
  const startAt = slotStart(window, now);
  const kept = slots.filter((slot) => isCounted(window, slot, now));
  const last = kept.at(-1);
  if (last === undefined || last[0] < startAt) return [...kept, [startAt, cost]];
  return mergeSlots(kept, [[startAt, cost]]);
}

/** Merges slots, oldest first. @param combine two counts of the same slot */
export function mergeSlots(
  some: readonly RateLimitSlot[],
  more: readonly RateLimitSlot[],
  combine: (one: number, other: number) => number = sum,
): readonly RateLimitSlot[] {
  const merged = new Map(some);
  for (const [startAt, used] of more) {
    const known = merged.get(startAt);
    merged.set(startAt, known === undefined ? used : combine(known, used));
  }
  return [...merged].sort((a, b) => a[0] - b[0]);
}

export function usedInWindow(
  window: RateLimitWindow,
  slots: readonly RateLimitSlot[],
  now: number,
): number {
  return slots.reduce((sum, slot) => sum + (isCounted(window, slot, now) ? slot[1] : 0), 0);
}

/** When `cost` fits into the window: `now`, or once enough has left it. */
export function roomInWindow(options: {
  window: RateLimitWindow;
  slots: readonly RateLimitSlot[];
  limit: number;
  cost: number;
  now: number;
}): number {
  const { window, slots, limit, cost, now } = options;
  let used = usedInWindow(window, slots, now);
  if (used + cost <= limit) return now;
  for (const slot of slots) {
    if (!isCounted(window, slot, now)) continue;
    used -= slot[1];
    if (used + cost <= limit || used === 0) return leavesAt(window, slot);
  }
  return now;
}

function sum(one: number, other: number): number {
  return one + other;
}

function slotStart(window: RateLimitWindow, now: number): number {
  const width = window.milliseconds / slotsPerWindow;
  return Math.floor(now / width) * width;
}

/** By the slot's end, when its last request may have been sent. */
function leavesAt(window: RateLimitWindow, [startAt]: RateLimitSlot): number {
  return startAt + window.milliseconds / slotsPerWindow + window.milliseconds;
}

/** A slot further in the future than the window's length comes from a wrong clock. */
function isCounted(window: RateLimitWindow, slot: RateLimitSlot, now: number): boolean {
  return leavesAt(window, slot) > now && slot[0] <= now + window.milliseconds;
}
