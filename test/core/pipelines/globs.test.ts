import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterPatterns } from '../../../src/core/pipelines/globs/filter-pattern.ts';
import { globExpression } from '../../../src/core/pipelines/globs/glob-expression.ts';
import { globsOverlap } from '../../../src/core/pipelines/globs/overlap.ts';
import { winnersOver } from '../../../src/core/pipelines/globs/precedence.ts';
import { globMatches } from '../../helpers/pipelines/bitbucket-model.ts';

const part = fc.constantFrom('a', 'b', '/', '*', '**', '-', '.', '{a,b/}');
const glob = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const name = fc
  .array(fc.constantFrom('a', 'b', '/', '-', '.'), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(''));

describe('globExpression', () => {
  it('matches names as a letter-by-letter matcher does', () => {
    fc.assert(
      fc.property(glob, name, (pattern, text) => {
        const expression = new RegExp(globExpression([pattern], { of: 'name' }));
        expect(expression.test(text)).toBe(globMatches(pattern, text));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['**/*.md', 'README.md', true],
    ['**/*.md', 'docs/deep/a.md', true],
    ['docs/**', 'docs/a/b', true],
    ['docs/**', 'docs', false],
    ['./src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['a (b)/[cd].txt', 'a (b)/c.txt', true],
    ['$x/a+b', '$x/a+b', true],
  ])('of a path: %s and %s', (pattern, path, matches) => {
    expect(new RegExp(globExpression([pattern], { of: 'path' })).test(path)).toBe(matches);
  });

  it.each([
    ['build', 'build/x/y', true],
    ['build/', 'build/x', true],
    ['build', 'builder', false],
    ['*.log', 'a.log', true],
  ])('with contents: %s and %s', (pattern, path, matches) => {
    const use = { of: 'path', withContents: true } as const;
    expect(new RegExp(globExpression([pattern], use)).test(path)).toBe(matches);
  });
});

describe('globsOverlap', () => {
  it('never denies that two globs meet where a name matches both', () => {
    fc.assert(
      fc.property(glob, glob, name, (one, other, text) => {
        if (!globMatches(one, text) || !globMatches(other, text)) return;
        expect(globsOverlap(one, other)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['feature/*', 'release/*', false],
    ['feature/*', 'feature/a/b', false],
    ['feature/**', 'feature/a/b', true],
    ['a*', '*b', true],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(globsOverlap(one, other)).toBe(expected);
  });
});

describe('winnersOver', () => {
  const all = ['*', 'main', 'feature/*', 'feature/**', 'feature/special'];

  it('puts exact names before globs and longer globs before shorter ones', () => {
    expect(winnersOver('*', all)).toEqual(['main']);
    expect(winnersOver('main', all)).toEqual([]);
    expect(winnersOver('feature/*', all)).toEqual(['feature/**', 'feature/special']);
    expect(winnersOver('feature/**', all)).toEqual(['feature/special']);
  });
});

describe('filterPatterns', () => {
  it.each([
    ['feature/*', ['feature/*'], false],
    ['{a,b}/**', ['a/**', 'b/**'], false],
    ['c++', ['c\\+\\+'], false],
    ['v?', ['v[0-9A-Za-z]'], true],
    ['!x', ['\\!x'], false],
  ])('writes %s as %j', (pattern, patterns, isNarrower) => {
    expect(filterPatterns(pattern)).toEqual({ patterns, isNarrower });
  });
});
