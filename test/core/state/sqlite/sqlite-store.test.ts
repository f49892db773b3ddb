import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import { loadMarkerKey } from '../../../../src/core/state/marker-key.ts';
import { examineState } from '../../../../src/core/state/sqlite/open-database.ts';
import { setStateAside } from '../../../../src/core/state/sqlite/set-aside.ts';
import { createSqliteStore } from '../../../../src/core/state/sqlite/sqlite-store.ts';
import { storeContract } from '../store-contract.ts';
import { storeHistories } from '../store-histories.ts';
import type { OpenStorePlace } from '../store-place.ts';
import { migration, stateFolderForEach, storeOptions } from './sqlite-place.ts';

const openPlace: OpenStorePlace = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrator-place-'));
  return {
    open({ now, isProcessAlive }) {
      const clock = { now, sleep: () => Promise.reject(new Error('nobody sleeps here')) };
      return createSqliteStore({ ...storeOptions(folder), clock, isProcessAlive });
    },
    async setTime() {},
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true });
    },
  };
};

storeContract('SQLite store', openPlace);
storeHistories('SQLite store', openPlace, 100);

const place = stateFolderForEach();

describe('SQLite store', () => {
  it('makes nothing as long as it is only read', async () => {
    const store = place.open(join(place.folder, 'not-there'));
    expect(await store.listMigrations()).toEqual([]);
    expect(() => statSync(join(place.folder, 'not-there'))).toThrow();
    await store.close();
  });

  it('keeps its folder and its file from other accounts', async () => {
    const stateFolder = join(place.folder, 'state');
    const store = place.open(stateFolder);
    await store.createMigration(migration, []);
    expect(statSync(stateFolder).mode & 0o777).toBe(0o700);
    expect(statSync(join(stateFolder, 'migrator.sqlite')).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it('tells a state from one that is absent, and from one whose making was broken off', async () => {
    expect(examineState(place.folder)).toBe('absent');
    writeFileSync(join(place.folder, 'migrator.sqlite'), '');
    expect(examineState(place.folder)).toBe('absent');
    await loadMarkerKey(place.folder);
    expect(examineState(place.folder)).toBe('damaged');
    rmSync(join(place.folder, 'migrator.sqlite'));
    const store = place.open();
    await store.createMigration(migration, []);
    expect(examineState(place.folder)).toBe('sound');
    await store.close();
  });

  it('is set aside with what lies beside it, each under a name of its own', async () => {
    const path = join(place.folder, 'migrator.sqlite');
    for (const content of ['first', 'second']) {
      writeFileSync(path, content);
      writeFileSync(`${path}-wal`, `${content} log`);
      const kept = setStateAside(place.folder, Date.UTC(2026, 10, 20));
      expect(readFileSync(kept, 'utf8')).toBe(content);
      expect(readFileSync(`${kept}-wal`, 'utf8')).toBe(`${content} log`);
    }
    expect(readdirSync(place.folder).sort()).toEqual([
      'migrator.sqlite.damaged-20261120',
      'migrator.sqlite.damaged-20261120-2',
      'migrator.sqlite.damaged-20261120-2-wal',
      'migrator.sqlite.damaged-20261120-wal',
    ]);
  });

  it('keeps no secret that a host has echoed', async () => {
    const redactor = new Redactor();
    redactor.add('ghp_echoed_by_the_host');
    const store = createSqliteStore({ ...storeOptions(place.folder), redactor });
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
    expect(readFileSync(join(place.folder, 'migrator.sqlite'), 'latin1')).not.toContain(
      'ghp_echoed',
    );
  });
});
