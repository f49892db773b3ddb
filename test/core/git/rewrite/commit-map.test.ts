import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitMapOf, unchangedCommits } from '../../../../src/core/git/rewrite/commit-map.ts';

const [a, b, c] = ['a'.repeat(40), 'b'.repeat(40), `${'a'.repeat(10)}${'c'.repeat(30)}`];

describe('commitMapOf', () => {
  const map = commitMapOf(
    new Map([
      [a, b],
      [c, a],
    ]),
  );

  it('maps what changed, and nothing else', () => {
    expect([map.mapped(a), map.mapped(b), map.size]).toEqual([b, b, 2]);
    expect(unchangedCommits.mapped(a)).toBe(a);
  });

  it('expands a prefix of seven digits or more that names one commit', () => {
    expect(map.expand(a.slice(0, 11))).toBe(b);
    expect(map.expand(a.slice(0, 10))).toBeNull();
    expect(map.expand(a.slice(0, 6))).toBeNull();
    expect(map.expand('0'.repeat(40))).toBeNull();
  });

  it('expands every whole hash to what it maps to', () => {
    const hash = fc.string({
      unit: fc.constantFrom(...'0123456789abcdef'),
      minLength: 40,
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.dictionary(hash, hash), (pairs) => {
        const map = commitMapOf(new Map(Object.entries(pairs)));
        for (const [old, now] of Object.entries(pairs)) expect(map.expand(old)).toBe(now);
      }),
    );
  });
});
