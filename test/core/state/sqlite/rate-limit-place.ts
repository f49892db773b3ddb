import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { gitHubLimits } from '../../../../src/core/network/rate-limit/limits.ts';
import type { Outcome } from '../../../../src/core/network/rate-limit/next-request.ts';
import type {
  KeptRateLimitStore,
  RateLimitStore,
} from '../../../../src/core/network/rate-limit/rate-limit-store.ts';
import { createRateLimiter } from '../../../../src/core/network/rate-limit/rate-limiter.ts';
import type { WaitEvent } from '../../../../src/core/network/rate-limit/waiting.ts';
import { createSqliteRateLimitStore } from '../../../../src/core/state/sqlite/sqlite-rate-limit-store.ts';
import { createHandClock, type HandClock, settled } from '../../clocks.ts';
import { create } from '../../network/support/simulated-writing.ts';

export const start = Date.UTC(2026, 10, 20, 12);
export const minute = 60_000;
export const fileName = 'pace-1.sqlite';
export const fine: Omit<Outcome, 'enteredAt'> = { answered: true, budget: null, limit: null };

/** An empty state folder and a clock for each test of a file; each store of it is as in a process of its own. */
export function rateLimitPlaceForEach() {
  let folder: string;
  let clock: HandClock;
  let warnings: string[];
  let stores: KeptRateLimitStore[];
  let dead: number[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-pace-'));
    clock = createHandClock(start);
    [warnings, stores, dead] = [[], [], []];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true });
  });

  function open(stateFolder = folder): KeptRateLimitStore {
    const store = createSqliteRateLimitStore({
      stateFolder,
      clock,
      pid: stores.length + 1,
      isProcessAlive: (pid) => !dead.includes(pid),
      warn: (text) => warnings.push(text),
    });
    stores.push(store);
    return store;
  }

  function rateLimiterOf(
    store: RateLimitStore,
    { key = 'h k', waits = [] }: { key?: string; waits?: WaitEvent[] } = {},
  ) {
    // Without the second between writes: bursts show what a budget has left.
    const limits = { ...gitHubLimits, writeInterval: 0 };
    return createRateLimiter({
      key,
      host: 'h',
      limits,
      store,
      clock,
      onWait: (wait) => waits.push(wait),
    });
  }

  async function send(
    store: RateLimitStore,
    times: number,
    request = create,
    key = 'h k',
  ): Promise<void> {
    const rateLimiter = rateLimiterOf(store, { key });
    for (let sent = 0; sent < times; sent += 1)
      await (await rateLimiter.enter(request)).leave(fine);
  }

  /** How many creating requests are let go at once. */
  async function room(store: RateLimitStore, key = 'h k'): Promise<number> {
    const waits: WaitEvent[] = [];
    const rateLimiter = rateLimiterOf(store, { key, waits });
    const stop = new AbortController();
    let free = 0;
    while (waits.length === 0 && free < 200) {
      const entering = rateLimiter.enter(create, stop.signal).then(
        async (entered) => {
          free += 1;
          await entered.leave(fine);
        },
        () => {},
      );
      await settled();
      if (waits.length > 0) stop.abort();
      await entering;
    }
    return free;
  }

  return {
    get folder() {
      return folder;
    },
    get clock() {
      return clock;
    },
    /** Returns what the stores have warned of. */
    get warnings() {
      return warnings;
    },
    /** In the order of their opening: the first has process id 1. */
    get stores() {
      return stores;
    },
    /** Ids of processes that have died. */
    get dead() {
      return dead;
    },
    ...{ open, rateLimiterOf, send, room },
  };
}
