/**
 * Does the work for every item, so many at a time. With the first failure nothing more is begun, and what is under way is
 * told by its signal; the failure is thrown when nothing is under way any more: whoever then closes the network, or
 * begins again, meets no request of it.
 * @param options.signal aborted: whoever does the work is to end
 * @param work is handed a signal that is aborted with `options.signal` or by the first failure; what must not be cut off,
 *   such as a write whose outcome would be in doubt, need not heed it
 */
export async function inParallel<T>(
  items: readonly T[],
  options: { concurrency: number; signal?: AbortSignal },
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const failing = new AbortController();
  const signals = options.signal === undefined ? [] : [options.signal];
  const signal = AbortSignal.any([...signals, failing.signal]);
  let failure: { readonly thrown: unknown } | null = null;
  async function worker(): Promise<void> {
    for (const item of queue) {
      if (failure !== null) return;
      try {
        await work(item, signal);
      } catch (thrown) {
        // What the others throw because of it says nothing.
        failure ??= { thrown };
        failing.abort();
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, items.length) }, worker));
  throwFailure(failure);
}

function throwFailure(failure: { readonly thrown: unknown } | null): void {
  if (failure !== null) throw failure.thrown;
}
