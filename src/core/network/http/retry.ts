import { MigratorError } from '../../kernel/errors.ts';
import { type Outage, withinOutage } from '../outage.ts';
import type { LimitSignal } from '../rate-limit/rate-limit-signals.ts';

/** Why an attempt gave no result. */
export type AttemptFailure =
  /** The host asked to wait: nothing was done. */
  | { readonly kind: 'limit'; readonly signal: LimitSignal; readonly error: MigratorError }
  /** Something that may go away by itself. */
  | {
      readonly kind: 'transient';
      readonly error: MigratorError;
      /** The request may have been carried out, although no usable answer came. */
      readonly mayBeDone: boolean;
      /** When the host asked to come back, in milliseconds since 1970. */
      readonly retryAt: number | null;
    }
  /** Trying again would change nothing. */
  | { readonly kind: 'definite'; readonly error: MigratorError };

/** How long to wait for a limit when the host does not say: doubling from the start to the cap. */
export interface LimitBackoff {
  readonly startSeconds: number;
  readonly capSeconds: number;
}

export interface RetrySituation {
  readonly failure: AttemptFailure;
  /** The request makes something, so that sending it twice could make it twice. */
  readonly creates: boolean;
  /** How many transient failures there were, with this one. */
  readonly transientFailures: number;
  /** Whether the host has ever answered this client, in whatever way. */
  readonly hasAnswered: boolean;
  /** How many limit answers came one after another, with this one. */
  readonly limitAnswers: number;
  readonly limitBackoff: LimitBackoff;
  /** How long a host may be silent, and has been: no wait goes beyond it. */
  readonly outage?: Outage | undefined;
  readonly now: number;
  /** 0 to 1, as `Math.random()` gives it. */
  readonly random: number;
}

export type RetryDecision =
  | { readonly action: 'wait'; readonly until: number; readonly reason: string }
  | { readonly action: 'give-up'; readonly error: MigratorError };

const maxTransientFailures = 6;
/** A host that never answered at all is more likely misspelt, or behind a proxy, than out of order for a moment. */
const maxFirstFailures = 3;
const transientStartSeconds = 1;
const transientCapSeconds = 60;
const backoffJitter = 0.2;
/** With waits growing to 10 minutes and more, this outlasts every window of an hour. */
const maxLimitAnswers = 10;

/** Whether to send a request again, and when. Pure. */
export function decideRetry(situation: RetrySituation): RetryDecision {
  const { failure } = situation;
  switch (failure.kind) {
    case 'definite':
      return { action: 'give-up', error: failure.error };
    case 'limit':
      return decideLimit(situation, failure.signal, failure.error);
    case 'transient':
      if (situation.creates && failure.mayBeDone) {
        return { action: 'give-up', error: ambiguousWrite(failure.error) };
      }
      return decideTransient(situation, failure.error, failure.retryAt);
  }
}

function decideLimit(
  situation: RetrySituation,
  signal: LimitSignal,
  error: MigratorError,
): RetryDecision {
  if (situation.limitAnswers >= maxLimitAnswers) return { action: 'give-up', error };
  const backoff = limitBackoffOf(situation, signal);
  const until = Math.max(signal.until ?? 0, situation.now + backoff);
  // So that machines that wait for the same moment do not all come at once: up to a fifth of a wait that is our own
  // guess, up to a second where the host has named the moment.
  const jitter = situation.random * Math.max(1000, backoff * backoffJitter);
  return { action: 'wait', until: until + jitter, reason: signal.reason };
}

/** A host that says how long to wait is believed twice; if that was not enough, the waits grow all the same. */
function limitBackoffOf(situation: RetrySituation, signal: LimitSignal): number {
  const believed = signal.until === null ? 0 : 2;
  const step = situation.limitAnswers - believed;
  if (step < 1) return 0;
  const { startSeconds, capSeconds } = situation.limitBackoff;
  return Math.min(startSeconds * 2 ** (step - 1), capSeconds) * 1000;
}

function decideTransient(
  situation: RetrySituation,
  error: MigratorError,
  retryAt: number | null,
): RetryDecision {
  const most = situation.hasAnswered ? maxTransientFailures : maxFirstFailures;
  if (error.retry !== 'yes' || situation.transientFailures >= most) {
    return { action: 'give-up', error };
  }
  const ceiling = transientStartSeconds * 2 ** (situation.transientFailures - 1);
  const seconds = situation.random * Math.min(ceiling, transientCapSeconds);
  const wanted = Math.max(situation.now + seconds * 1000, retryAt ?? 0);
  const { outage, now } = situation;
  const until = outage === undefined ? wanted : withinOutage(wanted, now, outage);
  if (until === null) return { action: 'give-up', error };
  return { action: 'wait', until, reason: error.message };
}

/** The answer to a request that makes something was lost: it must be looked up, never sent again blindly. */
function ambiguousWrite(error: MigratorError): MigratorError {
  return new MigratorError(
    'ambiguous-write',
    `It is not known whether the request was carried out: ${error.message}`,
    {
      hint: 'Resume the migration: what was made is then found and not made again.',
      retry: 'yes',
      detail: error.detail,
      status: error.status,
      cause: error,
    },
  );
}
