import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import type { MigrationWriter } from '../../../../src/core/ports/store.ts';
import { readDatabaseAddress } from '../../../../src/core/state/postgresql/connection/database-address.ts';
import { openClient } from '../../../../src/core/state/postgresql/connection/open-client.ts';
import { openDirectly } from './database-place.ts';
import { databaseStoresForEach, here, migration } from './database-stores.ts';
import { endOthers, refused, sleepingClock } from './lost-connection.ts';
import { openSwallowingProxy } from './swallowing-proxy.ts';

const place = databaseStoresForEach();
const { open, begin } = place;

const warning = (message: string) =>
  ({ type: 'repository-warning', repository: 'web', message, at: 1 }) as const;

async function messages(): Promise<readonly unknown[]> {
  const events = await open().listEvents(migration.id, 'repository-warning');
  return events.map((event) => event.type === 'repository-warning' && event.message);
}

async function fence(): Promise<number> {
  return Number((await place.admin.query('SELECT fence FROM migrator.lease')).rows[0]?.fence);
}

/** Stores that reach the database through a proxy. */
async function throughProxy() {
  const address = readDatabaseAddress(place.database.url, {});
  const proxy = await openSwallowingProxy(address);
  const through = { address: { ...address, host: '127.0.0.1', port: proxy.port } };
  const nothing = { password: async () => null, authorities: async () => [] };
  return { proxy, open: () => openClient({ ...through, ...nothing }) };
}

describe('a lost connection to the database', () => {
  it('is opened again, and what was being written is written', async () => {
    const writer = await begin();
    await place.admin.query(endOthers);
    await writer.saveRepository('web', { status: 'succeeded' });
    await place.admin.query(endOthers);
    expect(await writer.findObject('web', 'repository', '1')).toBeNull();
    const [web] = await open().listRepositories(migration.id);
    expect(web?.status).toBe('succeeded');
  });

  it('is opened again where the server ended the very first one', async () => {
    let opened = 0;
    const store = open({
      async open() {
        opened += 1;
        if (opened === 1) throw refused('57P01');
        return openDirectly(place.database.url);
      },
    });
    expect(await store.listRepositories(migration.id)).toEqual([]);
    expect(opened).toBeGreaterThan(1);
  });

  it('is called unreachable rather than lost where the server ends each one', async () => {
    const time = sleepingClock();
    const store = open({
      async open() {
        throw refused('57P01');
      },
      ...time,
    });
    await expect(store.listRepositories(migration.id)).rejects.toThrow('Cannot reach the database');
    expect(time.elapsed()).toBeGreaterThan(0);
  });

  it('is waited for once in an outage, and as long again in the next one', async () => {
    let isAway = false;
    const time = sleepingClock();
    const store = open({
      async open() {
        if (isAway) throw refused('ECONNREFUSED');
        return openDirectly(place.database.url);
      },
      ...time,
    });
    await store.createMigration(migration, [{ source: 'web', target: 'web' }]);
    await store.findMigration(migration.id);
    const outage = async () => {
      isAway = true;
      await place.admin.query(endOthers);
      const from = time.elapsed();
      await expect(store.findMigration(migration.id)).rejects.toMatchObject({ code: 'state' });
      const waited = time.elapsed() - from;
      for (let more = 0; more < 5; more += 1)
        await expect(store.findMigration(migration.id)).rejects.toMatchObject({ code: 'state' });
      expect(time.elapsed() - from).toBeLessThanOrEqual(30_000);
      isAway = false;
      expect(await store.findMigration(migration.id)).toMatchObject({ id: migration.id });
      return waited;
    };
    const first = await outage();
    expect(first).toBeGreaterThan(25_000);
    time.pass(3_600_000);
    expect(await outage()).toBe(first);
  });

  it('is tried once for all that was asked for meanwhile, where each try takes long', async () => {
    let [isAway, at, tries] = [false, 0, 0];
    const store = open({
      async open() {
        if (!isAway) return openDirectly(place.database.url);
        tries += 1;
        at += 10_000;
        throw new Error('timeout expired');
      },
      elapsed: () => at,
      clock: { ...systemClock, sleep: async () => {} },
    });
    await store.createMigration(migration, [{ source: 'web', target: 'web' }]);
    await store.findMigration(migration.id);
    isAway = true;
    await place.admin.query(endOthers);
    const asked = Array.from({ length: 20 }, () => store.findMigration(migration.id));
    for (const one of await Promise.allSettled(asked))
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'state' } });
    expect(tries).toBe(3);
    // What is asked for from now on may find it there again.
    isAway = false;
    expect(await store.findMigration(migration.id)).toMatchObject({ id: migration.id });
  });

  it('takes a new fencing number, so that what the server still does for the lost one comes too late', async () => {
    const writer = await begin();
    const before = await fence();
    await place.admin.query(endOthers);
    await writer.setStatus('running');
    expect(await fence()).toBeGreaterThan(before);
  });

  it.each([
    [
      'an event',
      /INSERT INTO migrator\.event/,
      (w: MigrationWriter) => w.appendEvent(warning('once')),
    ],
    [
      'an intent',
      /INSERT INTO migrator\.object/,
      (w: MigrationWriter) => w.recordIntents('web', 'comment', ['1']),
    ],
    ['the end of a lease', /expires_at = 0/, (w: MigrationWriter) => w.release()],
  ])('whose answer was lost neither doubles nor loses %s', async (_what, statement, write) => {
    const { proxy, open: openThrough } = await throughProxy();
    const writer = await begin({ open: openThrough });
    proxy.swallow(statement);
    await write(writer);
    await writer.appendEvent(warning('afterwards'));
    expect(await messages()).toEqual([...(_what === 'an event' ? ['once'] : []), 'afterwards']);
    const intents = await open().listObjects(migration.id, 'web', 'comment');
    expect(intents).toHaveLength(_what === 'an intent' ? 1 : 0);
    proxy.server.close();
  });

  it('is recognised by the same lease where the answer to taking it was lost', async () => {
    await open().createMigration(migration, []);
    const { proxy, open: openThrough } = await throughProxy();
    const store = open({ open: openThrough });
    await store.checkWritable();
    proxy.swallow(/INSERT INTO migrator\.lease/);
    const writer = await store.acquire(migration.id, here);
    await expect(writer.checkLease()).resolves.toBeUndefined();
    proxy.server.close();
  });
});
