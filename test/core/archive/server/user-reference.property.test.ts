import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseUserReference,
  userReference,
} from '../../../../src/core/archive/records/server/user-reference.ts';

const text = fc.string({ unit: fc.constantFrom('a', '|', '\\', ' ', 'é') });

describe('userReference', () => {
  it('is read back, whatever bars and backslashes a name has', () => {
    const part = text.map((value) => value.replace(/\\+$/, ''));
    const user = fc.record({ slug: part.filter((slug) => slug !== ''), name: part, email: part });
    fc.assert(
      fc.property(user, (one) => {
        expect(parseUserReference(userReference(one))).toEqual(one);
      }),
    );
  });

  it('never runs into the next part', () => {
    fc.assert(
      fc.property(text, (name) => {
        const read = parseUserReference(userReference({ slug: 'jane', name, email: '' }));
        expect(read).toMatchObject({ slug: 'jane', email: '' });
      }),
    );
  });

  it.each(['', 'jane', 'jane|Jane|NORMAL', '|Jane||NORMAL', 'jane|Jane||', 'a|b|c|d|NORMAL'])(
    'refuses %j',
    (reference) => {
      expect(parseUserReference(reference)).toBeNull();
    },
  );
});
