import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { settled } from '../../clocks.ts';
import { fileName, rateLimitPlaceForEach } from './rate-limit-place.ts';

const place = rateLimitPlaceForEach();
const { open, send, room } = place;

describe('SQLite rate limits where its file is damaged or cannot be used', () => {
  it('keeps the end of a request whose file could no longer be used when it was noted', async () => {
    const store = open();
    await send(store, 50);
    rmSync(place.folder, { recursive: true });
    writeFileSync(place.folder, '');
    expect(await room(store)).toBe(30);
    rmSync(place.folder);
    mkdirSync(place.folder);
  });

  it('begins afresh with a damaged file, and keeps to the pace from then on', async () => {
    await send(open(), 50);
    await place.stores.pop()?.close();
    writeFileSync(join(place.folder, fileName), 'this is no database '.repeat(400));
    const [one, other] = [open(), open()];
    await send(one, 30);
    await send(other, 20);
    expect(await room(open())).toBe(30);
    expect(place.warnings).toEqual([]);
  });

  it.each([
    ['overwritten', (size: number) => Buffer.alloc(size, 0x2a)],
    ['cut off', () => Buffer.alloc(0)],
  ])('keeps all together who use a file that is %s', async (_how, contents) => {
    const [one, other] = [open(), open()];
    await send(one, 10);
    await send(other, 10);
    const path = join(place.folder, fileName);
    writeFileSync(path, contents(statSync(path).size));
    writeFileSync(`${path}-wal`, contents(100));
    await send(one, 20);
    await send(other, 20);
    const third = await room(open());
    expect(third).toBeGreaterThanOrEqual(20);
    expect(third).toBeLessThanOrEqual(40);
    expect((await room(one)) + (await room(other))).toBe(0);
    expect(place.warnings).toEqual([]);
  });

  it('takes a damaged budget for a fresh one', async () => {
    await send(open(), 50);
    await settled();
    const database = new DatabaseSync(join(place.folder, fileName));
    database.exec(`UPDATE pace SET revision = 'x', state = '{"version":1,"windows":[' `);
    database.close();
    expect(await room(open())).toBe(80);
  });

  it('finds its way when the state folder is removed while it is used', async () => {
    const store = open();
    await send(store, 30);
    rmSync(place.folder, { recursive: true });
    await send(store, 30);
    expect(await room(open())).toBe(20);
    expect(place.warnings).toEqual([]);
  });

  it('keeps to the pace alone, and says so once, where a newer version wrote the file', async () => {
    const database = new DatabaseSync(join(place.folder, fileName));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const store = open();
    await send(store, 60);
    await store.fold('h k', 'h account');
    expect(await room(store)).toBe(20);
    expect(place.warnings).toEqual([
      expect.stringMatching(
        /^Cannot record recent requests in .*: it was written by a newer version/,
      ),
    ]);
  });

  it('keeps to the pace alone, and says so once, where nothing can be written', async () => {
    const file = join(place.folder, 'file');
    writeFileSync(file, '');
    const store = open(join(file, 'state'));
    await send(store, 60);
    expect(await room(store)).toBe(20);
    expect(place.warnings).toHaveLength(1);
    mkdirSync(join(place.folder, 'own', fileName), { recursive: true });
    expect(await room(open(join(place.folder, 'own')))).toBe(80);
    expect(place.warnings).toHaveLength(2);
  });

  it('takes what it knew along when the file can no longer be used', async () => {
    const store = open();
    await store.fold('h k', 'h account');
    await send(store, 60);
    const database = new DatabaseSync(join(place.folder, fileName));
    database.exec('PRAGMA user_version = 99');
    database.close();
    // Another file in its place: it is opened again.
    rmSync(join(place.folder, fileName));
    const newer = new DatabaseSync(join(place.folder, fileName));
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    expect(await room(store)).toBe(20);
    expect(place.warnings).toHaveLength(1);
  });
});
