import { randomUUID } from 'node:crypto';
import { createSemaphore } from '../../kernel/async/semaphore.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { PaceLimits } from './limits.ts';
import { type Outcome, type Reservation, reserve, settle } from './next-request.ts';
import type { PacedRequest } from './paced-request.ts';
import type { PaceState } from './rate-limit-state.ts';
import type { PaceStore } from './rate-limit-store.ts';
import { type OnWait, pauseUntil, waitUntil } from './waiting.ts';

/** Keeps the requests of one client to the pace of its host, which it shares with all who use the same store. */
export interface Pacer {
  /**
   * Waits until a request may be sent, and counts it.
   * @throws `interrupted`
   */
  enter(request: PacedRequest, signal?: AbortSignal): Promise<Entered>;
}

/** A request that may be sent now. */
interface Entered {
  /** To be called once, when the request has ended in whatever way, with what the answer said of limits. */
  leave(outcome: Omit<Outcome, 'enteredAt'>): Promise<void>;
}

export interface PacerOptions {
  /** Names the budget in the store: host and credential. */
  readonly key: string;
  readonly host: string;
  readonly limits: PaceLimits;
  readonly store: PaceStore;
  readonly clock: Clock;
  readonly onWait: OnWait;
  /** Waits as long as nothing may be sent. */
  readonly hold?: ((signal?: AbortSignal) => Promise<void>) | undefined;
}

export function createPacer(options: PacerOptions): Pacer {
  const { key, limits, store, clock } = options;
  const client = `${store.owner} ${randomUUID()}`;
  const isAlive = (other: string) => store.isAlive(other.split(' ', 1)[0] ?? '');
  const places = createSemaphore(limits.maxConcurrent);

  function tryToEnter(request: PacedRequest): Promise<Reservation & { readonly at: number }> {
    return store.update(key, (state) => {
      const at = clock.now();
      const reservation = reserve(limits, state, { request, client, isAlive, now: at });
      return { state: reservation.state, result: { ...reservation, at } };
    });
  }

  return {
    // Everybody waits for themselves and says so: a wait is told as that of the repository that has it.
    async enter(request, signal) {
      for (;;) {
        await options.hold?.(signal);
        const freePlace = await places.enter(signal);
        const reservation = await tryToEnter(request);
        if (reservation.go) {
          const enteredAt = reservation.at;
          return {
            async leave(outcome) {
              const entrance = { request, client, isAlive, now: clock.now() };
              const settled = (state: PaceState): PaceState =>
                settle(limits, state, entrance, { ...outcome, enteredAt });
              // A limit is everybody's business at once; all else can wait for what is noted next.
              if (outcome.limit === null) store.updateSoon(key, settled);
              else
                await store.update(key, (state) => ({ state: settled(state), result: undefined }));
              freePlace();
            },
          };
        }
        freePlace();
        const { until, reason, isBrief } = reservation;
        if (isBrief) await pauseUntil(until, { clock, signal });
        else await waitUntil({ host: options.host, reason, until }, { ...options, signal });
      }
    },
  };
}
