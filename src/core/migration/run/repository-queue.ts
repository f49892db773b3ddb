import { EventEmitter, once } from 'node:events';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { Elsewhere } from '../control/with-claim.ts';

/** Queued repositories in the order of the plan; some may be queued again. */
export interface RepositoryQueue<One = PlannedRepository> {
  /** The next one; waits while there is none and one may still come back; `null` when all is over. */
  take(): Promise<One | null>;
  /** At the end of the queue. */
  putBack(one: One): void;
  /** Out of turn; `null` where it does not wait. */
  takeOut(source: string): One | null;
  /** The conditions may have changed. */
  lookAgain(): void;
  /** Ends the turn of one that was taken; `open`: this process leaves it as it is. */
  settle(source: string, how: 'ended' | 'open' | Elsewhere): Promise<void>;
}

export interface QueueConditions {
  /** Nothing is given out any more. */
  readonly isOver: () => boolean;
  /** True if one may be put back although nothing is being worked on. */
  readonly mayComeBack: () => boolean;
}

/** Of this process alone. */
export function createRepositoryQueue(
  options: QueueConditions & { readonly repositories: readonly PlannedRepository[] },
): RepositoryQueue {
  const waiting = new Map(options.repositories.map((planned) => [planned.source, planned]));
  const conditions = new EventEmitter().setMaxListeners(0);
  const lookAgain = () => void conditions.emit('change');

  function takeOut(source: string): PlannedRepository | null {
    const planned = waiting.get(source);
    if (planned === undefined) return null;
    waiting.delete(source);
    return planned;
  }
  return {
    takeOut,
    lookAgain,
    async take() {
      for (;;) {
        if (options.isOver()) return null;
        const [next] = waiting.keys();
        if (next !== undefined) return takeOut(next);
        if (!options.mayComeBack()) return null;
        await once(conditions, 'change');
      }
    },
    settle: async () => {},
    putBack(planned) {
      waiting.set(planned.source, planned);
      lookAgain();
    },
  };
}
