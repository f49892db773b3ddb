import { setTimeout } from 'node:timers/promises';

/** Time as it is handed in, so that tests can own it. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now(): number;
  /** Resolves after the time, or rejects with the signal's reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    const end = Date.now() + milliseconds;
    const options = signal === undefined ? {} : { signal };
    try {
      // A longer timer would end at once.
      while (end - Date.now() > longestTimer) await setTimeout(longestTimer, undefined, options);
      await setTimeout(Math.max(0, end - Date.now()), undefined, options);
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

/** Milliseconds: what Node's timers hold. */
const longestTimer = 2 ** 31 - 1;
