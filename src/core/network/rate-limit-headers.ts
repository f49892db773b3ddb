type Headers = Readonly<Record<string, string>>;

const hour = 3_600_000;

/** No limit of either host lasts longer than its hour: whatever claims more is clamped to it, plus a minute. */
const longestWait = hour + 60_000;

/**
 * When `Retry-After` ends, in milliseconds since 1970. It comes as seconds or as a date; a client of Atlassian's
 * products has seen 9223372036854775807.
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return null;
  const until = /^\d+(\.\d+)?$/.test(text) ? now + Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(until) ? null : clampWait(until, now);
}

/**
 * When `X-RateLimit-Reset` falls: GitHub gives seconds since 1970, Bitbucket the seconds that are left; both in
 * one of several forms (`745`, `745;w=3600`). `null` where it is absent, past or unreadable.
 */
export function rateLimitReset(headers: Headers, now: number): number | null {
  const value = firstNumber(headers['x-ratelimit-reset']);
  if (value === null) return null;
  const until = value > 1e12 ? value : value > 1e8 ? value * 1000 : now + value * 1000;
  return until <= now ? null : clampWait(until, now);
}

export function rateLimitRemaining(headers: Headers): number | null {
  return firstNumber(headers['x-ratelimit-remaining']);
}

/** How many requests a window takes; Bitbucket writes `60, 60;w=3600` as well. */
export function rateLimitLimit(headers: Headers): number | null {
  return firstNumber(headers['x-ratelimit-limit']);
}

function firstNumber(text: string | undefined): number | null {
  const digits = /^\s*(\d{1,16})/.exec(text ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

function clampWait(until: number, now: number): number {
  return Math.min(Math.max(until, now + 1000), now + longestWait);
}
