import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type { Migration } from '../../../../src/core/ports/records/migration.ts';
import { loadMarkerKey } from '../../../../src/core/state/marker-key.ts';
import { examineState } from '../../../../src/core/state/sqlite/open-database.ts';
import { setStateAside } from '../../../../src/core/state/sqlite/set-aside.ts';
import {
  SqliteStore,
  type SqliteStoreOptions,
} from '../../../../src/core/state/sqlite/sqlite-store.ts';
import { storeContract } from '../store-contract.ts';
import { storeHistories } from '../store-histories.ts';
import type { OpenStorePlace } from '../store-place.ts';

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

/** Rights hold for nobody who is root: this makes them hold. */
async function asSomebodyElse(work: () => Promise<void>): Promise<void> {
  const { geteuid, seteuid } = process;
  if (geteuid === undefined || seteuid === undefined || geteuid() !== 0) return work();
  const nobody = 65_534;
  seteuid(nobody);
  try {
    await work();
  } finally {
    seteuid(0);
  }
}

const openPlace: OpenStorePlace = async () => {
  const place = mkdtempSync(join(tmpdir(), 'migrator-place-'));
  return {
    open({ now, isProcessAlive }) {
      const clock = { now, sleep: () => Promise.reject(new Error('nobody sleeps here')) };
      return new SqliteStore({ ...options(place), clock, isProcessAlive });
    },
    async setTime() {},
    async [Symbol.asyncDispose]() {
      rmSync(place, { recursive: true });
    },
  };
};

storeContract('SqliteStore', openPlace);
storeHistories('SqliteStore', openPlace, 100);

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

  it('writes nothing into a file that is not whole', async () => {
    const store = open();
    await store.createMigration(migration, [{ source: 'api', target: 'api' }]);
    await store.close();
    const path = join(folder, 'migrator.sqlite');
    const bytes = readFileSync(path);
    // The pages behind the schema's: a first look at the file finds nothing wrong.
    bytes.fill(0xa5, 3 * 4096);
    writeFileSync(path, bytes);
    await expect(open().acquire(migration.id, { pid: 1, hostname: 'here' })).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('is damaged'),
      hint: expect.stringContaining('--reset-state'),
    });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('says that it is busy where another process holds it for long, and can go on afterwards', async () => {
    const store = open();
    await store.createMigration(migration, []);
    const other = new DatabaseSync(join(folder, 'migrator.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    await expect(store.acquire(migration.id, { pid: 1, hostname: 'here' })).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('is busy'),
      hint: expect.stringContaining('--resume <id>'),
    });
    other.exec('ROLLBACK');
    other.close();
    await expect(store.acquire(migration.id, { pid: 1, hostname: 'here' })).resolves.toBeDefined();
    await store.close();
  });

  it('says so where it may not be written, or not be read, and changes nothing', async () => {
    const store = open();
    await store.createMigration(migration, []);
    await store.close();
    const path = join(folder, 'migrator.sqlite');
    const before = readFileSync(path);
    for (const [fileMode, folderMode] of [
      [0o444, 0o555],
      [0o000, 0o755],
    ] as const) {
      chmodSync(path, fileMode);
      chmodSync(folder, folderMode);
      await asSomebodyElse(async () => {
        const blocked = open();
        const acquiring = blocked.acquire(migration.id, { pid: 1, hostname: 'here' });
        await expect(acquiring).rejects.toMatchObject({
          code: 'state',
          message: expect.stringContaining('Cannot write or open the state at'),
          hint: expect.stringContaining('--resume <id>'),
        });
        await blocked.close();
      });
      chmodSync(folder, 0o700);
      chmodSync(path, 0o600);
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  it('can be read where it may not be written', async () => {
    const store = open();
    await store.createMigration(migration, []);
    await store.close();
    chmodSync(join(folder, 'migrator.sqlite'), 0o444);
    chmodSync(folder, 0o555);
    await asSomebodyElse(async () => {
      const reader = open();
      expect(await reader.listMigrations()).toHaveLength(1);
      await reader.close();
    });
  });

  it('tells a state from one that is absent, and from one whose making was broken off', async () => {
    expect(examineState(folder)).toBe('absent');
    writeFileSync(join(folder, 'migrator.sqlite'), '');
    expect(examineState(folder)).toBe('absent');
    await loadMarkerKey(folder);
    expect(examineState(folder)).toBe('damaged');
    rmSync(join(folder, 'migrator.sqlite'));
    const store = open();
    await store.createMigration(migration, []);
    expect(examineState(folder)).toBe('sound');
    await store.close();
  });

  it('is set aside with what lies beside it, each under a name of its own', async () => {
    const path = join(folder, 'migrator.sqlite');
    for (const content of ['first', 'second']) {
      writeFileSync(path, content);
      writeFileSync(`${path}-wal`, `${content} log`);
      const kept = setStateAside(folder, Date.UTC(2026, 10, 20));
      expect(readFileSync(kept, 'utf8')).toBe(content);
      expect(readFileSync(`${kept}-wal`, 'utf8')).toBe(`${content} log`);
    }
    expect(readdirSync(folder).sort()).toEqual([
      'migrator.sqlite.damaged-20261120',
      'migrator.sqlite.damaged-20261120-2',
      'migrator.sqlite.damaged-20261120-2-wal',
      'migrator.sqlite.damaged-20261120-wal',
    ]);
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
