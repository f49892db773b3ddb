import { field, type HttpResponse, hostMessage, textField } from '../response/response.ts';
import { nextFill, rateLimitRemaining, rateLimitReset, retryAfter } from './rate-limit-headers.ts';

export type LimitKind =
  /** The budget of requests an hour is used up. */
  | 'primary'
  /** Too much at once. */
  | 'secondary'
  /** Too much was created in too short a time. */
  | 'content-creation'
  /** GitHub's spam protection: created too soon after the last one. */
  | 'too-quick'
  /** Signing in is blocked for some minutes after several bad credentials, with good ones too. */
  | 'lockout';

/** The host asks to wait, which proves that the request was not carried out. */
export interface LimitSignal {
  readonly kind: LimitKind;
  /** A sentence without a full stop, for people. */
  readonly reason: string;
  /** Milliseconds since 1970; `null` if the host does not say. */
  readonly until: number | null;
}

const reasons: Readonly<Record<LimitKind, string>> = {
  primary: 'the rate limit is exceeded',
  secondary: 'a secondary rate limit is exceeded',
  'content-creation': 'too much content created in a short time',
  'too-quick': 'content created too soon after the last one',
  lockout: 'sign-in is blocked for a while after several failed attempts',
};

/**
 * Recognizes GitHub's limits. 403 and 429 stand for every kind, 403 also for a missing permission: the message decides,
 * because the remaining budget can happen to be 0 then too.
 */
export function gitHubLimitSignal(answer: HttpResponse, now: number): LimitSignal | null {
  const kind = gitHubLimitKind(answer);
  if (kind === null) return null;
  const { headers } = answer;
  // The reset is that of the budget, which says nothing about a secondary limit while some budget is left.
  const isSpent = kind === 'primary' || rateLimitRemaining(headers) === 0;
  const reset = isSpent ? rateLimitReset(headers, now) : null;
  const reason = answered(answer.status, reasons[kind]);
  return { kind, reason, until: retryAfter(headers, now) ?? reset };
}

/** Bitbucket: 429 with plain text or JSON, with the headers of Cloud, of Data Center, or none. */
export function bitbucketLimitSignal(answer: HttpResponse, now: number): LimitSignal | null {
  if (answer.status !== 429) return null;
  const { headers } = answer;
  const until = retryAfter(headers, now) ?? rateLimitReset(headers, now) ?? nextFill(headers, now);
  return { kind: 'primary', reason: answered(answer.status, reasons.primary), until };
}

/** With the status, which says nothing for GraphQL. */
function answered(status: number, reason: string): string {
  const name = { 403: '403 Forbidden', 429: '429 Too Many Requests' }[status];
  return name === undefined ? reason : `${name}: ${reason}`;
}

function gitHubLimitKind({ status, headers, json }: HttpResponse): LimitKind | null {
  if (status === 200) return graphQlLimitKind(headers, json);
  const message = hostMessage(json) ?? '';
  if (status === 422) return /was submitted too quickly/i.test(message) ? 'too-quick' : null;
  if (status !== 403 && status !== 429) return null;
  if (/blocked from content creation/i.test(message)) return 'content-creation';
  if (/was submitted too quickly/i.test(message)) return 'too-quick';
  if (/secondary rate|abuse detection/i.test(message)) return 'secondary';
  if (/rate limit/i.test(message)) return 'primary';
  if (/login attempts|too many (failed|wrong)/i.test(message)) return 'lockout';
  if (message === '' && rateLimitRemaining(headers) === 0) return 'primary';
  return status === 429 || headers['retry-after'] !== undefined ? 'secondary' : null;
}

/** GraphQL refuses with status 200. */
function graphQlLimitKind(headers: HttpResponse['headers'], json: unknown): LimitKind | null {
  const errors = field(json, 'errors');
  const given = Array.isArray(errors) ? errors : refusal(json);
  const texts = given.map((error) => textField(error, 'message'));
  if (texts.some((text) => /blocked from content creation/i.test(text))) return 'content-creation';
  if (texts.some((text) => /was submitted too quickly/i.test(text))) return 'too-quick';
  if (texts.some((text) => /secondary rate|abuse detection/i.test(text))) return 'secondary';
  // `RATE_LIMITED` is documented; `RATE_LIMIT` comes with "API rate limit already exceeded".
  const types = given.map((error) => textField(error, 'type'));
  const isTyped = types.some((type) => /^RATE_LIMIT(ED)?$/.test(type));
  if (!isTyped && !texts.some((text) => /^API rate limit (already )?exceeded/.test(text))) {
    return null;
  }
  return rateLimitRemaining(headers) === 0 ? 'primary' : 'secondary';
}

/** A REST refusal: its documentation's address distinguishes it from a record with a message, such as a commit. */
function refusal(json: unknown): readonly unknown[] {
  return /rate-?limit/i.test(textField(json, 'documentation_url')) ? [json] : [];
}
