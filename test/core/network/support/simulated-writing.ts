import type { LimitedRequest } from '../../../../src/core/network/rate-limit/in-flight.ts';
import type { RateLimits, RateLimitUnit } from '../../../../src/core/network/rate-limit/limits.ts';
import type { RateLimitStore } from '../../../../src/core/network/rate-limit/rate-limit-store.ts';
import { createRateLimiter } from '../../../../src/core/network/rate-limit/rate-limiter.ts';
import { type HandClock, settled } from '../../clocks.ts';

export interface Arrival {
  /** When the host has it: somewhere between its sending and its answer. */
  readonly at: number;
  readonly request: LimitedRequest;
}

export const read: LimitedRequest = { points: 1, contentCreating: false };
export const change: LimitedRequest = { points: 5, contentCreating: false };
export const create: LimitedRequest = { points: 5, contentCreating: true };

export interface SimulatedWriter {
  readonly store: RateLimitStore;
  /** Returns what it sends next, for ever, and how many milliseconds that takes. */
  next(): { readonly request: LimitedRequest; readonly milliseconds: number };
}

/** Writers that always have something to send, each as a process of its own, for so long by a clock that tests own. */
export async function simulateWriting(options: {
  writers: readonly SimulatedWriter[];
  limits: RateLimits;
  clock: HandClock;
  milliseconds: number;
}): Promise<readonly Arrival[]> {
  const { limits, clock } = options;
  const arrivals: Arrival[] = [];
  const end = new AbortController();

  async function write(writer: SimulatedWriter): Promise<void> {
    const { store } = writer;
    const rateLimiter = createRateLimiter({
      key: 'h k',
      host: 'h',
      limits,
      store,
      clock,
      onWait: () => {},
    });
    for (;;) {
      const { request, milliseconds } = writer.next();
      const entered = await rateLimiter.enter(request, end.signal);
      await clock.sleep(milliseconds / 2);
      arrivals.push({ at: clock.now(), request });
      await clock.sleep(milliseconds / 2);
      await entered.leave({ answered: true, budget: null, limit: null });
    }
  }

  const writing = options.writers.map(write);
  await settled();
  await clock.pass(options.milliseconds);
  end.abort();
  for (const one of writing) one.catch(() => {});
  return arrivals.sort((a, b) => a.at - b.at);
}

/** The most that lies in any span of that length; of points, if they are counted. */
export function busiest(
  arrivals: readonly Arrival[],
  { unit, milliseconds }: { unit: RateLimitUnit; milliseconds: number },
): number {
  let first = 0;
  let sum = 0;
  let most = 0;
  for (const { at, request } of arrivals) {
    sum += costOf(unit, request);
    for (let oldest = arrivals[first]; oldest !== undefined; oldest = arrivals[++first]) {
      if (oldest.at > at - milliseconds) break;
      sum -= costOf(unit, oldest.request);
    }
    most = Math.max(most, sum);
  }
  return most;
}

function costOf(unit: RateLimitUnit, request: LimitedRequest): number {
  if (unit === 'points') return request.points;
  return unit === 'content' && !request.contentCreating ? 0 : 1;
}
