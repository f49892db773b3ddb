import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { interrupted, MigratorError } from '../errors.ts';
import type { LogLevel } from '../events.ts';
import type { Answer } from './answer.ts';
import { hostMessage } from './answer.ts';
import { bodyError, statusError } from './answer-errors.ts';
import { checkBaseUrl, type Query, requestUrl } from './base-url.ts';
import type { ExpectedBody } from './body.ts';
import { type Exchange, exchange, type HttpMethod } from './exchange.ts';
import { type HostPolicy, limitErrorCode } from './host-policies.ts';
import type { Network } from './network.ts';
import type { PaceStore } from './pace-store.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { retryAfter } from './rate-limit-headers.ts';
import type { LimitSignal } from './rate-limit-signals.ts';
import { type AttemptFailure, decideRetry } from './retry.ts';
import { type OnWait, waitUntil } from './waiting.ts';

/** What every client is given. */
export interface HttpServices {
  readonly network: Network;
  readonly clock: Clock;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
  readonly userAgent: string;
  readonly paceStore: PaceStore;
  readonly onWait: OnWait;
  readonly log: Log;
}

export type Log = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

export interface HttpClientOptions extends HttpServices {
  /** The one origin that the credentials belong to, with the path that all requests lie below. */
  readonly baseUrl: string;
  /** The `Authorization` header's value; `null` sends none. */
  readonly authorization: string | null;
  readonly policy: HostPolicy;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpRequest {
  readonly method: HttpMethod;
  /** A path below the base address, or an absolute address on its origin (a `next` link). */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** It makes something that a second sending would make twice: a lost answer is `ambiguous-write`. */
  readonly creates: boolean;
  /** It counts as content-creating on GitHub: a repository, pull request, review, comment, reply or issue. */
  readonly contentCreating?: boolean;
  /** Besides 2xx: statuses that are given back and not thrown. */
  readonly expectedStatuses?: readonly number[];
  /** Bytes after decompression. */
  readonly maxBodyBytes?: number;
  /** `json` if left out. `text`: a plain text is taken as well, and cut at `maxBodyBytes`; a web page never is. */
  readonly expects?: ExpectedBody;
  readonly signal?: AbortSignal | undefined;
}

/** A client of one host with one credential. */
export interface HttpClient {
  /** For messages: name and port of the host. */
  readonly host: string;
  /**
   * Sends a request, at the host's pace, again where that is safe. Redirects are given back or refused, never
   * followed.
   * @throws MigratorError
   */
  request(request: HttpRequest): Promise<Answer>;
}

const defaultMaxBodyBytes = 32 * 1024 * 1024;

/** @throws `configuration` if the address is none, or plain http to another machine */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const baseUrl = checkBaseUrl(options.baseUrl, 'the base address');
  const { host } = new URL(baseUrl);
  const pacer = createPacer({
    key: budgetKey(host, options.authorization),
    host,
    limits: options.policy.pace,
    store: options.paceStore,
    clock: options.clock,
    onWait: options.onWait,
  });
  const client = { ...options, baseUrl, host, pacer, hasAnswered: false };
  return { host, request: (request) => send(client, request) };
}

interface Client extends HttpClientOptions {
  readonly host: string;
  readonly pacer: Pacer;
  hasAnswered: boolean;
}

async function send(client: Client, request: HttpRequest): Promise<Answer> {
  const { signal } = request;
  const url = requestUrl({ baseUrl: client.baseUrl, path: request.path, query: request.query });
  let transientFailures = 0;
  let limitAnswers = 0;
  for (;;) {
    if (signal?.aborted) throw interrupted({ cause: signal.reason });
    const result = await attempt(client, request, url);
    if ('answer' in result) return result.answer;
    const { failure } = result;
    limitAnswers = failure.kind === 'limit' ? limitAnswers + 1 : 0;
    if (failure.kind === 'transient') transientFailures++;
    const decision = decideRetry({
      failure,
      creates: request.creates,
      transientFailures,
      hasAnswered: client.hasAnswered,
      limitAnswers,
      limitBackoff: client.policy.limitBackoff,
      now: client.clock.now(),
      random: client.random(),
    });
    if (decision.action === 'give-up') throw decision.error;
    const { until, reason } = decision;
    if (failure.kind === 'limit') {
      // Everybody who uses this budget waits, and the pacer announces it.
      await client.pacer.noteLimit({ kind: failure.signal.kind, until, reason });
    } else {
      await waitUntil({ host: client.host, reason, until }, { ...client, signal });
    }
  }
}

