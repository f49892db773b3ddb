import { inParallel } from '../kernel/async/in-parallel.ts';
import { interrupted } from '../kernel/errors.ts';

/** More would not be faster: the source's rate limit decides. */
const atATime = 4;

/**
 * Works through what is scanned, several at a time.
 * @param options.signal aborted: stop at once
 * @param options.drain aborted: end after the requests in flight
 * @throws `interrupted`, and what `act` throws
 */
export async function scanEach<T>(
  items: readonly T[],
  options: { signal: AbortSignal; drain: AbortSignal },
  act: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { drain } = options;
  await inParallel(
    items,
    { concurrency: atATime, signal: options.signal },
    async (item, signal) => {
      if (drain.aborted) return;
      try {
        await act(item, signal);
      } catch (error) {
        // The others may still get their answers.
        if (!drain.aborted) throw error;
      }
    },
  );
  throwIfDraining(options);
}

/** @throws `interrupted` */
export function throwIfDraining({ drain }: { readonly drain: AbortSignal }): void {
  if (drain.aborted) throw interrupted();
}
