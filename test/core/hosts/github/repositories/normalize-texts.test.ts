import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toDescription,
  toTopics,
} from '../../../../../src/core/hosts/github/repositories/normalize-texts.ts';
import { missingScopes } from '../../../../../src/core/ports/credentials/scope-needs.ts';
import { anyCharacter } from '../../../../helpers/arbitraries/any-character.ts';

describe('toDescription', () => {
  it.each([
    ['a plain one', 'a plain one'],
    ['two\r\nlines\tand a tab', 'two lines and a tab'],
    ['  blanks  around  ', 'blanks around'],
    ['bell\u0007 and escape\u001b[31m', 'bell and escape [31m'],
    ['', ''],
  ])('makes %j into %j', (text, expected) => {
    expect(toDescription(text)).toBe(expected);
  });

  it('keeps 350 characters, however many units they take', () => {
    const flags = '🦊'.repeat(350);
    expect(toDescription(flags)).toBe(flags);
    expect([...toDescription(`${flags}!`)]).toHaveLength(350);
    expect(toDescription(`${flags}!`).endsWith('🦊…')).toBe(true);
  });

  it('never gives control characters, half a character or more than 350', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 500 }),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 500 })
        .map((units) => String.fromCharCode(...units)),
      fc.string({
        unit: fc.constantFrom('👩‍👩‍👧', 'ä', '\n', 'x'),
        minLength: 300,
        maxLength: 400,
      }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const result = toDescription(value);
        expect([...result].length).toBeLessThanOrEqual(350);
        expect(result).not.toMatch(/\p{Cc}/u);
        expect(result.isWellFormed()).toBe(true);
        expect(toDescription(result)).toBe(result);
      }),
    );
  });
});

describe('toTopics', () => {
  it('makes topics small, plain and unique', () => {
    expect(toTopics(['Node JS', 'node-js', 'C++', '***', 'Für Alle', '-lead'])).toEqual([
      'node-js',
      'c',
      'fur-alle',
      'lead',
    ]);
  });

  it('gives at most 20 that GitHub takes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: anyCharacter, maxLength: 80 }), { maxLength: 60 }),
        (topics) => {
          const result = toTopics(topics);
          expect(result.length).toBeLessThanOrEqual(20);
          for (const topic of result) expect(topic).toMatch(/^[a-z0-9][a-z0-9-]{0,49}$/);
          expect(toTopics(result)).toEqual(result);
        },
      ),
    );
  });
});

describe('missingScopes', () => {
  it('names what a classic token lacks, counting what wider scopes include', () => {
    expect(missingScopes(['repo', 'admin:org'], ['repo', 'read:org', 'workflow'])).toEqual([
      'workflow',
    ]);
    expect(missingScopes(['public_repo'], ['repo'])).toEqual(['repo']);
    expect(missingScopes([], ['repo'])).toEqual(['repo']);
  });

  it('knows nothing of tokens without scopes', () => {
    expect(missingScopes(null, ['repo'])).toEqual([]);
  });
});
