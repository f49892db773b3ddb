import type { Clock } from '../../kernel/clock.ts';
import { MigratorError, toMigratorError, withSilence } from '../../kernel/errors.ts';
import { startDeadline } from '../../network/http/deadline.ts';
import { longestSilence } from '../../network/http/outage.ts';
import { type AttemptFailure, decideRetry, type RetryDecision } from '../../network/http/retry.ts';
import { type OnWait, waitUntil } from '../../network/rate-limit/waiting.ts';

/** How a failed read of git is retried: by the rules for requests. */
export interface GitPatience {
  readonly clock: Clock;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
  readonly onWait: OnWait;
  /** How long a host may be silent. */
  readonly outageMilliseconds: number;
}

/** Git does not say how long a limit lasts. */
const limitBackoff = { startSeconds: 5, capSeconds: 600 };

interface Failures {
  transient: number;
  limits: number;
  /** When the first attempt started that got no answer. */
  since: number | null;
}

/**
 * Repeats a read where that may help, as a request would.
 * @param options.host for the report of a wait
 * @throws what the last attempt failed with; `interrupted`
 */
export async function readAgain<T>(
  options: {
    patience: GitPatience;
    host: string;
    signal?: AbortSignal | undefined;
  },
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { patience, host, signal } = options;
  const failures: Failures = { transient: 0, limits: 0, since: null };
  for (;;) {
    const sentAt = patience.clock.now();
    const since = failures.since ?? sentAt;
    try {
      const outage = { since, milliseconds: patience.outageMilliseconds };
      const milliseconds = longestSilence(sentAt, outage);
      return await readWithin({ host, milliseconds, signal }, read);
    } catch (thrown) {
      const decision = decide(patience, failures, { error: toMigratorError(thrown), since });
      if (decision.action === 'give-up') throw decision.error;
      const { until, reason } = decision;
      await waitUntil({ host, reason, until }, { ...patience, signal });
    }
  }
}

function decide(
  { clock, random, outageMilliseconds }: GitPatience,
  failures: Failures,
  { error, since }: { error: MigratorError; since: number },
): RetryDecision {
  const isLimit = error.code === 'rate-limit' && error.retry === 'yes';
  const isSilent = error.code === 'unavailable' && error.retry === 'yes';
  failures.limits = isLimit ? failures.limits + 1 : 0;
  if (isSilent) failures.transient += 1;
  failures.since = isSilent ? since : null;
  return decideRetry({
    failure: failureOf(isSilent ? withSilence(error, since) : error, { isLimit, isSilent }),
    creates: false,
    transientFailures: failures.transient,
    hasAnswered: true,
    limitAnswers: failures.limits,
    limitBackoff,
    now: clock.now(),
    random: random(),
    outage: { since, milliseconds: outageMilliseconds },
  });
}

function failureOf(
  error: MigratorError,
  { isLimit, isSilent }: { isLimit: boolean; isSilent: boolean },
): AttemptFailure {
  if (isLimit) {
    const signal = { kind: 'secondary', until: error.retryAt, reason: error.message } as const;
    return { kind: 'limit', signal, error };
  }
  if (!isSilent) return { kind: 'definite', error };
  return { kind: 'transient', error, mayBeDone: false, retryAt: error.retryAt };
}

async function readWithin<T>(
  options: { host: string; milliseconds: number; signal: AbortSignal | undefined },
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { host, milliseconds, signal } = options;
  using deadline = startDeadline(milliseconds, signal);
  try {
    return await read(deadline.signal);
  } catch (thrown) {
    if (!deadline.hasPassed || signal?.aborted) throw thrown;
    throw new MigratorError('unavailable', `${host} did not respond in time`, {
      hint: 'Check the connection, the proxy (HTTPS_PROXY) and the host. network.outage_seconds sets how long migrator waits for it.',
      cause: thrown,
    });
  }
}
