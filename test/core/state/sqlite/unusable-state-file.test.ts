import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { migration, stateFolderForEach } from './sqlite-place.ts';

const place = stateFolderForEach();

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

describe('a state file that cannot be used', () => {
  it('says so when the file is damaged, and leaves it as it is', async () => {
    const path = join(place.folder, 'migrator.sqlite');
    writeFileSync(
      path,
      'this is no database, and longer than a header of one hundred bytes would be.'.repeat(3),
    );
    const before = statSync(path).size;
    const error = await place
      .open()
      .listMigrations()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'state', message: expect.stringContaining('is damaged') });
    expect(statSync(path).size).toBe(before);
  });

  it('does not touch a state that a newer version wrote', async () => {
    const database = new DatabaseSync(join(place.folder, 'migrator.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(place.open().listMigrations()).rejects.toThrow('written by a newer version');
    await expect(
      place.open().acquire('mig_000000000001', { pid: 1, hostname: 'here' }),
    ).rejects.toThrow('written by a newer version');
  });

  it('writes nothing into a file that is not whole', async () => {
    const store = place.open();
    await store.createMigration(migration, [{ source: 'api', target: 'api' }]);
    await store.close();
    const path = join(place.folder, 'migrator.sqlite');
    const bytes = readFileSync(path);
    // The pages behind the schema's: a first look at the file finds nothing wrong.
    bytes.fill(0xa5, 3 * 4096);
    writeFileSync(path, bytes);
    await expect(
      place.open().acquire(migration.id, { pid: 1, hostname: 'here' }),
    ).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('is damaged'),
      hint: expect.stringContaining('--reset-state'),
    });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('says that it is busy where another process holds it for long, and can go on afterwards', async () => {
    const store = place.open();
    await store.createMigration(migration, []);
    const other = new DatabaseSync(join(place.folder, 'migrator.sqlite'));
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
    const store = place.open();
    await store.createMigration(migration, []);
    await store.close();
    const path = join(place.folder, 'migrator.sqlite');
    const before = readFileSync(path);
    for (const [fileMode, folderMode] of [
      [0o444, 0o555],
      [0o000, 0o755],
    ] as const) {
      chmodSync(path, fileMode);
      chmodSync(place.folder, folderMode);
      await asSomebodyElse(async () => {
        const blocked = place.open();
        const acquiring = blocked.acquire(migration.id, { pid: 1, hostname: 'here' });
        await expect(acquiring).rejects.toMatchObject({
          code: 'state',
          message: expect.stringContaining('Cannot write or open the state at'),
          hint: expect.stringContaining('--resume <id>'),
        });
        await blocked.close();
      });
      chmodSync(place.folder, 0o700);
      chmodSync(path, 0o600);
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  it('can be read where it may not be written', async () => {
    const store = place.open();
    await store.createMigration(migration, []);
    await store.close();
    chmodSync(join(place.folder, 'migrator.sqlite'), 0o444);
    chmodSync(place.folder, 0o555);
    await asSomebodyElse(async () => {
      const reader = place.open();
      expect(await reader.listMigrations()).toHaveLength(1);
      await reader.close();
    });
  });

  it('notices that its file was removed or replaced while it was used', async () => {
    const store = place.open();
    await store.createMigration(migration, []);
    const writer = await store.acquire(migration.id, { pid: 1, hostname: 'here' });
    await writer.renew();
    rmSync(join(place.folder, 'migrator.sqlite'));
    await expect(writer.renew()).rejects.toMatchObject({ code: 'state', retry: 'fatal' });
    await expect(writer.setStatus('completed')).rejects.toThrow('removed or replaced');
    await store.close();
  });
});
