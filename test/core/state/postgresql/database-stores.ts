import type { Client } from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type { Migration } from '../../../../src/core/ports/records/migration.ts';
import type { MigrationWriter, Store } from '../../../../src/core/ports/store.ts';
import { createPostgresqlStore } from '../../../../src/core/state/postgresql/postgresql-store.ts';
import { openTestDatabase, type TestDatabase } from '../../../helpers/postgresql/test-database.ts';
import { markerKey, openDirectly } from './database-place.ts';

export const migration: Migration = {
  ...{ id: 'mig_000000000001', planDigest: 'd', planText: '{}', settings: '{}', status: 'pending' },
  source: { kind: 'bitbucket-cloud', workspace: 'w' },
  target: { organization: 'o' },
  ...{ createdAt: 1, updatedAt: 1 },
};
export const here = { pid: 1, hostname: 'here' };
export const other = { pid: 2, hostname: 'elsewhere' };

type Given = Partial<Parameters<typeof createPostgresqlStore>[0]>;

/** An empty database for each test of a file, with a connection beside the stores that it opens. */
export function databaseStoresForEach() {
  let database: TestDatabase;
  let admin: Client;
  let stores: Store[];
  beforeEach(async () => {
    stores = [];
    database = await openTestDatabase();
    admin = await database.connect();
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await admin.end();
    await database[Symbol.asyncDispose]();
  });

  function open(given: Given = {}): Store {
    const store = createPostgresqlStore({
      ...{ place: 'db:5432/state', open: () => openDirectly(database.url), clock: systemClock },
      ...{ isProcessAlive: () => true, hostname: 'here', machine: 'this one' },
      ...{ redactor: new Redactor(), markerKey, ...given },
    });
    stores.push(store);
    return store;
  }

  async function begin(given: Given = {}): Promise<MigrationWriter> {
    const store = open(given);
    await store.createMigration(migration, [{ source: 'web', target: 'web' }]);
    return store.acquire(migration.id, here);
  }

  return {
    get database() {
      return database;
    },
    get admin() {
      return admin;
    },
    ...{ open, begin },
  };
}
