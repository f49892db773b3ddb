import { createSemaphore } from '../../kernel/async/semaphore.ts';

/**
 * Does the work for all items, so many at a time, so that what the first have found out spares the rest a request.
 * @throws the first failure
 */
export async function atMost<T>(
  items: readonly T[],
  { places, signal }: { readonly places: number; readonly signal?: AbortSignal | undefined },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const semaphore = createSemaphore(places);
  let hasFailed = false;
  await Promise.all(
    items.map(async (item) => {
      const leave = await semaphore.enter(signal);
      try {
        // Nobody waits for it any more.
        if (!hasFailed) await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        leave();
      }
    }),
  );
}
