import type { Clock } from '../../src/core/kernel/clock.ts';

export interface HandClock extends Clock {
  /** Moves time on, ending the sleeps that are over in their order, and lets what waited for them run. */
  pass(milliseconds: number): Promise<void>;
  /** How many sleep just now. */
  readonly sleeping: number;
}

/** A clock that stands still until the test moves it. */
export function createHandClock(start = 1_000_000): HandClock {
  let time = start;
  const sleepers = new Set<{ until: number; wake: () => void }>();
  return {
    get sleeping() {
      return sleepers.size;
    },
    now: () => time,
    sleep(milliseconds, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const sleeper = { until: time + milliseconds, wake };
        function wake(): void {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', stop);
          resolve();
        }
        function stop(): void {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        }
        signal?.addEventListener('abort', stop, { once: true });
        sleepers.add(sleeper);
      });
    },
    async pass(milliseconds) {
      const end = time + milliseconds;
      for (;;) {
        const next = [...sleepers].sort((a, b) => a.until - b.until)[0];
        if (next === undefined || next.until > end) break;
        time = Math.max(time, next.until);
        next.wake();
        await settled();
      }
      time = end;
      await settled();
    },
  };
}

/** Lets everything run that waits for promises alone. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
