import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDatabaseAddress } from '../../../../src/core/state/postgresql/connection/database-address.ts';
import {
  findPassword,
  readPasswordFile,
} from '../../../../src/core/state/postgresql/connection/password-file.ts';

const verified = { checksName: true, caFile: null };

describe('readDatabaseAddress', () => {
  it.each([
    ['postgresql://me@db.acme.example/state', 'db.acme.example', 5432, verified],
    ['postgres://me@db.acme.example:6432/state', 'db.acme.example', 6432, verified],
    ['postgresql://me@127.0.0.1/state', '127.0.0.1', 5432, null],
    ['postgresql://me@[::1]:5433/state', '::1', 5433, null],
    ['postgresql://me@/state?host=/run/postgresql', '/run/postgresql', 5432, null],
    ['postgresql://me@:5433/state?host=/run/postgresql', '/run/postgresql', 5433, null],
    ['postgresql://me@%2Frun%2Fpostgresql/state', '/run/postgresql', 5432, null],
  ])('reads %s', (url, host, port, tls) => {
    expect(readDatabaseAddress(url, {})).toMatchObject({
      ...{ host, port, database: 'state', user: 'me', password: null, tls },
    });
  });

  it.each([
    ['', verified],
    ['?sslmode=require', verified],
    ['?sslmode=prefer', verified],
    ['?sslmode=verify-full&sslrootcert=/ca.pem', { checksName: true, caFile: '/ca.pem' }],
    ['?sslmode=verify-ca&sslrootcert=/ca.pem', { checksName: false, caFile: '/ca.pem' }],
  ])('verifies the server off this machine with "%s"', (query, tls) => {
    expect(readDatabaseAddress(`postgresql://me@db.example/state${query}`, {}).tls).toEqual(tls);
  });

  it.each([
    ['https://db.example/state', 'not a PostgreSQL database address'],
    ['postgresql://me@db.example/state?host=other.example', 'a socket folder'],
    ['postgresql://me@db.example/state?host=/run/postgresql', 'a socket folder'],
    ['postgresql://me@/state?host=other.example', 'a socket folder'],
    ['postgresql://me@db.example', 'no database'],
    ['postgresql://db.example/state', 'no user'],
    ['postgresql://me@/state', 'no host'],
    ['postgresql://me@db.example/state?sslmode=disable', 'sslmode=disable'],
    ['postgresql://me@db.example/state?sslmode=verify-ca', 'verify-ca without sslrootcert'],
    ['postgresql://me@db.example/state?sslmode=no-verify', 'unknown sslmode'],
    ['postgresql://me@db.example/state?options=-csearch_path=x', 'unknown parameter options'],
    ['postgresql://me:pa%ss@db.example/state', 'does not start a %XX escape'],
  ])('refuses %s', (url, why) => {
    expect(() => readDatabaseAddress(url, {})).toThrow(
      expect.objectContaining({ code: 'configuration', message: expect.stringContaining(why) }),
    );
  });

  it('takes user and password from the variables of PostgreSQL, and never shows a password', () => {
    const environment = { PGUSER: 'me', PGPASSWORD: 'from the variable' };
    const url = 'postgresql://db.example/state';
    expect(readDatabaseAddress(url, environment)).toMatchObject({
      ...{ user: 'me', password: 'from the variable', place: 'db.example:5432/state' },
    });
    const own = readDatabaseAddress('postgresql://me:s%40cret@db.example/state', environment);
    expect(own.password).toBe('s@cret');
    expect(own.place).not.toContain('cret');
    for (const broken of ['postgresql://me:s3cret@db.example', 'postgresql://me:s3cret@:x/']) {
      expect(() => readDatabaseAddress(broken, {})).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('s3cret') }),
      );
    }
  });
});

describe('the password file', () => {
  const wanted = { host: 'db.example', port: 5432, database: 'state', user: 'me' };

  it.each([
    ['db.example:5432:state:me:secret', 'secret'],
    ['*:*:*:me:secret', 'secret'],
    ['# a comment\nother:*:*:*:wrong\ndb.example:*:state:*:right', 'right'],
    ['db.example:5432:state:me:with\\:colon and \\\\', 'with:colon and \\'],
    ['db.example:5433:state:me:secret', null],
    ['db.example:5432:state:you:secret', null],
    ['db.example:5432:state', null],
    ['', null],
  ])('finds in %j the password %j', (text, password) => {
    expect(findPassword(text, wanted)).toBe(password);
  });

  it('knows a socket as localhost', () => {
    const socket = { ...wanted, host: '/run/postgresql' };
    expect(findPassword('localhost:5432:state:me:secret', socket)).toBe('secret');
  });

  it('is read where only its owner may read it, and ignored otherwise', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrator-pgpass-'));
    const path = join(folder, '.pgpass');
    writeFileSync(path, '*:*:*:*:secret\n', { mode: 0o600 });
    expect(await readPasswordFile(wanted, { HOME: folder })).toBe('secret');
    expect(await readPasswordFile(wanted, { HOME: '/', PGPASSFILE: path })).toBe('secret');
    chmodSync(path, 0o640);
    expect(await readPasswordFile(wanted, { HOME: folder })).toBeNull();
    expect(await readPasswordFile(wanted, { HOME: join(folder, 'none') })).toBeNull();
    rmSync(folder, { recursive: true });
  });
});
