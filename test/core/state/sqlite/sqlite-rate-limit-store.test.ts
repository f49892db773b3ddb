import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { createMemoryRateLimitStore } from '../../../../src/core/network/rate-limit/rate-limit-store.ts';
import { createSqliteRateLimitStore } from '../../../../src/core/state/sqlite/sqlite-rate-limit-store.ts';
import { settled } from '../../clocks.ts';
import { create } from '../../network/support/simulated-writing.ts';
import { rateLimitContract } from '../rate-limit-contract.ts';
import { fileName, rateLimitPlaceForEach } from './rate-limit-place.ts';

const place = rateLimitPlaceForEach();
const { open, send, room } = place;

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

let shared: string;
rateLimitContract('SQLite rate limits', {
  open: ({ pid, isProcessAlive }) =>
    createSqliteRateLimitStore({
      ...{ stateFolder: shared, clock: systemClock, pid, isProcessAlive, warn: () => {} },
    }),
  async clear() {
    shared = mkdtempSync(join(place.folder, 'contract-'));
  },
});

describe.each([
  ['SQLite rate limits', () => open()],
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

describe('SQLite rate limits', () => {
  it('lets another process and a later run go on with the same budget', async () => {
    await send(open(), 50);
    await send(open(), 20);
    for (const store of place.stores) store.close();
    expect(await room(open())).toBe(10);
    expect(place.warnings).toEqual([]);
  });

  it('notes the end of a request together with the next one, and the last by itself', async () => {
    await send(open(), 50);
    await settled();
    // As many as there were requests, and one for the end of the last.
    expect(writesOf(place.folder)).toBe(51);
  });

  it('notes the end of the last request when it is closed at once', async () => {
    const first = open();
    await send(first, 50);
    first.close();
    await settled();
    expect(writesOf(place.folder)).toBe(51);
    expect(await room(open())).toBe(30);
  });

  it('knows the account of a credential in a later run before the host has reported it again', async () => {
    const first = open();
    await first.fold('h one', 'h account');
    await first.fold('h two', 'h account');
    await send(first, 75, create, 'h one');
    expect(await room(open(), 'h two')).toBe(5);
  });

  it('keeps its files from other accounts', async () => {
    const stateFolder = join(place.folder, 'state');
    await send(open(stateFolder), 1);
    expect(statSync(stateFolder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(stateFolder)) {
      expect(statSync(join(stateFolder, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('makes nothing before the first request', () => {
    open(join(place.folder, 'not-there'));
    expect(() => statSync(join(place.folder, 'not-there'))).toThrow();
  });
  it('waits for a process that holds the file', async () => {
    const store = open();
    await send(store, 1);
    const holder = new DatabaseSync(join(place.folder, fileName));
    holder.exec('BEGIN IMMEDIATE');
    const sending = send(store, 1);
    await settled();
    expect(place.clock.sleeping).toBe(1);
    holder.exec('COMMIT');
    holder.close();
    await place.clock.pass(100);
    await sending;
    expect(await room(store)).toBe(78);
    expect(place.warnings).toEqual([]);
  });
});
