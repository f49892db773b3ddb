import { randomUUID } from 'node:crypto';
import { createSemaphore } from '../../kernel/async/semaphore.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { LimitedRequest } from './in-flight.ts';
import type { RateLimits } from './limits.ts';
import { type Outcome, type Reservation, recordOutcome, reserve } from './next-request.ts';
import type { RateLimitState } from './rate-limit-state.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { type Room, roomIn } from './room.ts';
import { type OnWait, pauseUntil, waitUntil } from './waiting.ts';

/** Limits one client's requests to a host, together with all other users of the same store. */
export interface RateLimiter {
  /**
   * Waits until a request may be sent, and counts it.
   * @throws `interrupted`; LimitedElsewhere where `leaves` says so
   */
  enter(request: LimitedRequest, signal?: AbortSignal, leaves?: Leaves): Promise<Entered>;
  /** Reads the rest of the limits. */
  room(): Promise<Room>;
  /** Keeps content-creating requests so many milliseconds apart from now on. */
  spaceContent(milliseconds: number): void;
}

/** Decides whether a request goes elsewhere instead of waiting until then. */
export type Leaves = (until: number) => boolean;

/** In place of a wait: another credential may have room. */
export class LimitedElsewhere extends Error {
  override readonly name = 'LimitedElsewhere';
  /** When this credential has room again: milliseconds since 1970. */
  readonly until: number;

  constructor(until: number) {
    super('limited');
    this.until = until;
  }
}

interface Entered {
  /** Must be called once, however the request ends. */
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
  /** Waits while the run is paused. */
  readonly waitWhilePaused?: ((signal?: AbortSignal) => Promise<void>) | undefined;
}

const read: LimitedRequest = { points: 1, contentCreating: false };

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { key, store, clock } = options;
  let { limits } = options;
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
    spaceContent(milliseconds) {
      limits = { ...limits, contentInterval: milliseconds };
    },
    // Each request announces its own wait, so that the wait is shown for its repository.
    room() {
      return store.update(key, (state) => {
        const slot = { request: read, client, isAlive, now: clock.now() };
        return { state, result: roomIn(limits, state, slot) };
      });
    },
    async enter(request, signal, leaves) {
      for (;;) {
        await options.waitWhilePaused?.(signal);
        const freePlace = await places.enter(signal);
        const reservation = await tryToEnter(request);
        if (reservation.go) {
          const enteredAt = reservation.at;
          return {
            async leave(outcome) {
              const slot = { request, client, isAlive, now: clock.now() };
              const record = (state: RateLimitState): RateLimitState =>
                recordOutcome(limits, state, slot, { ...outcome, enteredAt });
              // A limit concerns all clients at once; anything else can wait for the next update.
              if (outcome.limit === null) store.updateSoon(key, record);
              else
                await store.update(key, (state) => ({ state: record(state), result: undefined }));
              freePlace();
            },
          };
        }
        freePlace();
        const { until, reason, limit, isBrief } = reservation;
        if (isBrief) await pauseUntil(until, { clock, signal });
        else if (leaves?.(until) === true) throw new LimitedElsewhere(until);
        else {
          const wait = { host: options.host, reason, until, ...(limit !== undefined && { limit }) };
          await waitUntil(wait, { ...options, signal });
        }
      }
    },
  };
}
