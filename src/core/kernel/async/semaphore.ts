import { interrupted } from '../errors.ts';

/** Lets at most so many in at a time, in the order in which they came. */
export interface Semaphore {
  /** @throws `interrupted` when the signal is aborted while waiting */
  enter(signal?: AbortSignal): Promise<Leave>;
}

/** To be called once, by the one who was let in. */
type Leave = () => void;

export function createSemaphore(places: number): Semaphore {
  const queue = new Set<() => void>();
  let free = places;

  function leave(): void {
    const next = queue.values().next().value;
    if (next === undefined) {
      free++;
      return;
    }
    queue.delete(next);
    next();
  }

  return {
    async enter(signal) {
      if (signal?.aborted) throw interrupted({ cause: signal.reason });
      if (free > 0) {
        free--;
        return leave;
      }
      const { promise, resolve, reject } = Promise.withResolvers<Leave>();
      const letIn = () => resolve(leave);
      function giveUp(): void {
        queue.delete(letIn);
        reject(interrupted({ cause: signal?.reason }));
      }
      queue.add(letIn);
      signal?.addEventListener('abort', giveUp, { once: true });
      return promise.finally(() => signal?.removeEventListener('abort', giveUp));
    },
  };
}
