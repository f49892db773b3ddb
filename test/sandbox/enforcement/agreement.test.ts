import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsGlob } from '../../../sandbox/bitbucket/enforcement/glob.ts';
import { matches } from '../../../sandbox/bitbucket-data-center/enforcement/matchers.ts';
import { ownModel } from '../../../sandbox/bitbucket-data-center/settings/book.ts';
import { fitsPattern } from '../../../sandbox/github/rulesets/patterns.ts';
import { matchesRef } from '../../../src/core/settings/refs/matches-ref.ts';
import { fitsInclude } from '../../../src/core/settings/refs/target-refs.ts';

/** Both were written from the hosts' own words, and neither from the other. */
describe('the embedded hosts and the model of their rules', () => {
  const word = fc.constantFrom('main', 'release', 'x', '1.0', 'a-b');
  const branch = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('/'));
  const piece = fc.oneof(word, fc.constantFrom('*', '**', 'rel*', '*x', '?', 'm?in'));
  const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((words) => words.join('/'));

  it('read the patterns of Cloud alike', () => {
    fc.assert(
      fc.property(pattern, branch, (glob, name) => {
        const own = fitsGlob(glob, name, { starCrossesSlashes: true });
        expect(own).toBe(matchesRef({ kind: 'glob', pattern: glob }, `refs/heads/${name}`));
      }),
      { numRuns: 2000 },
    );
  });

  it('read the patterns of the Data Center alike', () => {
    const place = { model: ownModel, defaultBranch: 'refs/heads/main' };
    const whole = fc.oneof(
      pattern,
      pattern.map((one) => `${one}/`),
    );
    fc.assert(
      fc.property(whole, branch, (ant, name) => {
        const ref = `refs/heads/${name}`;
        const own = matches({ type: 'PATTERN', id: ant }, ref, place);
        expect(own).toBe(matchesRef({ kind: 'ant', pattern: ant }, ref));
      }),
      { numRuns: 2000 },
    );
  });

  it('read the patterns of GitHub alike', () => {
    fc.assert(
      fc.property(pattern, branch, (fnmatch, name) => {
        const [include, ref] = [`refs/heads/${fnmatch}`, `refs/heads/${name}`];
        const own = fitsPattern(include, { ref, defaultBranch: 'main' });
        expect(own).toBe(fitsInclude(include, ref, 'main'));
      }),
      { numRuns: 2000 },
    );
  });
});
