/** The end of one request. Disposing of it leaves neither a timer nor a listener behind. */
export interface Deadline extends Disposable {
  /** Aborted when the time is up, or the request is not wanted any more. */
  readonly signal: AbortSignal;
  readonly hasPassed: boolean;
  /** From now on it ends after this time. */
  restart(milliseconds: number): void;
}

/** Milliseconds: what Node's timers hold. */
const longestTimer = 2 ** 31 - 1;

/**
 * As AbortSignal.timeout() and AbortSignal.any() together, which stay in memory until the time is up, however soon the
 * request has ended: at fifteen requests a second and ten minutes those are thousands.
 */
export function startDeadline(milliseconds: number, outer: AbortSignal | undefined): Deadline {
  const ending = new AbortController();
  let hasPassed = false;
  function pass(): void {
    hasPassed = true;
    ending.abort();
  }
  const start = (after: number) => setTimeout(pass, Math.min(after, longestTimer)).unref();
  let timer = start(milliseconds);
  const stop = () => ending.abort(outer?.reason);
  if (outer?.aborted) stop();
  outer?.addEventListener('abort', stop);
  return {
    signal: ending.signal,
    get hasPassed() {
      return hasPassed;
    },
    restart(after) {
      clearTimeout(timer);
      timer = start(after);
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}
