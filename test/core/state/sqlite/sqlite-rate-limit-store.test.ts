import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import type { LimitedRequest } from '../../../../src/core/network/rate-limit/in-flight.ts';
import {
  bitbucketCloudLimits,
  gitHubLimits,
} from '../../../../src/core/network/rate-limit/limits.ts';
import type { Outcome } from '../../../../src/core/network/rate-limit/next-request.ts';
import {
  createMemoryRateLimitStore,
  type RateLimitStore,
} from '../../../../src/core/network/rate-limit/rate-limit-store.ts';
import { createRateLimiter } from '../../../../src/core/network/rate-limit/rate-limiter.ts';
import type { WaitEvent } from '../../../../src/core/network/rate-limit/waiting.ts';
import { SqliteRateLimitStore } from '../../../../src/core/state/sqlite/sqlite-rate-limit-store.ts';
import { createHandClock, type HandClock, settled } from '../../clocks.ts';
import {
  busiest,
  change,
  create,
  read,
  type SimulatedWriter,
  simulateWriting,
} from '../../network/support/simulated-writing.ts';
import { rateLimitContract } from '../rate-limit-contract.ts';

const start = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const hour = 60 * minute;
const fileName = 'pace-1.sqlite';

let folder: string;
let clock: HandClock;
let warnings: string[];
let stores: SqliteRateLimitStore[];
let dead: number[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-pace-'));
  clock = createHandClock(start);
  warnings = [];
  stores = [];
  dead = [];
});
afterEach(() => {
  for (const store of stores) store.close();
  rmSync(folder, { recursive: true });
});

