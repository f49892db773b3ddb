import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { Migration } from '../../../src/core/model/migration.ts';
import { Redactor } from '../../../src/core/redact.ts';
import {
  SqliteStore,
  type SqliteStoreOptions,
} from '../../../src/core/state/sqlite/sqlite-store.ts';
import { storeContract } from './store-contract.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-state-'));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

function options(stateFolder: string): SqliteStoreOptions {
  return {
    stateFolder,
    clock: systemClock,
    isProcessAlive: () => true,
    redactor: new Redactor(),
    hostname: 'here',
  };
}

function open(stateFolder = folder) {
  return new SqliteStore(options(stateFolder));
}

const migration: Migration = {
  id: 'mig_000000000001',
  planDigest: 'd',
  planText: '{}',
  source: { kind: 'bitbucket-cloud', workspace: 'w' },
  target: { organization: 'o' },
  settings: '{}',
  status: 'pending',
  createdAt: 1,
  updatedAt: 1,
};

storeContract('SqliteStore', (given) => new SqliteStore({ ...options(folder), ...given }));

describe('SqliteStore', () => {
  it('makes nothing as long as it is only read', async () => {
    const store = open(join(folder, 'not-there'));
    expect(await store.listMigrations()).toEqual([]);
    expect(() => statSync(join(folder, 'not-there'))).toThrow();
    await store.close();
  });

  it('keeps its folder and its file from other accounts', async () => {
    const stateFolder = join(folder, 'state');
    const store = open(stateFolder);
    await store.createMigration(migration, []);
    expect(statSync(stateFolder).mode & 0o777).toBe(0o700);
    expect(statSync(join(stateFolder, 'migrator.sqlite')).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it('says so when the file is damaged, and leaves it as it is', async () => {
    const path = join(folder, 'migrator.sqlite');
    writeFileSync(
      path,
      'this is no database, and longer than a header of one hundred bytes would be.'.repeat(3),
    );
    const before = statSync(path).size;
    const error = await open()
      .listMigrations()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'state', message: expect.stringContaining('is damaged') });
    expect(statSync(path).size).toBe(before);
  });

  it('does not touch a state that a newer version wrote', async () => {
    const database = new DatabaseSync(join(folder, 'migrator.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(open().listMigrations()).rejects.toThrow('written by a newer version');
    await expect(open().acquire('mig_000000000001', { pid: 1, hostname: 'here' })).rejects.toThrow(
      'written by a newer version',
    );
  });

  it('notices that its file was removed or replaced while it was used', async () => {
    const store = open();
    await store.createMigration(migration, []);
    const writer = await store.acquire(migration.id, { pid: 1, hostname: 'here' });
    await writer.renew();
    rmSync(join(folder, 'migrator.sqlite'));
    await expect(writer.renew()).rejects.toMatchObject({ code: 'state', retry: 'fatal' });
    await expect(writer.setStatus('completed')).rejects.toThrow('removed or replaced');
    await store.close();
  });

  it('keeps no secret that a host has echoed', async () => {
    const redactor = new Redactor();
    redactor.add('ghp_echoed_by_the_host');
    const store = new SqliteStore({ ...options(folder), redactor });
    await store.createMigration(migration, [{ source: 'api', target: 'api' }]);
    const writer = await store.acquire(migration.id, { pid: 1, hostname: 'here' });
    const detail = 'bad token ghp_echoed_by_the_host';
    const failure = {
      code: 'permission',
      message: detail,
      hint: null,
      retry: 'no',
      detail,
    } as const;
    await writer.saveRepository('api', { status: 'failed', failure });
    await store.close();
    expect(readFileSync(join(folder, 'migrator.sqlite'), 'latin1')).not.toContain('ghp_echoed');
  });
});
