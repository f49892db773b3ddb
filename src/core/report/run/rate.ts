import type { Progress } from '../../ports/records/events.ts';

/** Where something stood at a time, in milliseconds since 1970. */
export interface RatePoint {
  readonly at: number;
  readonly done: number;
}

/** Milliseconds that a rate looks back: rate-limited hosts answer in bursts. */
const window = 120_000;
/** Milliseconds between two points that are kept. */
const interval = 5000;
/** Milliseconds before which a rate means nothing. */
const least = 3000;

/** The points after one more. What starts over, or counts something else, has no history. Pure. */
export function addPoint(
  points: readonly RatePoint[],
  before: Progress | null,
  { at, progress }: { at: number; progress: Progress },
): readonly RatePoint[] {
  const point = { at, done: progress.done };
  const last = points.at(-1);
  const isSame =
    before !== null &&
    before.what === progress.what &&
    before.unit === progress.unit &&
    before.done <= progress.done;
  if (last === undefined || !isSame) return [point];
  if (at - last.at < interval) return points;
  return [...points.filter((one) => one.at >= at - window), point];
}

/** How much is done per second, over the last two minutes; `null` while unknown. Pure. */
export function ratePerSecond(
  points: readonly RatePoint[],
  done: number,
  now: number,
): number | null {
  const [first] = points;
  if (first === undefined || now - first.at < least || done <= first.done) return null;
  return (1000 * (done - first.done)) / (now - first.at);
}
