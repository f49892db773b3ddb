import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDescription } from '../../../../../src/core/hosts/github/repositories/description.ts';

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
      fc.string({ unit: 'binary', maxLength: 500 }),
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
