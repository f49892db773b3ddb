import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LimitedRequest } from '../../../../src/core/network/rate-limit/in-flight.ts';
import {
  bitbucketCloudLimits,
  gitHubLimits,
} from '../../../../src/core/network/rate-limit/limits.ts';
import type { RateLimitStore } from '../../../../src/core/network/rate-limit/rate-limit-store.ts';
import type { WaitEvent } from '../../../../src/core/network/rate-limit/waiting.ts';
import { settled } from '../../clocks.ts';
import {
  busiest,
  change,
  create,
  read,
  type SimulatedWriter,
  simulateWriting,
} from '../../network/support/simulated-writing.ts';
import { fine, minute, rateLimitPlaceForEach, start } from './rate-limit-place.ts';

const hour = 60 * minute;
const place = rateLimitPlaceForEach();
const { open, rateLimiterOf, room } = place;

describe('processes that share a rate limit', () => {
  it('makes all processes wait for the limit that one of them has met, and lets one go first afterwards', async () => {
    const rateLimiter = rateLimiterOf(open());
    const entered = await rateLimiter.enter(read);
    const limit = { kind: 'secondary', until: start + minute, reason: 'slow down' } as const;
    await entered.leave({ answered: false, budget: null, limit });
    const waits: WaitEvent[] = [];
    const others = [1, 2, 3].map(() => rateLimiterOf(open(), { waits }));
    const gone: (() => Promise<void>)[] = [];
    for (const other of others) {
      other.enter(read).then(({ leave }) => gone.push(() => leave(fine)));
    }
    await settled();
    const wait = { host: 'h', until: start + minute, reason: 'slow down', limit: 'requests' };
    expect(waits).toEqual(Array(3).fill(wait));
    await place.clock.pass(minute - 1);
    expect(gone).toHaveLength(0);
    await place.clock.pass(1001);
    expect(gone).toHaveLength(1);
    await gone[0]?.();
    await place.clock.pass(1000);
    expect(gone).toHaveLength(3);
    expect(waits).toHaveLength(3);
  });

  it('keeps all processes together to the requests that may be under way', async () => {
    const stop = new AbortController();
    let gone = 0;
    for (const rateLimiter of [rateLimiterOf(open()), rateLimiterOf(open())]) {
      for (let index = 0; index < 80; index += 1) {
        rateLimiter.enter(read, stop.signal).then(
          () => (gone += 1),
          () => {},
        );
      }
    }
    await place.clock.pass(1000);
    expect(gone).toBe(gitHubLimits.maxConcurrent);
    stop.abort();
    await settled();
  });

  it('gives the places of a process that has died to the others at once', async () => {
    const killed = rateLimiterOf(open());
    for (let index = 0; index < 79; index += 1) await killed.enter(create);
    for (let index = 0; index < 21; index += 1) await killed.enter(read);
    place.dead.push(1);
    expect(await room(open())).toBe(1);
  });

  it('lets another try after a limit if the process that tried has died', async () => {
    const [killed, other] = [rateLimiterOf(open()), rateLimiterOf(open())];
    const limit = { kind: 'primary', until: start + minute, reason: 'too much' } as const;
    await (await killed.enter(read)).leave({ answered: false, budget: null, limit });
    await place.clock.pass(minute);
    await killed.enter(read);
    place.dead.push(1);
    await (await other.enter(read)).leave(fine);
  });

  it('gives the places of a process that seems to live but says nothing to the others in the end', async () => {
    const silent = rateLimiterOf(open());
    for (let index = 0; index < 100; index += 1) await silent.enter(read);
    let gone = 0;
    rateLimiterOf(open())
      .enter(read)
      .then(() => (gone += 1));
    await place.clock.pass(110_000);
    expect(gone).toBe(0);
    await place.clock.pass(11_000);
    expect(gone).toBe(1);
  });

  it.each([
    ['GitHub', { ...gitHubLimits, writeInterval: 0 }],
    ['Bitbucket Cloud', bitbucketCloudLimits],
  ])(
    'never lets more through to %s than is documented, however processes interleave',
    async (_name, limits) => {
      const kinds = fc.constantFrom<LimitedRequest>(read, change, create);
      const step = fc.record({ request: kinds, milliseconds: fc.integer({ min: 0, max: 9000 }) });
      const writers = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), {
        minLength: 1,
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(writers, async (patterns) => {
          const stateFolder = mkdtempSync(join(place.folder, 'run-'));
          const arrivals = await simulateWriting({
            writers: patterns.map((pattern) => inTurn(open(stateFolder), pattern)),
            limits,
            clock: place.clock,
            milliseconds: 70 * minute,
          });
          expect(arrivals.length).toBeGreaterThan(0);
          for (const window of limits.windows) {
            expect(busiest(arrivals, window)).toBeLessThanOrEqual(window.limit);
          }
        }),
        // Where no file is between them, next-request.test.ts tries sixty.
        { numRuns: 4 },
      );
    },
    120_000,
  );

  it.each([1, 4])(
    'uses at least 95 percent of each hour in which %i processes write',
    async (count) => {
      const begun = place.clock.now();
      const pattern = [{ request: create, milliseconds: 700 }];
      const arrivals = await simulateWriting({
        writers: Array.from({ length: count }, () => inTurn(open(), pattern)),
        limits: gitHubLimits,
        clock: place.clock,
        milliseconds: 3 * hour,
      });
      for (const one of [0, 1, 2]) {
        const from = begun + one * hour;
        const used = arrivals.filter(({ at }) => at >= from && at < from + hour).length;
        expect(used).toBeGreaterThanOrEqual(0.95 * 500);
        expect(used).toBeLessThanOrEqual(500);
      }
    },
  );

  it('keeps a second between the writes of all processes', async () => {
    const patterns = [change, create, change].map((request) => [{ request, milliseconds: 100 }]);
    const arrivals = await simulateWriting({
      writers: patterns.map((pattern) => inTurn(open(), pattern)),
      limits: gitHubLimits,
      clock: place.clock,
      milliseconds: minute,
    });
    const gaps = arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    expect(arrivals.length).toBeGreaterThan(50);
  });
});

function inTurn(
  store: RateLimitStore,
  pattern: readonly ReturnType<SimulatedWriter['next']>[],
): SimulatedWriter {
  let next = 0;
  return {
    store,
    next: () => pattern[next++ % pattern.length] ?? { request: read, milliseconds: 1000 },
  };
}
