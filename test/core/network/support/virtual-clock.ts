import type { Clock } from '../../../../src/core/kernel/clock.ts';

/** Time that only moves when somebody sleeps: each sleep ends at once, and is written down. */
export interface VirtualClock extends Clock {
  /** Milliseconds, in order. */
  readonly sleeps: readonly number[];
  advance(milliseconds: number): void;
}

export function createVirtualClock(startAt = Date.UTC(2026, 10, 20, 12)): VirtualClock {
  const sleeps: number[] = [];
  let time = startAt;
  return {
    sleeps,
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
    async sleep(milliseconds, signal) {
      if (signal?.aborted) throw signal.reason;
      sleeps.push(milliseconds);
      const until = time + milliseconds;
      await Promise.resolve();
      time = Math.max(time, until);
    },
  };
}

/** A clock whose sleeps end by abortion alone. */
export function createStoppedClock(): Clock & { readonly sleeping: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    sleeping: promise,
    now: () => Date.UTC(2026, 10, 20, 12),
    sleep: (_milliseconds, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        resolve();
      }),
  };
}
