import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/kernel/clock.ts';
import { gitHubLimits } from '../../../src/core/network/rate-limit/limits.ts';
import {
  freshRateLimitState,
  type RateLimitState,
} from '../../../src/core/network/rate-limit/rate-limit-state.ts';
import {
  createMemoryRateLimitStore,
  type KeptRateLimitStore,
  type RateLimitStore,
} from '../../../src/core/network/rate-limit/rate-limit-store.ts';
import { createRateLimiter } from '../../../src/core/network/rate-limit/rate-limiter.ts';
import type { WaitEvent } from '../../../src/core/network/rate-limit/waiting.ts';

const create = { points: 5, contentCreating: true };
const keys = ['h one', 'h two', 'g one'];
const accounts = ['h account', 'g account'];

const action = fc.record({
  process: fc.nat({ max: 2 }),
  what: fc.constantFrom('update' as const, 'soon' as const, 'fold' as const, 'read' as const),
  key: fc.constantFrom(...keys),
  account: fc.constantFrom(...accounts),
  limit: fc.constantFrom('a', 'b'),
  by: fc.integer({ min: 1, max: 9 }),
});

type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** Does it, and gives what the store says. */
async function act(store: RateLimitStore, { what, key, account, limit, by }: Action) {
  if (what === 'update') return store.update(key, added(limit, by));
  if (what === 'fold') await store.fold(key, account);
  if (what === 'soon') store.updateSoon(key, (state) => added(limit, by)(state).state);
  // Other processes learn of a late change with this one's next update.
  return read(store, key);
}

/**
 * States what every store of rate limits that processes share has to keep.
 * @param open as another process, by its id
 */
export function rateLimitContract(
  name: string,
  place: {
    open: (process: {
      pid: number;
      isProcessAlive: (pid: number) => boolean;
    }) => KeptRateLimitStore;
    clear: () => Promise<void>;
  },
): void {
  describe(`${name} as a store of rate limits`, () => {
    let opened: KeptRateLimitStore[];
    let dead: Set<number>;
    beforeEach(async () => {
      opened = [];
      dead = new Set();
      await place.clear();
    });
    afterEach(async () => {
      for (const store of opened) await store.close();
    });

    function open(): KeptRateLimitStore {
      const isProcessAlive = (pid: number) => !dead.has(pid);
      const store = place.open({ pid: opened.length + 1, isProcessAlive });
      opened.push(store);
      return store;
    }

    it('counts everything once, however many processes write at a time', async () => {
      const stores = [open(), open(), open()];
      const each = 20;
      await Promise.all(
        stores.flatMap((store) =>
          Array.from({ length: each }, () => store.update('h one', added('x', 1))),
        ),
      );
      for (const store of stores) store.updateSoon('h one', (state) => added('x', 1)(state).state);
      for (const store of stores) await store.update('h two', added('x', 1));
      await expect
        .poll(async () => (await read(open(), 'h one')).hostLimits.x)
        .toBe(stores.length * (each + 1));
      expect((await read(open(), 'h two')).hostLimits.x).toBe(stores.length);
    });

    it('holds what memory does in random histories of three processes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
          await place.clear();
          const model = createMemoryRateLimitStore();
          const stores = [open(), open(), open()];
          for (const one of actions) {
            const store = stores[one.process] as KeptRateLimitStore;
            expect(await act(store, one)).toEqual(await act(model, one));
          }
          const reader = open();
          for (const key of [...keys, ...accounts])
            expect(await read(reader, key)).toEqual(await read(model, key));
          for (const store of opened.splice(0)) await store.close();
        }),
        { numRuns: 25 },
      );
    });

    it('lets all processes together through as often as the host allows, and no more', async () => {
      const stores = [open(), open()];
      const stop = new AbortController();
      const waits: WaitEvent[] = [];
      let entered = 0;
      const requests = stores.flatMap((store) => {
        const limiter = limiterOf(store, (wait) => waits.push(wait));
        return Array.from({ length: 60 }, () =>
          limiter.enter(create, stop.signal).then(
            async ({ leave }) => {
              entered += 1;
              await leave({ answered: true, budget: null, limit: null });
            },
            () => {},
          ),
        );
      });
      await expect.poll(() => entered + waits.length, { timeout: 60_000 }).toBe(120);
      stop.abort();
      await Promise.all(requests);
      // What GitHub allows in a minute.
      expect(entered).toBe(80);
    });

    it('gives the places of a process that has died to the others at once', async () => {
      const killed = limiterOf(open());
      for (let index = 0; index < 79; index += 1) await killed.enter(create);
      dead.add(1);
      const other = open();
      const { leave } = await limiterOf(other).enter(create);
      await leave({ answered: true, budget: null, limit: null });
      const state = await read(other, 'h one');
      expect(Object.keys(state.underWay).every((client) => client.startsWith(other.owner))).toBe(
        true,
      );
    });

    it('makes all processes wait for the limit that one of them has met', async () => {
      const { leave } = await limiterOf(open()).enter(create);
      const until = systemClock.now() + 60_000;
      const limit = { kind: 'secondary', until, reason: 'slow down' } as const;
      await leave({ answered: false, budget: null, limit });
      const waits: WaitEvent[] = [];
      const stop = new AbortController();
      const waiting = limiterOf(open(), (wait) => waits.push(wait)).enter(create, stop.signal);
      await expect.poll(() => waits).toEqual([expect.objectContaining({ until })]);
      stop.abort();
      await waiting.catch(() => {});
    });
  });
}

function limiterOf(store: RateLimitStore, onWait: (wait: WaitEvent) => void = () => {}) {
  // Without the second between writes.
  const limits = { ...gitHubLimits, writeInterval: 0 };
  return createRateLimiter({ key: 'h one', host: 'h', limits, store, clock: systemClock, onWait });
}

/** Adds to one of the numbers of a state. */
function added(name: string, by: number) {
  return (state: RateLimitState) => {
    const sum = (state.hostLimits[name] ?? 0) + by;
    return { state: { ...state, hostLimits: { ...state.hostLimits, [name]: sum } }, result: sum };
  };
}

async function read(store: RateLimitStore, key: string): Promise<RateLimitState> {
  const state = await store.update(key, (now) => ({ state: now, result: now }));
  return { ...freshRateLimitState, ...state };
}
