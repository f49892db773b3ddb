import { MigratorError } from '../../kernel/errors.ts';
import type { LimitSignal } from '../rate-limit/rate-limit-signals.ts';
import { type Outage, withinOutage } from './outage.ts';

export type AttemptFailure =
  /** The host asked to wait: nothing was done. */
  | { readonly kind: 'limit'; readonly signal: LimitSignal; readonly error: MigratorError }
  | {
      readonly kind: 'transient';
      readonly error: MigratorError;
      /** The request may have been carried out. */
      readonly mayBeDone: boolean;
      /** When the host asked to retry, in milliseconds since 1970. */
      readonly retryAt: number | null;
    }
  | { readonly kind: 'definite'; readonly error: MigratorError };

/** Wait for a limit without a time from the host: doubles from start to cap. */
export interface LimitBackoff {
  readonly startSeconds: number;
  readonly capSeconds: number;
}

export interface RetrySituation {
  readonly failure: AttemptFailure;
  /** Sending the request twice could create twice. */
  readonly creates: boolean;
  /** With this one. */
  readonly transientFailures: number;
  /** True if the host has ever answered this client. */
  readonly hasAnswered: boolean;
  /** Consecutive ones, with this one. */
  readonly limitAnswers: number;
  readonly limitBackoff: LimitBackoff;
  /** No wait goes beyond it. */
  readonly outage?: Outage | undefined;
  readonly now: number;
  /** 0 to 1, as from `Math.random()`. */
  readonly random: number;
}

export type RetryDecision =
  | { readonly action: 'wait'; readonly until: number; readonly reason: string }
  | { readonly action: 'give-up'; readonly error: MigratorError };

const maxTransientFailures = 6;
/** A host that never answered is more likely misspelt, or behind a proxy, than briefly down. */
const maxFirstFailures = 3;
const transientStartSeconds = 1;
const transientCapSeconds = 60;
const backoffJitter = 0.2;
/** With waits of up to 10 minutes and more, this outlasts every hourly window. */
const maxLimitAnswers = 10;

/** Tells whether to send a request again, and when. Pure. */
export function decideRetry(situation: RetrySituation): RetryDecision {
  const { failure } = situation;
  switch (failure.kind) {
    case 'definite':
      return { action: 'give-up', error: failure.error };
    case 'limit':
      return decideLimit(situation, failure.signal, failure.error);
    case 'transient':
      if (situation.creates && failure.mayBeDone) {
        // The answer to a creating request was lost: look it up, never resend it blindly.
        return {
          action: 'give-up',
          error: new MigratorError(
            'ambiguous-write',
            `The request may or may not have succeeded: ${failure.error.message}`,
            {
              hint: 'Resume the migration: it finds what was created and does not create it again.',
              retry: 'yes',
              detail: failure.error.detail,
              status: failure.error.status,
              cause: failure.error,
            },
          ),
        };
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
  // So that machines do not all return at once: up to a fifth of a guessed wait, or a second where the host named the
  // time.
  const jitter = situation.random * Math.max(1000, backoff * backoffJitter);
  return { action: 'wait', until: until + jitter, reason: signal.reason };
}

/** The host's own wait is enough twice; after that the waits grow. */
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
