import { describe, expect, it } from 'vitest';
import { handleKey, nameKey, shortCodes } from '../../../../src/core/users/suggest/names.ts';

describe('names', () => {
  it.each([
    ['Núñez, Ana', 'ana nunez'],
    ['  ana   NUNEZ ', 'ana nunez'],
    ['O’Hara-Smith', 'hara o smith'],
    ['田中 ゆき', 'ゆき 田中'],
    ['...', ''],
  ])('are compared without case, accents, signs and order: %s', (name, key) => {
    expect(nameKey(name)).toBe(key);
  });

  it.each([
    ['Ada.Park@acme.example', 'ada-park'],
    ['@ada_p', 'ada-p'],
    ['--', ''],
  ])('become logins of managed accounts: %s', (name, key) => {
    expect(handleKey(name)).toBe(key);
  });

  it('show short codes of enterprises', () => {
    expect(shortCodes(['ada_acme', 'bo_ACME', 'kim', 'acme_admin', 'x_y_z'])).toEqual([
      'acme',
      'z',
    ]);
  });
});
