/** How long a host has been silent, and may be. */
export interface Outage {
  /** Milliseconds since 1970: when the first request without an answer was sent. */
  readonly since: number;
  readonly milliseconds: number;
}

/** Milliseconds for the last attempt before the limit. */
const lastAttempt = 1000;

/**
 * The latest time for another attempt, so that an answer can still arrive in time. Pure.
 * @returns `null` if it is too late for one
 */
export function withinOutage(until: number, now: number, outage: Outage): number | null {
  const { since, milliseconds } = outage;
  const last = since + milliseconds - Math.min(lastAttempt, milliseconds / 2);
  return now >= last ? null : Math.min(until, last);
}

/**
 * Milliseconds that an attempt may wait for an answer. The first one starts the outage, so a limit of 0 does not apply to
 * it. Pure.
 */
export function longestSilence(now: number, { since, milliseconds }: Outage): number {
  return milliseconds === 0 ? Number.POSITIVE_INFINITY : Math.max(1, since + milliseconds - now);
}
