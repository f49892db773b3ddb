import { sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxLicense, sandboxPrivateKey } from '../../../sandbox/license/sandbox-issuer.ts';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import { communityPrivateKey } from '../../../src/core/license/issue/community-issuer.ts';
import { issueLicense, licensing } from '../../../src/core/license/issue/issue-license.ts';
import { knownIssuers } from '../../../src/core/license/issuers.ts';
import { keyText, signedText } from '../../../src/core/license/key/key-text.ts';
import { daysLeft, effectiveTier, licenseWarning } from '../../../src/core/license/key/license.ts';
import { checkKey } from '../../../src/core/license/read-license.ts';
import { anyCharacter } from '../../helpers/arbitraries/any-character.ts';
import { day, testIssuer } from '../../helpers/secrets/licenses.ts';

const now = Date.UTC(2026, 10, 20, 12);
const issuer = testIssuer(now);
const issuers = knownIssuers(issuer.publicKey);
const check = (text: string, at = now) => checkKey({ text, issuers, now: at });

function problemOf(text: string): MigratorError {
  try {
    check(text);
  } catch (error) {
    if (error instanceof MigratorError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

const format = 'License format is invalid. Check that you copied the full license key.';
const signature = 'License signature is invalid. Your license may be corrupted or tampered with.';

describe('checkKey', () => {
  it('says who may do what, and until when', () => {
    expect(check(issuer.issue({ tier: 'ultimate' }))).toEqual({
      id: 'lic_test',
      email: 'ada@example.com',
      tier: 'ultimate',
      issuedAt: now - day,
      expiresAt: now + 364 * day,
      validity: 'valid',
      scope: 'this-machine',
    });
  });

  const key = issuer.issue();
  it.each([
    ['nothing', '', /empty/],
    ['something else', 'hello', /starts with MIGRATOR-1-/],
    ['the prefix alone', 'MIGRATOR-1-', /cut off/],
    ['a key without its end', key.slice(0, -1), /cut off/],
    ['a key without its signature', key.slice(0, key.indexOf('.')), /cut off/],
    ['half a payload', key.slice(0, 40), /cut off/],
    ['a key without its beginning', key.slice(4), /starts with MIGRATOR-1-/],
    ['a key in small letters', key.toLowerCase(), /starts with MIGRATOR-1-/],
    ['a key with a blank behind it', `${key} `, /whitespace before or after/],
    ['a key with a line break behind it', `${key}\n`, /line break before or after/],
    [
      'a key that an e-mail has broken',
      `${key.slice(0, 76)}\n${key.slice(76)}`,
      /line break inside/,
    ],
    ['a key with a tab inside', `${key.slice(0, 50)}\t${key.slice(50)}`, /whitespace inside/],
    ['a key in quotes', `"${key}"`, /Text precedes the key/],
    ['a key with a quote behind it', `${key}"`, /quotes/],
    ['a key twice', `${key}.${key}`, /Text follows the key/],
    ['a key and more', `${key}A`, /Text follows the key/],
    [
      'a key that is far too long',
      `MIGRATOR-1-${'A'.repeat(100_000)}.B`,
      /characters that are never in a key/,
    ],
    ['a key of version 0', key.replace('-1-', '-0-'), /starts with MIGRATOR-1-/],
  ])('takes %s for no key', (_what, text, why) => {
    const { message, hint, code } = problemOf(text);
    expect({ message, code }).toEqual({ message: format, code: 'license' });
    expect(hint).toMatch(why);
  });

  it('says that it is too old for a key of a later version', () => {
    const { message, hint } = problemOf(key.replace('-1-', '-2-'));
    expect(message).toBe(
      'License key format version 2 is too new: this migrator supports version 1',
    );
    expect(hint).toBe('Install the latest migrator.');
  });

  it('accepts no key that was changed in some place', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    const keys = [key, issuer.issue({ tier: 'free' }), sandboxLicense(licensing)];
    const character = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...alphabet) },
      { weight: 1, arbitrary: fc.string({ minLength: 0, maxLength: 3, unit: anyCharacter }) },
    );
    const mutation = fc.record({
      text: fc.constantFrom(...keys),
      at: fc.nat(),
      removed: fc.integer({ min: 0, max: 3 }),
      inserted: fc.array(character, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(mutation, ({ text, at, removed, inserted }) => {
        const index = at % (text.length + 1);
        const mutated = text.slice(0, index) + inserted.join('') + text.slice(index + removed);
        fc.pre(!keys.includes(mutated));
        const { code, message, hint } = problemOf(mutated);
        expect(code).toBe('license');
        expect(`${message}${hint}`).not.toContain(text.slice(20, 60));
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts no key whose last character holds other bits that decoding drops', () => {
    const last = key.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const other of alphabet.replace(last, ''))
      expect(problemOf(key.slice(0, -1) + other).message).toBe(signature);
  });

  it('accepts no key of somebody whom it does not know', () => {
    expect(problemOf(testIssuer(now).issue()).message).toBe(signature);
  });

  it('accepts of the community issuer Free keys alone', () => {
    const grant = { id: 'lic_1', email: 'a@b.example', issuedAt: now, expiresAt: now + day };
    expect(check(issueLicense(communityPrivateKey(), { ...grant, tier: 'free' })).tier).toBe(
      'free',
    );
    for (const tier of ['pro', 'ultimate'] as const) {
      const problem = problemOf(issueLicense(communityPrivateKey(), { ...grant, tier }));
      expect(problem.message).toBe(signature);
    }
  });

  it('says of a plan that it does not know that it is too old', () => {
    const { message, hint } = problemOf(issuer.issue({ tier: 'galactic\u001b[31m' }));
    expect(message).toContain('Unknown license tier "galactic');
    expect(message).not.toContain('\u001b');
    expect(hint).toBe('Install the latest migrator.');
  });

  it.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['no dates', '{"id":"a","email":"b","tier":"pro"}'],
    [
      'a date that is none',
      '{"id":"a","email":"b","tier":"pro","issued":"today","expires":"never"}',
    ],
  ])('asks for another key where %s was signed', (_what, payload) => {
    const signed = signedText(Buffer.from(payload));
    const text = keyText(signed, sign(null, Buffer.from(signed), sandboxPrivateKey()));
    expect(problemOf(text).message).toBe(format);
  });
});

describe('a license and the clock', () => {
  it('expires to the second', () => {
    const key = issuer.issue({ expiresAt: now + 1000 });
    expect(check(key, now + 999).validity).toBe('valid');
    const expired = check(key, now + 1000);
    expect(effectiveTier(expired)).toBe('free');
    expect(licenseWarning(expired, now + 1000)).toMatch(/^License has expired\. /);
  });

  it('gives Free alone where the clock was set back, and says so', () => {
    const license = check(issuer.issue(), Date.UTC(2019, 0, 1));
    expect(effectiveTier(license)).toBe('free');
    expect(licenseWarning(license, Date.UTC(2019, 0, 1))).toContain(
      "This machine's clock says 2019-01-01, but the license was issued on 2026-11-19.",
    );
  });

  it('does not mind clocks that differ by hours', () => {
    const license = check(issuer.issue({ issuedAt: now }), now - 12 * 60 * 60 * 1000);
    expect(license.validity).toBe('valid');
    expect(licenseWarning(license, now)).toBeNull();
  });

  it('has expired in the far future', () => {
    expect(check(issuer.issue(), Date.UTC(9999, 0, 1)).validity).toBe('expired');
  });

  it('may last until the far future', () => {
    const license = check(issuer.issue({ expiresAt: Date.UTC(9999, 11, 31) }));
    expect(license.validity).toBe('valid');
    expect(daysLeft(license, now)).toBe(2_912_119);
  });

  it('counts the days that are left, the last one too', () => {
    expect(daysLeft({ expiresAt: now + 1 }, now)).toBe(1);
    expect(daysLeft({ expiresAt: now + 2 * day }, now)).toBe(2);
    expect(daysLeft({ expiresAt: now - day }, now)).toBe(0);
  });
});
