import { describe, expect, it } from 'vitest';
import { hostOf } from '../../../src/core/config/file-hosts.ts';

describe('the host of an address in a file', () => {
  it.each([
    ['postgresql://me@db.acme.example:6432/state', 'db.acme.example:6432'],
    ['postgresql://me@db.acme.example/state?host=evil.example', 'evil.example'],
    ['postgresql://me@/state?host=/run/postgresql', '/run/postgresql'],
    ['postgresql://me@db.\u0430cme.example/state', 'db.xn--cme-5cd.example'],
    [
      'postgresql://me@db.acme.example/state?sslmode=verify-ca&sslrootcert=./theirs.pem',
      'db.acme.example (certificates from ./theirs.pem)',
    ],
    ['postgresql://me:secret@', 'no host'],
  ])('of the database %s is %s', (value, host) => {
    expect(hostOf({ key: 'state.url', value })).toBe(host);
  });

  it('is in punycode where letters only look like others', () => {
    const value = 'https://\u0430cme.example/api';
    expect(hostOf({ key: 'target.api_url', value })).toBe('xn--cme-5cd.example');
  });
});
