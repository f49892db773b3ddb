import type { KeyObject } from 'node:crypto';
import { type Letter, registrationLetter } from './letter.ts';
import type { Licensing } from './licensing.ts';
import { networkOf } from './network-of.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** A request as the service sees it. */
export interface RegistrationRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly body: string;
  /** The client that sent the request, for the rate limit. */
  readonly client: string;
}

export interface RegistrationAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
}

export interface RegistrationOptions {
  readonly licensing: Licensing;
  /** Ed25519. */
  readonly privateKey: KeyObject;
  /** The sender's address. */
  readonly from: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** Rejects where the mail could not be handed over. */
  readonly send: (letter: Letter) => Promise<void>;
  /** Told of what went wrong, never with a key. */
  readonly log: (message: string) => void;
  /** Milliseconds that the licenses last; a year if left out. */
  readonly duration?: number;
}

const hour = 60 * 60 * 1000;

/** Registrations an hour: of one client, for one address, and in all. */
const limits = { client: 20, email: 3, all: 1000 };

/**
 * The registration service: `POST /registrations` with `{"email": ...}` sends a Free license to that address. What it answers is
 * the same for every address, so that nobody learns who has registered.
 */
export function createRegistration(
  options: RegistrationOptions,
): (request: RegistrationRequest) => Promise<RegistrationAnswer> {
  const { now } = options;
  const byClient = createRateLimiter({ most: limits.client, window: hour, now });
  const byEmail = createRateLimiter({ most: limits.email, window: hour, now });
  const all = createRateLimiter({ most: limits.all, window: hour, now });

  return async (request) => {
    if (request.path !== '/registrations') return refusal(404, 'There is nothing here.');
    if (request.method !== 'POST') return refusal(405, 'Register with POST.', { allow: 'POST' });
    const email = emailOf(request.body, options.licensing);
    if (email === null) return refusal(400, 'This is not an e-mail address.');
    const counters = [
      [byClient, networkOf(request.client)],
      [byEmail, email.toLowerCase()],
      [all, ''],
    ] as const;
    const wait = Math.max(...counters.map(([limiter, key]) => limiter.wait(key)));
    if (wait > 0) {
      // Nothing is counted: one client that asks without end would use up what there is for all.
      const seconds = String(Math.ceil(wait / 1000));
      return refusal(429, 'Too many registrations.', { 'retry-after': seconds });
    }
    for (const [limiter, key] of counters) limiter.count(key);
    try {
      await options.send(letterFor(options, email));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // A server's own words stand in it.
      options.log(`A mail could not be sent: ${visible(why)}`);
      return refusal(503, 'The mail could not be sent. Try again later.', { 'retry-after': '300' });
    }
    return { status: 202, headers: {}, json: { status: 'sent' } };
  };
}

function letterFor(options: RegistrationOptions, email: string): Letter {
  const { licensing, privateKey, from, now, random, duration = licensing.freeDuration } = options;
  const issuedAt = now();
  const expiresAt = issuedAt + duration;
  const id = licensing.licenseId(random(8));
  const key = licensing.issueLicense(privateKey, { id, email, tier: 'free', issuedAt, expiresAt });
  return registrationLetter({ from, to: email, key, expiresAt, plan: licensing.freePlan });
}

/** On one line, with nothing that would act on the terminal or reorder its text. */
function visible(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (one) => {
    return `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

function emailOf(body: string, { isEmail }: Licensing): string | null {
  try {
    const { email } = JSON.parse(body) as { email?: unknown };
    return typeof email === 'string' && isEmail(email) ? email : null;
  } catch {
    return null;
  }
}

function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): RegistrationAnswer {
  return { status, headers, json: { message } };
}
