import { createSemaphore } from '../../kernel/async/semaphore.ts';
import type { Clock } from '../../kernel/clock.ts';

/**
 * Keeps the starts of repositories apart, whichever worker starts them.
 * @param options.pass waits as long as the run is paused
 * @returns resolves when a repository may start. One whose signal is aborted meanwhile does not count as started. It throws
 *   `interrupted`, or the signal's reason
 */
export function startSpacing(options: {
  clock: Clock;
  milliseconds: number;
  pass: (signal: AbortSignal) => Promise<void>;
}): (signal: AbortSignal) => Promise<void> {
  const { clock, milliseconds } = options;
  // One after another: several released by the end of a pause would start together.
  const turn = createSemaphore(1);
  let lastStart: number | null = null;

  /** Never longer than the pause itself, also where somebody set the clock back. */
  function remaining(): number {
    if (lastStart === null) return 0;
    return Math.min(milliseconds, lastStart + milliseconds - clock.now());
  }

  return async (signal) => {
    const leave = await turn.enter(signal);
    try {
      const rest = remaining();
      if (rest > 0) await clock.sleep(rest, signal);
      await options.pass(signal);
      lastStart = clock.now();
    } finally {
      leave();
    }
  };
}
