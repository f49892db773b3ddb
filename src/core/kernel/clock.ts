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
    // A longer timer would end at once.
    while (end - Date.now() > longestTimer) await sleepOnce(longestTimer, signal);
    await sleepOnce(Math.max(0, end - Date.now()), signal);
  },
};

/** Milliseconds: what Node's timers hold. */
const longestTimer = 2 ** 31 - 1;

function sleepOnce(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const timer = setTimeout(finish, milliseconds);
    function finish(): void {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}
