import type { PaceWindow } from './pace-limits.ts';
import type { PaceSlot } from './pace-state.ts';

/** Slots a window: a request is forgotten up to a hundredth of the window late, never early. */
const slotsPerWindow = 100;

/** Sent now: the slots with it, without those that have left the window. */
export function addToWindow(
  window: PaceWindow,
  slots: readonly PaceSlot[],
  cost: number,
  now: number,
): readonly PaceSlot[] {
  const width = window.milliseconds / slotsPerWindow;
  const startAt = Math.floor(now / width) * width;
  const kept = slots.filter((slot) => isCounted(window, slot, now));
  const last = kept.at(-1);
  if (last !== undefined && last[0] === startAt) {
    return [...kept.slice(0, -1), [startAt, last[1] + cost]];
  }
  return [...kept, [startAt, cost]];
}

/** When so much more fits into the window: `now`, or the moment at which enough has left it. */
export function roomInWindow(options: {
  window: PaceWindow;
  slots: readonly PaceSlot[];
  limit: number;
  cost: number;
  now: number;
}): number {
  const { window, limit, cost, now } = options;
  const counted = options.slots.filter((slot) => isCounted(window, slot, now));
  let used = counted.reduce((sum, slot) => sum + slot[1], 0);
  if (used + cost <= limit) return now;
  for (const slot of counted) {
    used -= slot[1];
    if (used + cost <= limit || used === 0) return leavesAt(window, slot);
  }
  return now;
}

/** The end of the slot counts, because a request may have been sent at the very end. */
function leavesAt(window: PaceWindow, [startAt]: PaceSlot): number {
  return startAt + window.milliseconds / slotsPerWindow + window.milliseconds;
}

/** A slot beyond the window's length in the future comes from a clock that was wrong. */
function isCounted(window: PaceWindow, slot: PaceSlot, now: number): boolean {
  return leavesAt(window, slot) > now && slot[0] <= now + window.milliseconds;
}
