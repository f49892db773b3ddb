export interface RateLimiter {
  /** In how many milliseconds one more may be done; 0: now. Counts nothing. */
  wait(key: string): number;
  /** One has been done. */
  count(key: string): void;
}

/** How many keys are remembered; the oldest give way, so that a flood of new ones fills no memory. */
const mostKeys = 50_000;

/**
 * At most so many in any stretch of time, by key.
 * @param options.window milliseconds
 * @param options.now milliseconds since 1970
 */
export function createRateLimiter(options: {
  most: number;
  window: number;
  now: () => number;
}): RateLimiter {
  const { most, window, now } = options;
  const counted = new Map<string, readonly number[]>();
  const recent = (key: string) => (counted.get(key) ?? []).filter((one) => one > now() - window);
  return {
    wait(key) {
      const all = recent(key);
      const [first] = all;
      return first === undefined || all.length < most ? 0 : first + window - now();
    },
    count(key) {
      const all = [...recent(key), now()];
      // Anew, so that it stands last.
      counted.delete(key);
      counted.set(key, all);
      if (counted.size > mostKeys) counted.delete(counted.keys().next().value ?? '');
    },
  };
}
