import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RefMatcher } from '../../../src/core/ports/records/source-settings.ts';
import { matchesRef, mayOverlap } from '../../../src/core/settings/refs/matches-ref.ts';
import { fitsInclude, targetRefs } from '../../../src/core/settings/refs/target-refs.ts';
import {
  branchNames,
  cloudRefs,
  dataCenterRefs,
  defaultBranch,
} from '../../helpers/settings/any-refs.ts';

const segment = fc.constantFrom(
  'main',
  'release',
  '1',
  'a',
  'heads',
  'tags',
  'release-2',
  'fix',
  '1.0',
);
const ref = fc
  .tuple(
    fc.constantFrom('refs/heads/', 'refs/tags/'),
    fc.oneof(
      fc.constantFrom(...branchNames),
      fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    ),
  )
  .map(([start, name]) => start + name);
const matcher = fc.oneof(cloudRefs, dataCenterRefs);

function covers(refs: RefMatcher, name: string): boolean {
  const { branch, tag } = targetRefs(refs);
  const includes = name.startsWith('refs/heads/') ? branch : tag;
  return includes.some((include) => fitsInclude(include, name, defaultBranch));
}

const glob = (pattern: string): RefMatcher => ({ kind: 'glob', pattern });
const ant = (pattern: string): RefMatcher => ({ kind: 'ant', pattern });

describe('the refs of a ruleset', () => {
  it('cover every ref of the source’s rule, and no other where they are said to be the same', () => {
    fc.assert(
      fc.property(matcher, ref, (refs, name) => {
        const isMatched = matchesRef(refs, name);
        if (isMatched) expect(covers(refs, name)).toBe(true);
        else if (targetRefs(refs).wider === null) expect(covers(refs, name)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [glob('main'), ['refs/heads/main'], []],
    [glob('release**'), ['refs/heads/release*', 'refs/heads/release*/**/*'], []],
    [glob('*'), ['~ALL'], []],
    [glob('odd[1]'), ['refs/heads/odd*', 'refs/heads/odd*/**/*'], []],
    [ant('main'), ['refs/heads/**/main'], ['refs/tags/**/main']],
    [
      ant('heads/**/main'),
      ['refs/heads/**/heads/**/main', 'refs/heads/**/main'],
      ['refs/tags/**/heads/**/main'],
    ],
    [{ kind: 'any' }, ['~ALL'], ['~ALL']],
    [{ kind: 'model', branch: 'production', name: 'main', default: true }, ['~DEFAULT_BRANCH'], []],
    [
      { kind: 'category', category: 'release', prefix: 'release/' },
      ['refs/heads/release/**/*'],
      [],
    ],
    [{ kind: 'category', category: 'release', prefix: null }, [], []],
  ] satisfies [RefMatcher, string[], string[]][])('of %j are %j and %j', (refs, branch, tag) => {
    expect(targetRefs(refs)).toMatchObject({ branch, tag });
  });

  it('are never said to be the same for a wildcard that may cross a slash', () => {
    expect(targetRefs(glob('release/*')).wider).toContain('more slashes');
  });

  it('with many wildcards stay few', () => {
    const { branch, wider } = targetRefs(glob('a*b*c*d*e'));
    expect(branch).toEqual(['refs/heads/a*', 'refs/heads/a*/**/*']);
    expect(wider).toContain('too many wildcards');
  });

  it('are found for hostile patterns without trying every reading', () => {
    expect(matchesRef(glob('*a'.repeat(2000)), `refs/heads/${'a'.repeat(2000)}b`)).toBe(false);
    expect(matchesRef(ant(`${'**/a/'.repeat(12)}z`), `refs/heads/${'a/'.repeat(24)}y`)).toBe(false);
  });
});

describe('overlapping rules', () => {
  it('are found wherever a ref is in both', () => {
    fc.assert(
      fc.property(matcher, matcher, ref, (one, other, name) => {
        if (matchesRef(one, name) && matchesRef(other, name))
          expect(mayOverlap(one, other)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('are not seen in two branches of different names', () => {
    expect(mayOverlap(glob('main'), glob('develop'))).toBe(false);
    expect(mayOverlap(glob('main'), glob('ma*'))).toBe(true);
  });
});
