import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLogins, loginOf } from '../../../../../src/core/replica/desired/archive/logins.ts';
import { person } from '../render/fixture.ts';
import { addresses } from './fixture.ts';

const withId = (id: string) => ({ ...person('Jane Doe'), id });

describe('logins of an archive', () => {
  it.each([
    ['{1F0c2a4e-9a3b-4a51-8f2e-3c1b2a4d5e6f}', '1f0c2a4e-9a3b-4a51-8f2e-3c1b2a4d5e6f'],
    ['jdoe', 'jdoe'],
    ['jane.doe', 'jane-doe-'],
    ['acme', 'acme-'],
    ['田中', ''],
  ])('makes of the id %s a login that GitHub takes', (id, begin) => {
    const login = loginOf(withId(id), 'Acme');
    expect(login.startsWith(begin)).toBe(true);
    expect(login).toMatch(/^[a-z0-9][a-z0-9-]{0,38}$/);
  });

  it('gives different people different logins, and the same person the same', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2 }), (ids) => {
        const distinct = new Set(ids.map((id) => id.replace(/^\{(.*)\}$/, '$1').toLowerCase()));
        const logins = ids.map((id) => loginOf(withId(id), 'acme'));
        expect(logins).toEqual(
          ids.map((id) => loginOf({ ...withId(id), displayName: 'X' }, 'acme')),
        );
        expect(new Set(logins).size).toBeGreaterThanOrEqual(distinct.size);
      }),
    );
  });

  it('lists a record for each person once, with an address where the source gives one', () => {
    const logins = createLogins(addresses, 'acme');
    expect(logins.addressOf(null)).toBeNull();
    logins.addressOf({ ...withId('zoe'), displayName: '  Zoë\n\0 ' });
    logins.addressOf({ ...withId('jdoe'), email: 'jane@example.com' });
    logins.addressOf(withId('jdoe'));
    expect(logins.records()).toMatchObject([
      { login: 'jdoe', emails: [{ address: 'jane@example.com' }] },
      { login: 'zoe', name: 'Zoë', emails: [] },
    ]);
  });
});