type Attempt = { readonly answer: Answer } | { readonly failure: AttemptFailure };

async function attempt(client: Client, request: HttpRequest, url: URL): Promise<Attempt> {
  const leave = await client.pacer.enter(
    { points: request.method === 'GET' ? 1 : 5, contentCreating: request.contentCreating ?? false },
    request.signal,
  );
  const startedAt = client.clock.now();
  let exchanged: Exchange;
  try {
    exchanged = await exchange(client.network, {
      method: request.method,
      url,
      headers: headersOf(client, request),
      body: request.body === undefined ? null : JSON.stringify(request.body),
      maxBodyBytes: request.maxBodyBytes ?? defaultMaxBodyBytes,
      expects: request.expects ?? 'json',
      signal: request.signal,
    });
  } finally {
    leave();
  }
  const milliseconds = client.clock.now() - startedAt;
  client.log('debug', `${request.method} ${url.pathname}`, {
    host: client.host,
    ...(exchanged.outcome === 'answer'
      ? { status: exchanged.answer.status }
      : { failure: exchanged.error.message }),
    milliseconds,
  });
  if (exchanged.outcome === 'answer') {
    client.hasAnswered = true;
    await client.pacer.noteBudget(client.policy.budget(exchanged.answer, client.clock.now()));
  }
  return judge(client, request, url, exchanged);
}

function judge(client: Client, request: HttpRequest, url: URL, exchanged: Exchange): Attempt {
  if (exchanged.outcome === 'lost') {
    const { error, mayHaveArrived } = exchanged;
    return { failure: { kind: 'transient', error, mayBeDone: mayHaveArrived, retryAt: null } };
  }
  const { answer, unusable } = exchanged;
  const { status, headers } = answer;
  const now = client.clock.now();
  const what = `${request.method} ${url.pathname}`;
  const signal = client.policy.limitSignal(answer, now);
  if (signal !== null) {
    return { failure: { kind: 'limit', signal, error: limitError(client, signal, answer) } };
  }
  if (status >= 200 && status < 300) {
    if (unusable === null) return { answer };
    const error = bodyError({ why: unusable, status, host: client.host, what });
    return { failure: { kind: 'transient', error, mayBeDone: true, retryAt: null } };
  }
  if (request.expectedStatuses?.includes(status)) return { answer };
  const error = statusError(answer, client.host, what);
  if (status < 500 && status !== 408) return { failure: { kind: 'definite', error } };
  const retryAt = retryAfter(headers, now);
  return { failure: { kind: 'transient', error, mayBeDone: true, retryAt } };
}

function headersOf(client: Client, request: HttpRequest): Record<string, string> {
  return {
    'user-agent': client.userAgent,
    accept: request.accept ?? 'application/json',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...client.headers,
    ...request.headers,
    ...(client.authorization === null ? {} : { authorization: client.authorization }),
  };
}

function limitError(client: Client, signal: LimitSignal, answer: Answer): MigratorError {
  const detail = hostMessage(answer.json);
  const message = `${client.policy.limitMessage(signal, answer.status)} on ${client.host}`;
  return new MigratorError(limitErrorCode(signal), message, {
    hint: 'Resume later; --delay adds pauses between repositories. Waiting several times did not help.',
    retry: 'yes',
    status: answer.status,
    ...(detail === null ? {} : { detail }),
    ...(signal.until === null ? {} : { retryAt: signal.until }),
  });
}

/** Limits hold by account: credentials are told apart by a digest that gives none of them away. */
function budgetKey(host: string, authorization: string | null): string {
  if (authorization === null) return host;
  return `${host} ${createHash('sha256').update(authorization).digest('hex').slice(0, 16)}`;
}
