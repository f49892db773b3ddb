import { createSemaphore } from '../../kernel/async/semaphore.ts';
import type { Clock } from '../../kernel/clock.ts';

/**
 * Keeps repositories apart: the starts of all workers, and in one worker the end of a repository and the start of its next.
 * @param options.pass waits as long as the run is paused
 * @returns resolves when a repository may start. `endedAt` is the time at which its worker ended the one before, `null` for
 *   its first. One whose signal is aborted meanwhile does not count as started. It throws `interrupted`, or the signal's reason
 */
export function startSpacing(options: {
  clock: Clock;
  milliseconds: number;
  pass: (signal: AbortSignal) => Promise<void>;
}): (endedAt: number | null, signal: AbortSignal) => Promise<void> {
  const { clock, milliseconds } = options;
  // One after another: several released by the end of a pause would start together.
  const turn = createSemaphore(1);
  let lastStart: number | null = null;

  /** Never longer than the pause itself, also where somebody set the clock back. */
  function remaining(endedAt: number | null): number {
    const since = Math.max(lastStart ?? -Infinity, endedAt ?? -Infinity);
    return Math.min(milliseconds, since + milliseconds - clock.now());
  }

  return async (endedAt, signal) => {
    const leave = await turn.enter(signal);
    try {
      const rest = remaining(endedAt);
      if (rest > 0) await clock.sleep(rest, signal);
      await options.pass(signal);
      lastStart = clock.now();
    } finally {
      leave();
    }
  };
}