/** As a process of its own would have it. */
function open(stateFolder = folder): SqliteRateLimitStore {
  const store = new SqliteRateLimitStore({
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

const fine: Omit<Outcome, 'enteredAt'> = { answered: true, budget: null, limit: null };

async function send(
  store: RateLimitStore,
  times: number,
  request = create,
  key = 'h k',
): Promise<void> {
  const rateLimiter = rateLimiterOf(store, { key });
  for (let sent = 0; sent < times; sent += 1) await (await rateLimiter.enter(request)).leave(fine);
}

/** How often the budget was written. */
function writesOf(stateFolder: string): number {
  const database = new DatabaseSync(join(stateFolder, fileName), { readOnly: true });
  try {
    const [row] = database.prepare('SELECT revision FROM pace').all();
    return Number(String(row?.revision).split(' ')[1]);
  } finally {
    database.close();
  }
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

let shared: string;
rateLimitContract('SqliteRateLimitStore', {
  open: ({ pid, isProcessAlive }) =>
    new SqliteRateLimitStore({
      ...{ stateFolder: shared, clock: systemClock, pid, isProcessAlive, warn: () => {} },
    }),
  async clear() {
    shared = mkdtempSync(join(folder, 'contract-'));
  },
});

describe.each([
  ['SqlitePaceStore', () => open()],
  ['the memory store', () => createMemoryRateLimitStore()],
])('%s', (_name, make) => {
  it('keeps each budget by itself', async () => {
    const store = make();
    await send(store, 70, create, 'h one');
    expect(await room(store, 'h one')).toBe(10);
    expect(await room(store, 'h two')).toBe(80);
  });

  it('makes the budgets of two credentials one when both turn out to be of one account', async () => {
    const store = make();
    await send(store, 30, create, 'h one');
    await send(store, 40, create, 'h two');
    await store.fold('h one', 'h account');
    await store.fold('h two', 'h account');
    await store.fold('h two', 'h account');
    expect(await room(store, 'h one')).toBe(10);
    expect(await room(store, 'h two')).toBe(0);
  });
});

describe('SqlitePaceStore', () => {
  it('lets another process and a later run go on with the same budget', async () => {
    await send(open(), 50);
    await send(open(), 20);
    for (const store of stores) store.close();
    expect(await room(open())).toBe(10);
    expect(warnings).toEqual([]);
  });

  it('notes the end of a request together with the next one, and the last by itself', async () => {
    await send(open(), 50);
    await settled();
    // As many as there were requests, and one for the end of the last.
    expect(writesOf(folder)).toBe(51);
  });

  it('notes the end of the last request when it is closed at once', async () => {
    const first = open();
    await send(first, 50);
    first.close();
    await settled();
    expect(writesOf(folder)).toBe(51);
    expect(await room(open())).toBe(30);
  });

  it('keeps the end of a request whose file could no longer be used when it was noted', async () => {
    const store = open();
    await send(store, 50);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(await room(store)).toBe(30);
    rmSync(folder);
    mkdirSync(folder);
  });

  it('knows the account of a credential in a later run before the host has told it again', async () => {
    const first = open();
    await first.fold('h one', 'h account');
    await first.fold('h two', 'h account');
    await send(first, 75, create, 'h one');
    expect(await room(open(), 'h two')).toBe(5);
  });

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
    await clock.pass(minute - 1);
    expect(gone).toHaveLength(0);
    await clock.pass(1001);
    expect(gone).toHaveLength(1);
    await gone[0]?.();
    await clock.pass(1000);
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
    await clock.pass(1000);
    expect(gone).toBe(gitHubLimits.maxConcurrent);
    stop.abort();
    await settled();
  });

  it('gives the places of a process that has died to the others at once', async () => {
    const killed = rateLimiterOf(open());
    for (let index = 0; index < 79; index += 1) await killed.enter(create);
    for (let index = 0; index < 21; index += 1) await killed.enter(read);
    dead.push(1);
    expect(await room(open())).toBe(1);
  });

  it('lets another try after a limit if the process that tried has died', async () => {
    const [killed, other] = [rateLimiterOf(open()), rateLimiterOf(open())];
    const limit = { kind: 'primary', until: start + minute, reason: 'too much' } as const;
    await (await killed.enter(read)).leave({ answered: false, budget: null, limit });
    await clock.pass(minute);
    await killed.enter(read);
    dead.push(1);
    await (await other.enter(read)).leave(fine);
  });

  it('gives the places of a process that seems to live but says nothing to the others in the end', async () => {
    const silent = rateLimiterOf(open());
    for (let index = 0; index < 100; index += 1) await silent.enter(read);
    let gone = 0;
    rateLimiterOf(open())
      .enter(read)
      .then(() => (gone += 1));
    await clock.pass(110_000);
    expect(gone).toBe(0);
    await clock.pass(11_000);
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
          const stateFolder = mkdtempSync(join(folder, 'run-'));
          const arrivals = await simulateWriting({
            writers: patterns.map((pattern) => inTurn(open(stateFolder), pattern)),
            limits,
            clock,
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
      const begun = clock.now();
      const pattern = [{ request: create, milliseconds: 700 }];
      const arrivals = await simulateWriting({
        writers: Array.from({ length: count }, () => inTurn(open(), pattern)),
        limits: gitHubLimits,
        clock,
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
      clock,
      milliseconds: minute,
    });
    const gaps = arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    expect(arrivals.length).toBeGreaterThan(50);
  });

  it('keeps its files from other accounts', async () => {
    const stateFolder = join(folder, 'state');
    await send(open(stateFolder), 1);
    expect(statSync(stateFolder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(stateFolder)) {
      expect(statSync(join(stateFolder, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('makes nothing before the first request', () => {
    open(join(folder, 'not-there'));
    expect(() => statSync(join(folder, 'not-there'))).toThrow();
  });

  it('begins afresh with a damaged file, and keeps to the pace from then on', async () => {
    await send(open(), 50);
    stores.pop()?.close();
    writeFileSync(join(folder, fileName), 'this is no database '.repeat(400));
    const [one, other] = [open(), open()];
    await send(one, 30);
    await send(other, 20);
    expect(await room(open())).toBe(30);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['overwritten', (size: number) => Buffer.alloc(size, 0x2a)],
    ['cut off', () => Buffer.alloc(0)],
  ])('keeps all together who use a file that is %s', async (_how, contents) => {
    const [one, other] = [open(), open()];
    await send(one, 10);
    await send(other, 10);
    const path = join(folder, fileName);
    writeFileSync(path, contents(statSync(path).size));
    writeFileSync(`${path}-wal`, contents(100));
    await send(one, 20);
    await send(other, 20);
    const third = await room(open());
    expect(third).toBeGreaterThanOrEqual(20);
    expect(third).toBeLessThanOrEqual(40);
    expect((await room(one)) + (await room(other))).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('takes a damaged budget for a fresh one', async () => {
    await send(open(), 50);
    await settled();
    const database = new DatabaseSync(join(folder, fileName));
    database.exec(`UPDATE pace SET revision = 'x', state = '{"version":1,"windows":[' `);
    database.close();
    expect(await room(open())).toBe(80);
  });

  it('finds its way when the state folder is removed while it is used', async () => {
    const store = open();
    await send(store, 30);
    rmSync(folder, { recursive: true });
    await send(store, 30);
    expect(await room(open())).toBe(20);
    expect(warnings).toEqual([]);
  });

  it('keeps to the pace alone, and says so once, where a newer version wrote the file', async () => {
    const database = new DatabaseSync(join(folder, fileName));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const store = open();
    await send(store, 60);
    await store.fold('h k', 'h account');
    expect(await room(store)).toBe(20);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Cannot record recent requests in .*: it was written by a newer version/,
      ),
    ]);
  });

  it('keeps to the pace alone, and says so once, where nothing can be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const store = open(join(file, 'state'));
    await send(store, 60);
    expect(await room(store)).toBe(20);
    expect(warnings).toHaveLength(1);
    mkdirSync(join(folder, 'own', fileName), { recursive: true });
    expect(await room(open(join(folder, 'own')))).toBe(80);
    expect(warnings).toHaveLength(2);
  });

  it('takes what it knew along when the file can no longer be used', async () => {
    const store = open();
    await store.fold('h k', 'h account');
    await send(store, 60);
    const database = new DatabaseSync(join(folder, fileName));
    database.exec('PRAGMA user_version = 99');
    database.close();
    // Another file in its place: it is opened anew.
    rmSync(join(folder, fileName));
    const newer = new DatabaseSync(join(folder, fileName));
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    expect(await room(store)).toBe(20);
    expect(warnings).toHaveLength(1);
  });

  it('waits for a process that holds the file', async () => {
    const store = open();
    await send(store, 1);
    const holder = new DatabaseSync(join(folder, fileName));
    holder.exec('BEGIN IMMEDIATE');
    const sending = send(store, 1);
    await settled();
    expect(clock.sleeping).toBe(1);
    holder.exec('COMMIT');
    holder.close();
    await clock.pass(100);
    await sending;
    expect(await room(store)).toBe(78);
    expect(warnings).toEqual([]);
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
