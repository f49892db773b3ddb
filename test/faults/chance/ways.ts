import type { ArrivingRequest, FaultAction } from '../../../sandbox/network/faults.ts';
import { between, draw, pick } from './random.ts';

/** One way in which a request can fail. */
export interface Way {
  readonly name: string;
  /** How often it is chosen, against the others. */
  readonly weight: number;
  /** The program waits for minutes after it. */
  readonly isSlow?: true;
  /** The host speaks of a limit: an Enterprise Server that does is held to those of github.com from then on. */
  readonly isLimit?: true;
  /** `null`: it does not occur with this kind of request. */
  make(request: ArrivingRequest, drawn: number): FaultAction | null;
}

const html = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** Ways of both hosts, and of what stands between them and us. */
export const ways: readonly Way[] = [
  {
    name: '500, 502, 503 or 504',
    weight: 25,
    make: (_, drawn) => ({ kind: 'status', status: pick([500, 502, 503, 504], drawn), body: html }),
  },
  { name: 'limit, with the time to wait', weight: 13, isLimit: true, make: limitWithTime },
  { name: 'secondary limit', weight: 1, isSlow: true, isLimit: true, make: secondaryLimit },
  { name: 'reset before it was done', weight: 13, make: () => ({ kind: 'reset' }) },
  { name: 'answer lost after it was done', weight: 20, make: () => ({ kind: 'lost-answer' }) },
  { name: 'answer cut off', weight: 12, make: () => ({ kind: 'truncate' }) },
  { name: 'web page in place of the answer', weight: 9, make: () => ({ kind: 'html' }) },
  {
    name: 'slow answer',
    weight: 6.5,
    make: (_, drawn) => ({ kind: 'slow', ms: between(50, 1500, drawn) }),
  },
];

const documentation =
  'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api';
const secondary = {
  message:
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
  documentation_url: documentation,
};
const primary = {
  message: 'API rate limit exceeded for user ID 90000001.',
  documentation_url: documentation,
};
const ofGraphql = {
  errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 90000001.' }],
};
const ofOthers = 'Rate limit for this resource has been exceeded';
const soon = { 'retry-after': '1' };

/** The budget is used up for a second or two. */
function limitWithTime(request: ArrivingRequest, drawn: number): FaultAction | null {
  // Git shows nobody the time that it was given.
  if (isGit(request)) return null;
  if (request.host !== 'github') return limit(429, ofOthers, soon);
  const headers = {
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 2),
    'x-ratelimit-resource': isGraphql(request) ? 'graphql' : 'core',
  };
  if (isGraphql(request)) return limit(200, ofGraphql, headers);
  return limit(pick([403, 429], drawn), primary, headers);
}

/**
 * With the time to wait and without, which is a minute then. After one the program writes slowly for a long time, as it
 * should: it is rare, so that runs come to an end.
 */
function secondaryLimit(request: ArrivingRequest, drawn: number): FaultAction {
  const headers = pick([soon, soon, soon, {}], drawn);
  if (request.host !== 'github') return limit(429, ofOthers, headers);
  return limit(pick([403, 429], draw('status', drawn)), secondary, headers);
}

function isGit({ host, target }: ArrivingRequest): boolean {
  return host.endsWith('-git') && !target.includes('/info/lfs/');
}

function isGraphql({ target }: ArrivingRequest): boolean {
  return target.endsWith('/graphql');
}

function limit(
  status: number,
  body: string | object,
  headers: Readonly<Record<string, string>>,
): FaultAction {
  return {
    kind: 'status',
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  };
}
