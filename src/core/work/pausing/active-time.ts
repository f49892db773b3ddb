import type { Clock } from '../../kernel/clock.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import type { PauseGate } from './pause-gate.ts';

export interface ActiveTime {
  /** Aborted with an error of code `time-out` when the time is used up, or as the run's own signal is. */
  readonly signal: AbortSignal;
  /** Time that does not count: a wait for a host's limit. */
  extend(milliseconds: number): void;
  /** Nothing counts until the work has ended. */
  suspend<T>(work: () => Promise<T>): Promise<T>;
  /** No time-out from now on; the run's own signal still ends it. */
  stop(): void;
}

/** Milliseconds after which a suspended time is looked at again. */
const longest = 60_000;

/** Counts the active time of one repository against migration.timeout_seconds. */
export function startActiveTime(options: {
  clock: Clock;
  milliseconds: number;
  repository: string;
  signal: AbortSignal;
  /** Pauses by a person, which do not count either. */
  pauseGate?: Pick<PauseGate, 'isClosed' | 'closedFor'>;
}): ActiveTime {
  const { clock, pauseGate } = options;
  const ended = new AbortController();
  const used = new AbortController();
  let deadline = clock.now() + options.milliseconds;
  let isSuspended = false;
  const heldBefore = pauseGate?.closedFor() ?? 0;
  const isStanding = () => isSuspended || pauseGate?.isClosed() === true;
  const left = () => deadline + (pauseGate?.closedFor() ?? 0) - heldBefore - clock.now();
  const signal = AbortSignal.any([options.signal, used.signal]);

  async function watch(): Promise<void> {
    // While it is suspended the deadline moves along.
    while (isStanding() || left() > 0) {
      await clock.sleep(isStanding() ? longest : left(), ended.signal);
    }
    used.abort(timedOut(options));
  }
  // Rejects when it is stopped, which is how it ends in the good case.
  watch().catch(() => {});

  return {
    signal,
    extend(milliseconds) {
      deadline += milliseconds;
    },
    async suspend(work) {
      const suspendedAt = clock.now();
      isSuspended = true;
      try {
        return await work();
      } finally {
        isSuspended = false;
        deadline += clock.now() - suspendedAt;
      }
    },
    stop() {
      ended.abort();
    },
  };
}

function timedOut(options: { milliseconds: number; repository: string }): MigratorError {
  const seconds = options.milliseconds / 1000;
  return new MigratorError(
    'time-out',
    `Timeout: ${options.repository} did not finish within ${count(seconds, 'second')}`,
    {
      hint: 'Raise migration.timeout_seconds and resume, or use migration.shallow_clone and shallow_depth.',
      retry: 'yes',
    },
  );
}
