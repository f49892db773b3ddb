import { EventEmitter, once } from 'node:events';

/** Another process works on it, or has taken it over meanwhile. */
export type Elsewhere = 'elsewhere';

/** How the turn of one ends; `open`: this process leaves it as it is. */
export type Settled = 'ended' | 'open' | Elsewhere;

/** Queued repositories in their order; some may be queued again. */
export interface TaskQueue<One> {
  /** The next one; waits while there is none and one may still come back; `null` when all is over. */
  take(): Promise<One | null>;
  /** At the end of the queue. */
  putBack(one: One): void;
  /** Out of turn; `null` where it does not wait. */
  takeOut(source: string): One | null;
  /** The conditions may have changed. */
  lookAgain(): void;
  /** Ends the turn of one that was taken. */
  settle(source: string, how: Settled): Promise<void>;
}

export interface QueueConditions {
  /** Aborted: nothing is given out any more. */
  readonly over: AbortSignal;
  /** True if one may be put back although nothing is being worked on. */
  readonly mayComeBack: () => boolean;
}

/** Of this process alone. */
export function createMemoryQueue<One extends { readonly source: string }>(
  options: QueueConditions & { readonly repositories: readonly One[] },
): TaskQueue<One> {
  const { over: signal } = options;
  const waiting = new Map(options.repositories.map((one) => [one.source, one]));
  const conditions = new EventEmitter().setMaxListeners(0);
  const lookAgain = () => void conditions.emit('change');

  function takeOut(source: string): One | null {
    const one = waiting.get(source);
    if (one === undefined) return null;
    waiting.delete(source);
    return one;
  }
  return {
    takeOut,
    lookAgain,
    async take() {
      for (;;) {
        if (signal.aborted) return null;
        const [next] = waiting.keys();
        if (next !== undefined) return takeOut(next);
        if (!options.mayComeBack()) return null;
        await once(conditions, 'change', { signal }).catch(() => {});
      }
    },
    settle: async () => {},
    putBack(one) {
      waiting.set(one.source, one);
      lookAgain();
    },
  };
}
