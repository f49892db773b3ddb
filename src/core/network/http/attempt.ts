import { MigratorError, withSilence } from '../../kernel/errors.ts';
import { OutdatedRequest } from '../../ports/records/target-address.ts';
import type { WriteInFlight, WriteResult } from '../../ports/records/write.ts';
import type { Outcome } from '../rate-limit/next-request.ts';
import { formOfRetryAfter, retryAfter } from '../rate-limit/rate-limit-headers.ts';
import type { LimitSignal } from '../rate-limit/rate-limit-signals.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { factsOf, type HttpResponse } from '../response/response.ts';
import { limitErrorCode } from './host-policies.ts';
import type { HttpClientOptions, HttpRequest } from './http-request.ts';
import { longestSilence, type Outage } from './outage.ts';
import { bodyOf, contentTypeOf } from './request-body.ts';
import { bodyError, statusError } from './response-errors.ts';
import { type AttemptFailure, decideRetry, type RetryDecision } from './retry.ts';
import { type RoundTrip, roundTrip } from './round-trip.ts';

export interface AttemptClient extends HttpClientOptions {
  readonly host: string;
  readonly rateLimiter: RateLimiter;
  hasAnswered: boolean;
}

/** Describes what went wrong so far with one request. */
export interface Failures {
  transient: number;
  /** Consecutive ones. */
  limits: number;
  /** When the first request without an answer was sent; `null` since the last answer. */
  silentSince: number | null;
}

const defaultMaxBodyBytes = 32 * 1024 * 1024;

type Attempt =
  | { readonly answer: HttpResponse }
  | { readonly failure: AttemptFailure; readonly decision: RetryDecision };

/** One request within the rate limit, and what to do next. */
export async function attempt(
  client: AttemptClient,
  request: HttpRequest,
  { url, failures }: { url: URL; failures: Failures },
): Promise<Attempt> {
  const entered = await client.rateLimiter.enter(
    {
      points: pointsOf(request),
      contentCreating: request.contentCreating ?? false,
      contentUnits: request.contentUnits,
    },
    request.signal,
    request.leaves,
  );
  let outcome: Parameters<typeof entered.leave>[0] = nothingLearned;
  try {
    const sentAt = client.clock.now();
    const outage = outageOf(client, failures.silentSince ?? sentAt);
    const sent = await sendAndLog(client, request, { url, outage });
    const judged = judge(client, request, url, sent);
    const result =
      'answer' in judged
        ? judged
        : { ...judged, decision: decide(client, request, judged, { failures, sentAt }) };
    outcome = outcomeOf(client, sent, result);
    return result;
  } finally {
    await entered.leave(outcome);
  }
}

/** GitHub's points. */
function pointsOf(request: HttpRequest): number {
  return isReading(request) ? 1 : 5;
}

function isReading({ method, isRead = method === 'GET' }: HttpRequest): boolean {
  return isRead;
}

const nothingLearned = { answered: false, budget: null, limit: null };

/** Returns the outcome from which the rate limiter learns. */
function outcomeOf(
  client: AttemptClient,
  sent: RoundTrip,
  result: Attempt,
): Omit<Outcome, 'enteredAt'> {
  if (sent.outcome === 'lost') return nothingLearned;
  const budget = client.policy.budget(sent.answer, client.clock.now());
  if ('answer' in result || result.failure.kind !== 'limit') {
    return { answered: true, budget, limit: null };
  }
  const { decision, failure } = result;
  const { kind, until, reason } = failure.signal;
  const limit =
    decision.action === 'wait'
      ? { kind, reason, until: decision.until }
      : until === null
        ? null
        : { kind, reason, until };
  return { answered: false, budget, limit };
}

function decide(
  client: AttemptClient,
  request: HttpRequest,
  { failure }: { failure: AttemptFailure },
  { failures, sentAt }: { failures: Failures; sentAt: number },
): RetryDecision {
  failures.limits = failure.kind === 'limit' ? failures.limits + 1 : 0;
  if (failure.kind === 'transient') failures.transient++;
  failures.silentSince = failure.kind === 'transient' ? (failures.silentSince ?? sentAt) : null;
  const since = failures.silentSince;
  const decision = decideRetry({
    failure,
    creates: request.creates,
    transientFailures: failures.transient,
    hasAnswered: client.hasAnswered,
    limitAnswers: failures.limits,
    limitBackoff: client.policy.limitBackoff,
    now: client.clock.now(),
    random: client.random(),
    outage: outageOf(client, since ?? sentAt),
  });
  if (decision.action === 'wait' || since === null) return decision;
  return { ...decision, error: withSilence(decision.error, since) };
}

