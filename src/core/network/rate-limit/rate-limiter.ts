import { randomUUID } from 'node:crypto';
import { createSemaphore } from '../../kernel/async/semaphore.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { LimitedRequest } from './in-flight.ts';
import type { RateLimits } from './limits.ts';
import { type Outcome, type Reservation, reserve, settle } from './next-request.ts';
import type { RateLimitState } from './rate-limit-state.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { type OnWait, pauseUntil, waitUntil } from './waiting.ts';

/** Keeps the requests of one client to the pace of its host, which it shares with all who use the same store. */
export interface RateLimiter {
  /**
   * Waits until a request may be sent, and counts it.
   * @throws `interrupted`
   */
  enter(request: LimitedRequest, signal?: AbortSignal): Promise<Entered>;
}

/** A request that may be sent now. */
interface Entered {
  /** To be called once, when the request has ended in whatever way, with what the answer said of limits. */
  leave(outcome: Omit<Outcome, 'enteredAt'>): Promise<void>;
}

export interface RateLimiterOptions {
  /** Names the budget in the store: host and credential. */
  readonly key: string;
  readonly host: string;
  readonly limits: RateLimits;
  readonly store: RateLimitStore;
  readonly clock: Clock;
  readonly onWait: OnWait;
  /** Waits as long as nothing may be sent. */
  readonly hold?: ((signal?: AbortSignal) => Promise<void>) | undefined;
}

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { key, limits, store, clock } = options;
  const client = `${store.owner} ${randomUUID()}`;
  const isAlive = (other: string) => store.isAlive(other.split(' ', 1)[0] ?? '');
  const places = createSemaphore(limits.maxConcurrent);

  function tryToEnter(request: LimitedRequest): Promise<Reservation & { readonly at: number }> {
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
              const settled = (state: RateLimitState): RateLimitState =>
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
