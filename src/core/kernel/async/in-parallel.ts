/**
 * Runs the work for every item, at most `concurrency` at a time. The first failure starts nothing more, aborts what is in
 * flight by its signal, and is thrown once nothing is in flight, so that the caller may close what the work uses.
 * @returns what the work gave, in the order of the items
 * @param options.signal aborted: the work is to end
 * @param work gets a signal that is aborted with `options.signal` or by the first failure; it may ignore the signal for
 *   what must not be cut off, such as a write whose outcome would be in doubt
 */
export async function inParallel<T, R>(
  items: readonly T[],
  options: { concurrency: number; signal?: AbortSignal | undefined },
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const queue = items.entries();
  const results: R[] = [];
  const failing = new AbortController();
  const signals = options.signal === undefined ? [] : [options.signal];
  const signal = AbortSignal.any([...signals, failing.signal]);
  const failures: unknown[] = [];
  async function worker(): Promise<void> {
    for (const [index, item] of queue) {
      if (failing.signal.aborted) return;
      try {
        results[index] = await work(item, signal);
      } catch (thrown) {
        // Later ones are consequences of the first.
        failures.push(thrown);
        failing.abort();
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
