import type { LimitedRequest, RequestSlot } from './paced-request.ts';
import type { RateLimitProbe, RateLimitState } from './rate-limit-state.ts';

/** So long the answer to the one request is waited for before another may try. */
const patience = 20_000;

/** Whether somebody else is just trying, after a limit, if the host takes such requests again. */
export function isProbedByAnother(
  { probe }: RateLimitState,
  { request, now, isAlive }: RequestSlot,
): boolean {
  return probe !== null && concerns(probe, request) && probe.until > now && isAlive(probe.client);
}

/** A request is let go: the first after a limit is the one that tries. */
export function beginProbe(
  { probe }: RateLimitState,
  { request, client, now }: RequestSlot,
): RateLimitState['probe'] {
  if (probe === null || !concerns(probe, request)) return probe;
  return { ...probe, client, until: now + patience };
}

/** An answer came, or none; one to a request that was sent before the limit was met says nothing. */
export function endProbe(
  state: RateLimitState,
  options: { request: LimitedRequest; enteredAt: number; answered: boolean },
): RateLimitState['probe'] {
  const { probe } = state;
  const { request, enteredAt, answered } = options;
  if (probe === null || !concerns(probe, request)) return probe;
  const blockedUntil = Math.max(state.block?.until ?? 0, state.contentBlock?.until ?? 0);
  if (enteredAt < blockedUntil) return probe;
  return answered ? null : { ...probe, until: 0 };
}

function concerns(probe: RateLimitProbe, request: LimitedRequest): boolean {
  return !probe.contentOnly || request.contentCreating;
}
