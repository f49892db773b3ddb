import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normalizeSecretName,
  resolveSecretNames,
} from '../../../../../src/core/hosts/github/names/secret-name.ts';

describe('normalizeSecretName', () => {
  it.each([
    ['DB_PASSWORD', 'DB_PASSWORD', []],
    ['db-password', 'db_password', ['characters']],
    ['café.key', 'cafe_key', ['characters']],
    ['2ND_KEY', '_2ND_KEY', ['digit']],
    ['GITHUB_TOKEN', '_GITHUB_TOKEN', ['prefix']],
    ['github-token', '_github_token', ['characters', 'prefix']],
    ['', 'SECRET', ['empty']],
  ])('makes of %j %j', (source, target, changes) => {
    expect(normalizeSecretName(source)).toEqual({ source, target, changes });
  });
});

describe('resolveSecretNames', () => {
  const targets = (names: readonly string[]) => resolveSecretNames(names).map((one) => one.target);

  it('keeps every name that can be kept, at every level', () => {
    expect(targets(['my-key', 'MY_KEY'])).toEqual(['my_key_2', 'MY_KEY']);
    expect(targets(['Key', 'KEY', 'key'])).toEqual(['Key', 'KEY_2', 'key_3']);
  });

  it('gives legal names that differ in more than their case, and the same every time', () => {
    assert(
      property(string({ maxLength: 12 }), string({ maxLength: 12 }), (one, other) => {
        const names = [one, other, `${one}!`, one.toUpperCase(), 'GITHUB_X'];
        const given = targets(names);
        expect(given).toEqual(targets(names));
        expect(new Set(given.map((name) => name.toUpperCase())).size).toBe(names.length);
        for (const name of given) expect(name).toMatch(/^(?!GITHUB_)[A-Za-z_][A-Za-z0-9_]*$/i);
      }),
    );
  });
});
