/** Since when a host gives no answer, and how long it may. */
export interface Outage {
  /** Milliseconds since 1970: when the first request was sent that got none. */
  readonly since: number;
  readonly milliseconds: number;
}

/** Milliseconds that the last attempt gets before the limit ends. */
const lastAttempt = 1000;

/**
 * When to try again at the latest, so that an answer can still come in time. Pure.
 * @returns `null` where it has lasted too long for another attempt
 */
export function withinOutage(until: number, now: number, outage: Outage): number | null {
  const { since, milliseconds } = outage;
  const last = since + milliseconds - Math.min(lastAttempt, milliseconds / 2);
  return now >= last ? null : Math.min(until, last);
}

/**
 * Milliseconds that an attempt may be without an answer; the first of several is sent when the outage begins, and a limit of
 * 0 is none for it, because every answer takes some time. Pure.
 */
export function longestSilence(now: number, { since, milliseconds }: Outage): number {
  return milliseconds === 0 ? Number.POSITIVE_INFINITY : Math.max(1, since + milliseconds - now);
}
