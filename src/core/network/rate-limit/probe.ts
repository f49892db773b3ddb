import type { Entrance, PacedRequest } from './paced-request.ts';
import type { PaceProbe, PaceState } from './rate-limit-state.ts';

/** So long the answer to the one request is waited for before another may try. */
const patience = 20_000;

/** Whether somebody else is just trying, after a limit, if the host takes such requests again. */
export function isProbedByAnother(
  { probe }: PaceState,
  { request, now, isAlive }: Entrance,
): boolean {
  return probe !== null && concerns(probe, request) && probe.until > now && isAlive(probe.client);
}

/** A request is let go: the first after a limit is the one that tries. */
export function beginProbe(
  { probe }: PaceState,
  { request, client, now }: Entrance,
): PaceState['probe'] {
  if (probe === null || !concerns(probe, request)) return probe;
  return { ...probe, client, until: now + patience };
}

/** An answer came, or none; one to a request that was sent before the limit was met says nothing. */
export function endProbe(
  state: PaceState,
  options: { request: PacedRequest; enteredAt: number; answered: boolean },
): PaceState['probe'] {
  const { probe } = state;
  const { request, enteredAt, answered } = options;
  if (probe === null || !concerns(probe, request)) return probe;
  const blockedUntil = Math.max(state.block?.until ?? 0, state.contentBlock?.until ?? 0);
  if (enteredAt < blockedUntil) return probe;
  return answered ? null : { ...probe, until: 0 };
}

function concerns(probe: PaceProbe, request: PacedRequest): boolean {
  return !probe.contentOnly || request.contentCreating;
}