function outageOf({ outageMilliseconds }: AttemptClient, since: number): Outage {
  return { since, milliseconds: outageMilliseconds ?? Number.POSITIVE_INFINITY };
}

async function sendAndLog(
  client: AttemptClient,
  request: HttpRequest,
  { url, outage }: { url: URL; outage: Outage },
): Promise<RoundTrip> {
  const written = await recordWrite(client, request, url);
  // Recording may have waited for a host as well.
  if (request.isCurrent?.() === false) {
    await written?.end({ kind: 'lost', reason: 'not sent', mayHaveArrived: false });
    throw new OutdatedRequest();
  }
  client.onRequest?.(client.host);
  const startedAt = client.clock.now();
  const sent = await roundTrip(client.network, {
    method: request.method,
    url,
    headers: {
      'user-agent': client.userAgent,
      accept: request.accept ?? 'application/json',
      ...contentTypeOf(request),
      ...client.headers,
      ...request.headers,
      ...(client.authorization === null ? {} : { authorization: client.authorization }),
    },
    body: bodyOf(request),
    maxBodyBytes: request.maxBodyBytes ?? defaultMaxBodyBytes,
    expects: request.expects ?? 'json',
    maxDepth: request.maxDepth,
    signal: request.signal,
    // A creating request has the read time-out only: giving up early would leave its result unknown.
    longestSilence: request.creates ? undefined : longestSilence(startedAt, outage),
  });
  if (sent.outcome === 'answer') client.hasAnswered = true;
  await written?.end(resultOf(sent));
  if (request.method === 'GET' && sent.outcome === 'answer' && sent.answer.status === 200) {
    const { json } = sent.answer;
    client.network.journal?.saw({ host: client.host, path: url.pathname, json });
  }
  const milliseconds = client.clock.now() - startedAt;
  client.log('debug', `${request.method} ${url.pathname}`, {
    host: client.host,
    ...(sent.outcome === 'answer'
      ? { status: sent.answer.status }
      : { failure: sent.error.message }),
    milliseconds,
  });
  return sent;
}

/** @throws `state` if it cannot be recorded */
async function recordWrite(
  { network, host }: AttemptClient,
  request: HttpRequest,
  { pathname, search }: URL,
): Promise<WriteInFlight | undefined> {
  if (isReading(request)) return undefined;
  const { method, body = request.form, repository } = request;
  return network.journal?.begin({
    ...{ kind: 'request', host, method, path: `${pathname}${search}`, body, repository },
  });
}

function resultOf(sent: RoundTrip): WriteResult {
  if (sent.outcome === 'lost') {
    const { error, mayHaveArrived } = sent;
    return { kind: 'lost', reason: error.message, mayHaveArrived };
  }
  const { status, json } = sent.answer;
  return { kind: 'answered', status, json };
}

type Judgement = { readonly answer: HttpResponse } | { readonly failure: AttemptFailure };

function judge(client: AttemptClient, request: HttpRequest, url: URL, sent: RoundTrip): Judgement {
  if (sent.outcome === 'lost') {
    const { error, mayHaveArrived } = sent;
    return { failure: { kind: 'transient', error, mayBeDone: mayHaveArrived, retryAt: null } };
  }
  const { answer, unusable } = sent;
  const { status, headers } = answer;
  const now = client.clock.now();
  const what = `${request.method} ${url.pathname}`;
  const signal = client.policy.limitSignal(answer, now);
  if (signal !== null) {
    client.onLimit?.({ status, retryAfter: formOfRetryAfter(headers) });
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

function limitError(client: AttemptClient, signal: LimitSignal, answer: HttpResponse) {
  const message = `${client.policy.limitMessage(signal, answer.status)} on ${client.host}`;
  return new MigratorError(limitErrorCode(signal), message, {
    hint: 'Resume later; --delay spaces out repository starts. migrator has already waited several times.',
    // After hours of waiting: the next step or repository would wait as long once more.
    retry: 'fatal',
    ...factsOf(answer),
    ...(signal.until === null ? {} : { retryAt: signal.until }),
  });
}
