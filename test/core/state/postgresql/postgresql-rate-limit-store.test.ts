import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import type { KeptRateLimitStore } from '../../../../src/core/network/rate-limit/rate-limit-store.ts';
import { createPostgresqlRateLimitStore } from '../../../../src/core/state/postgresql/postgresql-rate-limit-store.ts';
import { openTestDatabase, type TestDatabase } from '../../../helpers/postgresql/test-database.ts';
import { rateLimitContract } from '../rate-limit-contract.ts';
import { createClientPool, markerKey, openDirectly } from './database-place.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createClientPool>;
let admin: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  pool = createClientPool(database.url);
  admin = await database.connect();
  await open().update('h', (state) => ({ state, result: null }));
});
afterAll(async () => {
  await pool.close();
  await admin.end();
  await database[Symbol.asyncDispose]();
});

type Given = Partial<Parameters<typeof createPostgresqlRateLimitStore>[0]>;

function open(given: Given = {}): KeptRateLimitStore {
  return createPostgresqlRateLimitStore({
    ...{ place: 'db:5432/state', open: pool.open, clock: systemClock, pid: 1, machine: 'this one' },
    ...{ isProcessAlive: () => true, markerKey, warn: () => {}, ...given },
  });
}

rateLimitContract('PostgreSQL rate limits', {
  open: (process) => open(process),
  async clear() {
    await admin.query('DELETE FROM migrator.budget; DELETE FROM migrator.budget_alias');
  },
});

const counted = (state: { lastWriteAt: number }) => state.lastWriteAt;

describe('PostgreSQL rate limits', () => {
  it('names a budget by its host and by nothing that leads back to a credential', async () => {
    const store = open();
    const noted = { lastWriteAt: 7 };
    await store.update('api.github.com 0123456789abcdef', (state) => ({
      ...{ state: { ...state, ...noted }, result: null },
    }));
    const { rows } = await admin.query('SELECT name FROM migrator.budget');
    const names = rows.map(({ name }) => String(name));
    expect(names).toContainEqual(expect.stringMatching(/^api\.github\.com [0-9a-f]{32}$/));
    expect(names.join()).not.toContain('0123456789abcdef');
    await store.close();
  });

  it('takes a process of another machine for alive, whatever its id', () => {
    const here = open({ isProcessAlive: () => false });
    const elsewhere = open({ machine: 'another', isProcessAlive: () => false });
    expect(here.isAlive(elsewhere.owner)).toBe(true);
    expect(here.isAlive(here.owner)).toBe(true);
    expect(here.isAlive(open({ pid: 9 }).owner)).toBe(false);
  });

  it('keeps to the pace alone with what it knew, and says so once, where the database is lost', async () => {
    let isCut = false;
    const warnings: string[] = [];
    const store = open({
      patience: 0,
      warn: (message) => warnings.push(message),
      open: async () => {
        if (isCut) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        return openDirectly(database.url);
      },
    });
    await store.update('h k', (state) => ({ state: { ...state, lastWriteAt: 5 }, result: null }));
    isCut = true;
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    for (const _ of [1, 2]) {
      const at = await store.update('h k', (state) => ({ state, result: counted(state) }));
      expect(at).toBe(5);
    }
    expect(warnings).toEqual([
      'Lost the connection to the database at db:5432/state. migrator does not count requests of other processes and machines.',
    ]);
    await store.close();
  });
});
