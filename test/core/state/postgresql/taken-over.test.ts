import { describe, expect, it, vi } from 'vitest';
import { openDirectly } from './database-place.ts';
import { databaseStoresForEach, migration, other } from './database-stores.ts';
import { endOthers, refused, sleepingClock } from './lost-connection.ts';

const place = databaseStoresForEach();
const { open, begin } = place;

describe('a connection that was lost while another process may take over', () => {
  it('stops the writer where another process has taken over meanwhile', async () => {
    const writer = await begin();
    await place.admin.query(endOthers);
    await place.admin.query('UPDATE migrator.lease SET expires_at = 0');
    await open().acquire(migration.id, other);
    await expect(writer.setStatus('completed')).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('took over'),
      retry: 'fatal',
    });
  });

  it('says who has taken over to a writer that was stopped beyond its lease', async () => {
    let elapsed = 0;
    const writer = await begin({ elapsed: () => elapsed });
    elapsed += 60_000;
    await place.admin.query(endOthers);
    await place.admin.query('UPDATE migrator.lease SET expires_at = 0');
    await open().acquire(migration.id, other);
    await expect(writer.setStatus('completed')).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('took over'),
    });
  });

  it('says so to all that was asked for before the stop', async () => {
    let elapsed = 0;
    const stopped = async () => {
      elapsed += 60_000;
      return openDirectly(place.database.url);
    };
    const writer = await begin({ elapsed: () => elapsed, open: stopped });
    await place.admin.query(endOthers);
    await place.admin.query('UPDATE migrator.lease SET expires_at = 0');
    await open().acquire(migration.id, other);
    const asked = ['web', 'app'].map((slug) =>
      writer.saveRepository(slug, { status: 'succeeded' }),
    );
    for (const one of await Promise.allSettled(asked))
      expect(one).toMatchObject({ reason: { message: expect.stringContaining('took over') } });
  });

  it('ends the run after half a lease, before another process can have taken over', async () => {
    const time = sleepingClock();
    const sleep = vi.spyOn(time.clock, 'sleep');
    let isCut = false;
    const writer = await begin({
      ...time,
      open: async () => {
        if (isCut) throw refused('EHOSTUNREACH');
        return openDirectly(place.database.url);
      },
    });
    time.pass(10_000);
    isCut = true;
    await place.admin.query(endOthers);
    await expect(writer.checkLease()).rejects.toMatchObject({
      code: 'state',
      message: 'Lost the connection to the database at db:5432/state',
      retry: 'fatal',
    });
    expect(time.elapsed()).toBeLessThanOrEqual(30_000);
    expect(time.elapsed()).toBeGreaterThan(25_000);
    expect(Math.max(...sleep.mock.calls.map(([milliseconds]) => milliseconds))).toBe(2000);
    isCut = false;
    await expect(writer.release()).resolves.toBeUndefined();
  });
});
