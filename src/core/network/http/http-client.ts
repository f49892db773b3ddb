import { hash } from 'node:crypto';
import { checkBaseUrl, requestUrl } from '../../kernel/base-url.ts';
import { interrupted } from '../../kernel/errors.ts';
import { createRateLimiter } from '../rate-limit/rate-limiter.ts';
import type { Room } from '../rate-limit/room.ts';
import { waitUntil } from '../rate-limit/waiting.ts';
import type { HttpResponse } from '../response/response.ts';
import { type AttemptClient, attempt, type Failures } from './attempt.ts';
import type { HttpClientOptions, HttpRequest } from './http-request.ts';

/** A client of one host with one credential. */
export interface HttpClient {
  /** For messages: name and port. */
  readonly host: string;
  /**
   * Sends a request within the rate limit, and retries where that is safe. Never follows redirects.
   * @throws MigratorError; OutdatedRequest if isCurrent() returns false
   */
  request(request: HttpRequest): Promise<HttpResponse>;
}

export interface CredentialClient extends HttpClient {
  /**
   * Shares the budget with all credentials of the same account from now on.
   * @param account its stable id on this host
   */
  shareBudget(account: string): Promise<void>;
  /** Reads the rest of the credential's limits. */
  room(): Promise<Room>;
  /** Keeps content-creating requests so many milliseconds apart from now on. */
  spaceContent(milliseconds: number): void;
}

/** @throws `configuration` if the address is none, or plain http to another machine */
export function createHttpClient(options: HttpClientOptions): CredentialClient {
  const baseUrl = checkBaseUrl(options.baseUrl, 'the base URL');
  const { host } = new URL(baseUrl);
  const key = budgetKey(host, options.authorization);
  const { clock, onWait, rateLimitStore: store } = options;
  const limits = options.policy.pace;
  const rateLimiter = createRateLimiter({
    key,
    host,
    limits,
    store,
    clock,
    onWait,
    waitWhilePaused: options.waitWhilePaused,
  });
  options.onBudget?.({ key, host, limits });
  const client = { ...options, baseUrl, host, rateLimiter, hasAnswered: false };
  return {
    host,
    request: (request) => send(client, request),
    spaceContent: rateLimiter.spaceContent,
    room: rateLimiter.room,
    async shareBudget(id) {
      const account = accountKey(host, id);
      await store.fold(key, account);
      options.onBudget?.({ key, host, limits, account });
    },
  };
}

async function send(client: AttemptClient, request: HttpRequest): Promise<HttpResponse> {
  const { signal } = request;
  const url = requestUrl({ baseUrl: client.baseUrl, path: request.path, query: request.query });
  const failures: Failures = { transient: 0, limits: 0, silentSince: null };
  for (;;) {
    if (signal?.aborted) throw interrupted({ cause: signal.reason });
    const result = await attempt(client, request, { url, failures });
    if ('answer' in result) return result.answer;
    const { decision, failure } = result;
    if (decision.action === 'give-up') throw decision.error;
    client.onRetry?.(client.host);
    // The rate limiter waits for a limit, and announces it.
    if (failure.kind === 'limit') continue;
    const { until, reason } = decision;
    await waitUntil({ host: client.host, reason, until }, { ...client, signal });
  }
}

/** Limits apply per account. A digest distinguishes credentials without revealing them. */
function budgetKey(host: string, authorization: string | null): string {
  if (authorization === null) return host;
  return `${host} ${hash('sha256', authorization).slice(0, 16)}`;
}

/** The budget of all credentials of an account, whose id is hostile text. */
function accountKey(host: string, account: string): string {
  return `${host} account ${hash('sha256', account).slice(0, 16)}`;
}
