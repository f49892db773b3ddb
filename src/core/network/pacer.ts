import type { Clock } from '../clock.ts';
import { type HostBudget, noteBudget, noteLimit, type PacedRequest, reserve } from './pace.ts';
import type { PaceLimits } from './pace-limits.ts';
import type { PaceStore } from './pace-store.ts';
import type { LimitKind } from './rate-limit-signals.ts';
import { createSemaphore, type Leave } from './semaphore.ts';
import { type OnWait, waitUntil } from './waiting.ts';

/** Keeps the requests of one client to the pace of its host. */
export interface Pacer {
  /**
   * Waits until a request may be sent, and counts it.
   * @returns what to call when its answer is complete
   * @throws `interrupted`
   */
  enter(request: PacedRequest, signal?: AbortSignal): Promise<Leave>;
  noteBudget(budget: HostBudget): Promise<void>;
  noteLimit(limit: { kind: LimitKind; until: number; reason: string }): Promise<void>;
}

export interface PacerOptions {
  /** Names the budget in the store: host and credential. */
  readonly key: string;
  readonly host: string;
  readonly limits: PaceLimits;
  readonly store: PaceStore;
  readonly clock: Clock;
  readonly onWait: OnWait;
}

export function createPacer(options: PacerOptions): Pacer {
  const { key, limits, store, clock } = options;
  const places = createSemaphore(limits.maxConcurrent);
  // Everybody waits for themselves and says so: a wait is told as that of the repository that has it.
  async function enter(request: PacedRequest, signal?: AbortSignal): Promise<Leave> {
    for (;;) {
      const leave = await places.enter(signal);
      const reservation = await store
        .update(key, (state) => {
          const result = reserve(limits, state, request, clock.now());
          return { state: result.go ? result.state : state, result };
        })
        .catch((thrown: unknown) => {
          leave();
          throw thrown;
        });
      if (reservation.go) return leave;
      leave();
      const { until, reason } = reservation;
      await waitUntil({ host: options.host, reason, until }, { ...options, signal });
    }
  }

  return {
    enter,
    async noteBudget(budget) {
      if (budget.limit === null && budget.remaining === null) return;
      await store.update(key, (state) => ({
        state: noteBudget(limits, state, budget),
        result: undefined,
      }));
    },
    noteLimit: (limit) =>
      store.update(key, (state) => ({
        state: noteLimit(state, limit, clock.now()),
        result: undefined,
      })),
  };
}
