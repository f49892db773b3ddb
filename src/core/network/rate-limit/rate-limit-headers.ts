type Headers = Readonly<Record<string, string>>;

const hour = 3_600_000;

/** No limit of either host lasts longer than an hour: longer waits are clamped to it, plus a minute. */
const longestWait = hour + 60_000;

/**
 * When `Retry-After` (seconds or a date) ends, in milliseconds since 1970 by our clock. A client of Atlassian's products
 * has seen 9223372036854775807.
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  const seconds = /^(\d+(?:\.\d+)?)\s*(?:$|[,;])/.exec(text)?.[1];
  if (seconds !== undefined) return clampWait(now + Number(seconds) * 1000, now);
  // Date.parse() also accepts text that is no date.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : clampWait(byOurClock(date, headers, now), now);
}

/** How `Retry-After` names a wait. Pure. */
export function formOfRetryAfter(headers: Headers): 'seconds' | 'date' | 'none' | 'unreadable' {
  const text = headers['retry-after']?.trim() ?? '';
  if (text === '') return 'none';
  if (retryAfter(headers, 0) === null) return 'unreadable';
  return /^\d/.test(text) ? 'seconds' : 'date';
}

/**
 * `X-RateLimit-Reset` by our clock: GitHub sends seconds since 1970, Bitbucket the remaining seconds, in several forms
 * (`745`, `745;w=3600`). `null` if it is absent, past or unreadable.
 */
export function rateLimitReset(headers: Headers, now: number): number | null {
  const value = firstNumber(headers['x-ratelimit-reset']);
  if (value === null) return null;
  if (value <= 1e8) return value === 0 ? null : clampWait(now + value * 1000, now);
  const until = byOurClock(value > 1e12 ? value : value * 1000, headers, now);
  return until <= now ? null : clampWait(until, now);
}

/** When Bitbucket Data Center next refills its bucket, by `X-RateLimit-Interval-Seconds`. */
export function nextFill(headers: Headers, now: number): number | null {
  const seconds = firstNumber(headers['x-ratelimit-interval-seconds']);
  return seconds === null ? null : clampWait(now + seconds * 1000, now);
}

/** Bitbucket reports to access tokens that little is left, not how much. */
export function isNearLimit(headers: Headers): boolean {
  return /^\s*true\b/i.test(headers['x-ratelimit-nearlimit'] ?? '');
}

export function rateLimitRemaining(headers: Headers): number | null {
  return firstNumber(headers['x-ratelimit-remaining']);
}

/** Requests per window; Bitbucket also writes `60, 60;w=3600`. */
export function rateLimitLimit(headers: Headers): number | null {
  return firstNumber(headers['x-ratelimit-limit']);
}

function firstNumber(text: string | undefined): number | null {
  const digits = /^\s*(\d{1,16})/.exec(text ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * Converts a time of the host's clock, as its `Date` header shows it. Less than two seconds of difference are latency.
 * Where the result makes no sense, as with a `Date` from a proxy's cache, the time stays as it is.
 */
function byOurClock(moment: number, headers: Headers, now: number): number {
  const skew = Date.parse(headers.date ?? '') - now;
  if (Number.isNaN(skew) || Math.abs(skew) <= 2000) return moment;
  const ours = moment - skew;
  return ours > now && ours <= now + longestWait ? ours : moment;
}

function clampWait(until: number, now: number): number {
  return Math.min(Math.max(until, now + 1000), now + longestWait);
}
