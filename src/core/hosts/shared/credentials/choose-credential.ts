import type { Room } from '../../../network/rate-limit/room.ts';

/** Describes what is known of a credential when a request is about to leave. */
export interface Candidate extends Room {
  /** Its requests without an answer. */
  readonly inFlight: number;
}

/**
 * The credential for the next request: the one with the most left among those that are free now; where none is, the one
 * that is free first. Among equals the one with fewest requests on the way, then the first. Pure.
 * @throws TypeError without candidates
 */
export function chooseCredential<One extends Candidate>(
  candidates: readonly One[],
  now: number,
): One {
  const free = candidates.filter(({ freeAt }) => freeAt <= now);
  const order =
    free.length > 0
      ? (a: One, b: One) => descending(a.left, b.left) || a.inFlight - b.inFlight
      : (a: One, b: One) => a.freeAt - b.freeAt || descending(a.left, b.left);
  const [chosen] = [...(free.length > 0 ? free : candidates)].sort(order);
  if (chosen === undefined) throw new TypeError('no credentials');
  return chosen;
}

/** Not by subtraction: both may be infinite. */
function descending(one: number, other: number): number {
  if (one === other) return 0;
  return one > other ? -1 : 1;
}
