import { createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type { Migration } from '../../../../src/core/ports/records/migration.ts';
import type { MigrationWriter, Store } from '../../../../src/core/ports/store.ts';
import { readDatabaseAddress } from '../../../../src/core/state/postgresql/connection/database-address.ts';
import { databaseError } from '../../../../src/core/state/postgresql/connection/database-error.ts';
import { openClient } from '../../../../src/core/state/postgresql/connection/open-client.ts';
import { createPostgresqlStore } from '../../../../src/core/state/postgresql/postgresql-store.ts';
import { password } from '../../../helpers/postgresql/start-server.ts';
import { openTestDatabase, type TestDatabase } from '../../../helpers/postgresql/test-database.ts';
import { markerKey, openDirectly } from './database-place.ts';

const migration: Migration = {
  ...{ id: 'mig_000000000001', planDigest: 'd', planText: '{}', settings: '{}', status: 'pending' },
  source: { kind: 'bitbucket-cloud', workspace: 'w' },
  target: { organization: 'o' },
  ...{ createdAt: 1, updatedAt: 1 },
};
const here = { pid: 1, hostname: 'here' };
const other = { pid: 2, hostname: 'elsewhere' };

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

type Given = Partial<Parameters<typeof createPostgresqlStore>[0]>;

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

const warning = (message: string) =>
  ({ type: 'repository-warning', repository: 'web', message, at: 1 }) as const;

async function messages(): Promise<readonly unknown[]> {
  const events = await open().listEvents(migration.id, 'repository-warning');
  return events.map((event) => event.type === 'repository-warning' && event.message);
}

const endOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

async function fence(): Promise<number> {
  return Number((await admin.query('SELECT fence FROM migrator.lease')).rows[0]?.fence);
}

/** A way to the server's socket that can swallow answers: then the server has done what nobody is told of. */
async function openProxy(): Promise<{
  server: Server;
  port: number;
  swallow: (after: RegExp) => void;
}> {
  let swallowed: RegExp | null = null;
  const { host, port } = readDatabaseAddress(database.url, {});
  const server = createServer((client: Socket) => {
    const upstream = openSocket(join(host, `.s.PGSQL.${port}`));
    let isSilent = false;
    client.on('data', (data) => {
      if (swallowed?.test(data.toString('latin1'))) {
        isSilent = true;
        swallowed = null;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      // Done and committed: now the connection breaks.
      if (isSilent) client.destroy();
      else client.write(data);
    });
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, port: own, swallow: (after) => (swallowed = after) };
}

describe('a lost connection to the database', () => {
  it('is opened again, and what was being written is written', async () => {
    const writer = await begin();
    await admin.query(endOthers);
    await writer.saveRepository('web', { status: 'succeeded' });
    await admin.query(endOthers);
    expect(await writer.findObject('web', 'repository', '1')).toBeNull();
    const [web] = await open().listRepositories(migration.id);
    expect(web?.status).toBe('succeeded');
  });

  it('is waited for once in an outage, and as long again in the next one', async () => {
    let [isAway, at] = [false, 0];
    const store = open({
      async open() {
        if (isAway)
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        return openDirectly(database.url);
      },
      elapsed: () => at,
      clock: {
        ...systemClock,
        async sleep(milliseconds) {
          at += milliseconds;
        },
      },
    });
    await store.createMigration(migration, [{ source: 'web', target: 'web' }]);
    await store.findMigration(migration.id);
    const outage = async () => {
      isAway = true;
      await admin.query(endOthers);
      const from = at;
      await expect(store.findMigration(migration.id)).rejects.toMatchObject({ code: 'state' });
      const waited = at - from;
      for (let more = 0; more < 5; more += 1)
        await expect(store.findMigration(migration.id)).rejects.toMatchObject({ code: 'state' });
      expect(at - from).toBeLessThanOrEqual(30_000);
      isAway = false;
      expect(await store.findMigration(migration.id)).toMatchObject({ id: migration.id });
      return waited;
    };
    const first = await outage();
    expect(first).toBeGreaterThan(25_000);
    at += 3_600_000;
    expect(await outage()).toBe(first);
  });

  it('is tried once for all that was asked for meanwhile, where each try takes long', async () => {
    let [isAway, at, tries] = [false, 0, 0];
    const store = open({
      async open() {
        if (!isAway) return openDirectly(database.url);
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
    await admin.query(endOthers);
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
    await admin.query(endOthers);
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
      (w: MigrationWriter) => w.recordIntent('web', 'comment', '1'),
    ],
    ['the end of a lease', /expires_at = 0/, (w: MigrationWriter) => w.release()],
  ])('whose answer was lost neither doubles nor loses %s', async (_what, statement, write) => {
    const proxy = await openProxy();
    const address = readDatabaseAddress(database.url, {});
    const through = { ...address, host: '127.0.0.1', port: proxy.port };
    const nothing = { password: async () => null, authorities: async () => [] };
    const writer = await begin({ open: () => openClient({ address: through, ...nothing }) });
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
    const proxy = await openProxy();
    const address = readDatabaseAddress(database.url, {});
    const through = { ...address, host: '127.0.0.1', port: proxy.port };
    const nothing = { password: async () => null, authorities: async () => [] };
    const store = open({ open: () => openClient({ address: through, ...nothing }) });
    await store.checkWritable();
    proxy.swallow(/INSERT INTO migrator\.lease/);
    const writer = await store.acquire(migration.id, here);
    await expect(writer.checkHeld()).resolves.toBeUndefined();
    proxy.server.close();
  });

  it('stops the writer where another process has taken over meanwhile', async () => {
    const writer = await begin();
    await admin.query(endOthers);
    await admin.query('UPDATE migrator.lease SET expires_at = 0');
    await open().acquire(migration.id, other);
    await expect(writer.setStatus('completed')).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('took over'),
      retry: 'fatal',
    });
  });

  it('ends the run after half a lease, before another process can have taken over', async () => {
    let elapsed = 0;
    const sleeps: number[] = [];
    let isCut = false;
    const writer = await begin({
      elapsed: () => elapsed,
      clock: {
        now: systemClock.now,
        async sleep(milliseconds) {
          sleeps.push(milliseconds);
          elapsed += milliseconds;
        },
      },
      open: async () => {
        if (isCut) throw Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' });
        return openDirectly(database.url);
      },
    });
    elapsed += 10_000;
    isCut = true;
    await admin.query(endOthers);
    await expect(writer.checkHeld()).rejects.toMatchObject({
      code: 'state',
      message: 'Lost the database at db:5432/state',
      retry: 'fatal',
    });
    expect(elapsed).toBeLessThanOrEqual(30_000);
    expect(elapsed).toBeGreaterThan(25_000);
    expect(Math.max(...sleeps)).toBe(2000);
    isCut = false;
    await expect(writer.release()).resolves.toBeUndefined();
  });
});

describe('a database that cannot be used', () => {
  async function failure(url: string, secret: string | null = null, authorities: string[] = []) {
    const address = readDatabaseAddress(url, {});
    const connecting = openClient({
      ...{ address, password: async () => secret, authorities: async () => authorities },
    });
    const thrown = await connecting.then(
      async (client) => client.end(),
      (error: unknown) => databaseError(error, address.place),
    );
    return thrown === undefined ? 'connected' : thrown.message.replace(/ at \S+( \(\w+\))?/, '');
  }

  it('is said to be so in a sentence', async () => {
    const tcp = database.tcpUrl('127.0.0.1');
    const socket = database.url;
    expect(await failure(tcp, password)).toBe('connected');
    expect(await failure(tcp, 'wrong')).toBe('The database rejected the password');
    expect(await failure(tcp)).toBe('The database asks for a password');
    expect(await failure(tcp.replace(/\/test_\w+$/, '/none'), password)).toBe(
      'The database does not exist',
    );
    expect(await failure(tcp.replace(/:\d+\//, ':1/'))).toBe('The database refused the connection');
    expect(await failure(socket.replace('migrator@', 'nobody-here@'))).toBe(
      'The database rejected the user',
    );
    expect(await failure(`${socket}x`)).toBe('No database server listens');
    expect(await failure('postgresql://me@does-not-exist.invalid/state')).toBe(
      'Cannot find the host of the database',
    );
  });

  it('is one whose certificate nobody vouches for, or that has another name', async () => {
    const { readFile } = await import('node:fs/promises');
    const ca = await readFile(database.caFile, 'utf8');
    const [named, numbered] = ['localhost', '127.0.0.1'].map((host) => database.tcpUrl(host));
    const isRefused = 'Cannot verify the database';
    expect(await failure(`${named}?sslmode=verify-full`, password, [ca])).toBe('connected');
    expect(await failure(`${named}?sslmode=verify-full`, password)).toBe(isRefused);
    expect(await failure(`${numbered}?sslmode=require`, password, [ca])).toBe(isRefused);
    expect(await failure(`${numbered}?sslmode=verify-ca`, password, [ca])).toBe('connected');
    expect(await failure(`${numbered}?sslmode=verify-ca`, password)).toBe(isRefused);
  });

  it('is one of a newer version, also once that appears in the middle of a run', async () => {
    const writer = await begin();
    await writer.renew();
    await admin.query('UPDATE migrator.about SET version = version + 1');
    const newer = { code: 'state', message: expect.stringContaining('newer version of migrator') };
    await expect(open().listMigrations()).rejects.toMatchObject(newer);
    await expect(open().acquire(migration.id, other)).rejects.toMatchObject(newer);
    await expect(writer.renew()).rejects.toMatchObject({ ...newer, retry: 'fatal' });
  });

  it('is one that this user may not write', async () => {
    await admin.query('CREATE ROLE reader LOGIN');
    const reader = open({ open: () => openDirectly(database.url.replace('migrator@', 'reader@')) });
    const refused = { code: 'state', message: expect.stringContaining('does not allow this user') };
    await expect(reader.checkWritable()).rejects.toMatchObject(refused);
    await expect(reader.check()).rejects.toMatchObject(refused);
    expect(await reader.listMigrations()).toEqual([]);
    await admin.query('DROP ROLE reader');
  });

  it('is one where others sign with another key, or where this machine has none', async () => {
    await begin();
    const otherKey = { has: () => true, load: async () => Buffer.alloc(32, 8) };
    const refused = { code: 'state', hint: expect.stringContaining('MIGRATOR_MARKER_KEY_FILE') };
    await expect(open({ markerKey: otherKey }).checkWritable()).rejects.toMatchObject(refused);
    await expect(open({ markerKey: otherKey }).check()).rejects.toMatchObject(refused);
    const noKey = { has: () => false, load: () => Promise.reject(new Error('none is made')) };
    await expect(open({ markerKey: noKey }).checkWritable()).rejects.toMatchObject(refused);
    expect(await open({ markerKey: noKey }).listMigrations()).toHaveLength(1);
  });
});

describe('an empty database', () => {
  it('is prepared once by all who begin at the same moment, and by nobody who reads', async () => {
    expect(await open().listMigrations()).toEqual([]);
    expect(await open().examine()).toBe('absent');
    expect(await open().check()).toEqual([]);
    const { rows } = await admin.query(`SELECT to_regnamespace('migrator') AS found`);
    expect(rows[0]?.found).toBeNull();
    await Promise.all(Array.from({ length: 6 }, () => open().checkWritable()));
    expect(await open().examine()).toBe('sound');
  });
});
