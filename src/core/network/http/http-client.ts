import { createHash } from 'node:crypto';
import { checkBaseUrl, requestUrl } from '../../kernel/base-url.ts';
import { interrupted } from '../../kernel/errors.ts';
import { createRateLimiter } from '../rate-limit/rate-limiter.ts';
import { waitUntil } from '../rate-limit/waiting.ts';
import { type AttemptClient, attempt, type Failures } from './attempt.ts';
import type { HttpClientOptions, HttpRequest } from './http-request.ts';
import type { HttpResponse } from './response.ts';

/** A client of one host with one credential. */
export interface HttpClient {
  /** For messages: name and port of the host. */
  readonly host: string;
  /**
   * Sends a request, at the host's pace, again where that is safe. Redirects are given back or refused, never
   * followed.
   * @throws MigratorError; OutdatedRequest where the request says itself what it is
   */
  request(request: HttpRequest): Promise<HttpResponse>;
}

/** The client that holds the credential. */
export interface CredentialClient extends HttpClient {
  /**
   * The host has told whose credential this is: from now on its budget is that of all credentials of this account.
   * @param account what names it for good on this host
   */
  shareBudget(account: string): Promise<void>;
}

/** @throws `configuration` if the address is none, or plain http to another machine */
export function createHttpClient(options: HttpClientOptions): CredentialClient {
  const baseUrl = checkBaseUrl(options.baseUrl, 'the base address');
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
    hold: options.hold,
  });
  options.onBudget?.({ key, host, limits });
  const client = { ...options, baseUrl, host, rateLimiter, hasAnswered: false };
  return {
    host,
    request: (request) => send(client, request),
    shareBudget: (account) => store.fold(key, accountKey(host, account)),
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
    // For a limit everybody who uses this budget waits, and the pacer announces it.
    if (failure.kind === 'limit') continue;
    const { until, reason } = decision;
    await waitUntil({ host: client.host, reason, until }, { ...client, signal });
  }
}

/** Limits hold by account: credentials are told apart by a digest that gives none of them away. */
function budgetKey(host: string, authorization: string | null): string {
  if (authorization === null) return host;
  return `${host} ${createHash('sha256').update(authorization).digest('hex').slice(0, 16)}`;
}

/** The budget that all credentials of one account share. The host's name for the account is hostile text. */
function accountKey(host: string, account: string): string {
  return `${host} account ${createHash('sha256').update(account).digest('hex').slice(0, 16)}`;
}
