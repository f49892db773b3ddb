import { checkBaseUrl, type Query, requestUrl } from '../../kernel/base-url.ts';
import type { Clock } from '../../kernel/clock.ts';
import { interrupted } from '../../kernel/errors.ts';
import type { LogLevel } from '../../ports/events.ts';
import { accountKey, budgetKey } from '../budget/budget-key.ts';
import type { HostPolicy } from '../host-policies.ts';
import type { Network } from '../network.ts';
import type { PaceLimits } from '../rate-limit/limits.ts';
import type { PaceStore } from '../rate-limit/rate-limit-store.ts';
import { createPacer } from '../rate-limit/rate-limiter.ts';
import { type OnWait, waitUntil } from '../rate-limit/waiting.ts';
import { type AttemptClient, attempt, type Failures } from './attempt.ts';
import type { ExpectedBody } from './body.ts';
import type { Answer } from './response.ts';
import type { HttpMethod } from './round-trip.ts';

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
  /** How long a host may give no answer to a request that is sent again; no limit if left out. */
  readonly outageMilliseconds?: number;
  /** Waits as long as nothing may be sent; throws `interrupted`. */
  readonly hold?: (signal?: AbortSignal) => Promise<void>;
  /** Told of every budget that a client keeps to. */
  readonly onBudget?: (budget: { key: string; host: string; limits: PaceLimits }) => void;
  /** Told of every request that is sent, with the host's name and port. */
  readonly onRequest?: (host: string) => void;
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
  /** Sent as the fields of a form, in place of a body. */
  readonly form?: Readonly<Record<string, string>>;
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
  /** `json` if left out. `text`: a plain text is taken as well, and cut at `maxBodyBytes`; a web page never is. `bytes`: a file of any kind, left out where it is longer than `maxBodyBytes`. */
  readonly expects?: ExpectedBody;
  /** How deeply JSON may nest, where it nests more than usual and whoever reads it does so without recursion. */
  readonly maxDepth?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asked after all waiting, right before it is sent: `false` throws OutdatedRequest, and nothing is sent. */
  readonly isCurrent?: (() => boolean) | undefined;
}

/** What a request was made from is too old by now: whoever made it has to look again. */
export class OutdatedRequest extends Error {
  override readonly name = 'OutdatedRequest';
}

/** A client of one host with one credential. */
export interface HttpClient {
  /** For messages: name and port of the host. */
  readonly host: string;
  /**
   * Sends a request, at the host's pace, again where that is safe. Redirects are given back or refused, never
   * followed.
   * @throws MigratorError; OutdatedRequest where the request says itself what it is
   */
  request(request: HttpRequest): Promise<Answer>;
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
  const { clock, onWait, paceStore: store } = options;
  const limits = options.policy.pace;
  const pacer = createPacer({ key, host, limits, store, clock, onWait, hold: options.hold });
  options.onBudget?.({ key, host, limits });
  const client = { ...options, baseUrl, host, pacer, hasAnswered: false };
  return {
    host,
    request: (request) => send(client, request),
    shareBudget: (account) => store.fold(key, accountKey(host, account)),
  };
}

async function send(client: AttemptClient, request: HttpRequest): Promise<Answer> {
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
