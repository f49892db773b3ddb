import type { PaceState, UnderWay } from './pace-state.ts';

/** A client that has said nothing for so long has died: no answer of a healthy host takes longer. */
const lapse = 120_000;

/** How many requests of all clients are not answered yet. */
export function countUnderWay(state: PaceState, now: number): number {
  return Object.values(state.underWay)
    .filter((one) => isAlive(one, now))
    .reduce((sum, { count }) => sum + count, 0);
}

/** One request more (1) or less (-1) of this client; the dead are forgotten. */
export function changeUnderWay(
  state: PaceState,
  client: string,
  by: 1 | -1,
  now: number,
): PaceState['underWay'] {
  const kept: Record<string, UnderWay> = {};
  for (const [name, one] of Object.entries(state.underWay)) {
    if (name !== client && isAlive(one, now)) kept[name] = one;
  }
  const count = (state.underWay[client]?.count ?? 0) + by;
  return count > 0 ? { ...kept, [client]: { count, seenAt: now } } : kept;
}

/** What was seen far in the future was seen by a clock that was wrong. */
function isAlive({ seenAt }: UnderWay, now: number): boolean {
  return Math.abs(now - seenAt) < lapse;
}
