import type { Client } from 'pg';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import { readDatabaseAddress } from '../../../../src/core/state/postgresql/connection/database-address.ts';
import { openClient } from '../../../../src/core/state/postgresql/connection/open-client.ts';
import { schemaSql } from '../../../../src/core/state/postgresql/lease/schema.ts';
import { createPostgresqlStore } from '../../../../src/core/state/postgresql/postgresql-store.ts';
import { openTestDatabase, type TestDatabase } from '../../../helpers/postgresql/test-database.ts';
import { hostname, type OpenStorePlace } from '../store-place.ts';

/** Connections by the socket of the test run's server. */
export function openDirectly(url: string): Promise<Client> {
  const address = readDatabaseAddress(url, {});
  return openClient({ address, password: async () => null, authorities: async () => [] });
}

export const markerKey = { has: () => true, load: async () => Buffer.alloc(32, 7) };

/** Connections that are used again after their end: to open one takes longer than a whole history. */
export function createClientPool(url: string) {
  const idle: Client[] = [];
  const ends: (() => Promise<void>)[] = [];
  async function open(): Promise<Client> {
    const used = idle.pop();
    if (used !== undefined) return used;
    const client = await openDirectly(url);
    const end = client.end.bind(client);
    ends.push(() => end());
    client.end = async () => {
      idle.push(client);
    };
    return client;
  }
  return { open, close: () => Promise.all(ends.map((end) => end())) };
}

/** One database for a file of tests, emptied for each place; its clock is moved by the test. */
export function openDatabasePlaces() {
  let database: TestDatabase;
  let pool: ReturnType<typeof createClientPool>;
  const openPlace: OpenStorePlace = async () => {
    const own = await pool.open();
    await own.query(`
      DELETE FROM migrator.migration; DELETE FROM migrator.worker_claim;
      DELETE FROM migrator.secret_lease; DELETE FROM migrator.secret_note;
      DELETE FROM migrator.budget; DELETE FROM migrator.budget_alias;
      UPDATE migrator.about SET marker_key = NULL;
    `);
    return {
      // The process's own clock is wrong, and must not matter.
      open: ({ isProcessAlive }) =>
        createPostgresqlStore({
          ...{ place: database.name, open: pool.open, clock: systemClock },
          ...{ isProcessAlive, hostname, machine: 'this one', redactor: new Redactor(), markerKey },
        }),
      async setTime(now) {
        await own.query(`UPDATE migrator.test_clock SET now = ${now}`);
      },
      [Symbol.asyncDispose]: () => own.end(),
    };
  };
  return {
    openPlace,
    async open() {
      database = await openTestDatabase();
      await database.run(`${schemaSql}
        CREATE TABLE migrator.test_clock AS SELECT 0::bigint AS now;
        CREATE OR REPLACE FUNCTION migrator.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
          'SELECT now FROM migrator.test_clock';
      `);
      pool = createClientPool(database.url);
    },
    async close() {
      await pool.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
