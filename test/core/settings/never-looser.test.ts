import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contradictions, nothingSeen } from '../../helpers/settings/contradictions.ts';
import { settingsCase } from '../../helpers/settings/settings-cases.ts';

const cases = 300;

describe('settings of Bitbucket on GitHub', () => {
  it('allow nobody more than on the source, and the same where all is graded exact', () => {
    const seen = nothingSeen();
    fc.assert(
      fc.property(settingsCase, (given) => {
        expect(contradictions(given, seen)).toEqual([]);
      }),
      { numRuns: cases },
    );
    // Otherwise the cases would say nothing. Of 300, they are about 18,000, 5,500, 400 and 50.
    expect(seen.attempts).toBeGreaterThan(cases * 10);
    expect(seen.allowed).toBeGreaterThan(cases);
    expect(seen.exact).toBeGreaterThan(20);
    expect(seen.accepted).toBeGreaterThan(0);
  });
});
