import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/core/app/open-database.ts';
import { readDatabaseAddress } from '../../../../src/core/state/postgresql/connection/database-address.ts';
import { databaseError } from '../../../../src/core/state/postgresql/connection/database-error.ts';
import { openClient } from '../../../../src/core/state/postgresql/connection/open-client.ts';
import { password } from '../../../helpers/postgresql/start-server.ts';
import { createProgramHere } from '../../../helpers/program/run-here.ts';
import { openDirectly } from './database-place.ts';
import { databaseStoresForEach, migration, other } from './database-stores.ts';

const place = databaseStoresForEach();
const { open, begin } = place;

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
    const tcp = place.database.tcpUrl('127.0.0.1');
    const socket = place.database.url;
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
    expect(await failure(`${socket}x`)).toBe('No database server is listening');
    expect(await failure('postgresql://me@does-not-exist.invalid/state')).toBe(
      'Cannot find the host of the database',
    );
  });

  it('is one whose certificate nobody vouches for, or that has another name', async () => {
    const { readFile } = await import('node:fs/promises');
    const ca = await readFile(place.database.caFile, 'utf8');
    const [named, numbered] = ['localhost', '127.0.0.1'].map((host) => place.database.tcpUrl(host));
    const isRefused = 'Cannot verify the identity of the database server';
    expect(await failure(`${named}?sslmode=verify-full`, password, [ca])).toBe('connected');
    expect(await failure(`${named}?sslmode=verify-full`, password)).toBe(isRefused);
    expect(await failure(`${numbered}?sslmode=require`, password, [ca])).toBe(isRefused);
    const given = `${numbered}?sslmode=verify-ca&sslrootcert=ca.pem`;
    expect(await failure(given, password, [ca])).toBe('connected');
    expect(await failure(given, password)).toBe(isRefused);
  });

  it('is one that another authority than the given one vouches for, with sslmode=verify-ca', async () => {
    const { caFile, tcpUrl } = place.database;
    const connect = (given: string) => {
      const environment = { PGPASSWORD: password, SSL_CERT_FILE: caFile };
      const { program } = createProgramHere({ environment, temporaryFolder: tmpdir() });
      const url = `${tcpUrl('127.0.0.1')}?sslmode=verify-ca&sslrootcert=${given}`;
      return openDatabase({ program, variables: environment, url });
    };
    await expect(connect(caFile)).resolves.toBeDefined();
    const other = join(mkdtempSync(join(tmpdir(), 'migrator-test-')), 'other.pem');
    writeFileSync(other, rootCertificates[0] ?? '');
    await expect(connect(other)).rejects.toThrow(
      'Cannot verify the identity of the database server',
    );
  });

  it('is one of a newer version, also once that appears in the middle of a run', async () => {
    const writer = await begin();
    await writer.renew();
    await place.admin.query('UPDATE migrator.about SET version = version + 1');
    const newer = { code: 'state', message: expect.stringContaining('newer version of migrator') };
    await expect(open().listMigrations()).rejects.toMatchObject(newer);
    await expect(open().acquire(migration.id, other)).rejects.toMatchObject(newer);
    await expect(writer.renew()).rejects.toMatchObject({ ...newer, retry: 'fatal' });
  });

  it('is one that this user may not write', async () => {
    await place.admin.query('CREATE ROLE reader LOGIN');
    const reader = open({
      open: () => openDirectly(place.database.url.replace('migrator@', 'reader@')),
    });
    const refused = { code: 'state', message: expect.stringContaining('does not allow this user') };
    await expect(reader.checkWritable()).rejects.toMatchObject(refused);
    await expect(reader.check()).rejects.toMatchObject(refused);
    expect(await reader.listMigrations()).toEqual([]);
    await place.admin.query('DROP ROLE reader');
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
    const { rows } = await place.admin.query(`SELECT to_regnamespace('migrator') AS found`);
    expect(rows[0]?.found).toBeNull();
    await Promise.all(Array.from({ length: 6 }, () => open().checkWritable()));
    expect(await open().examine()).toBe('sound');
  });
});
