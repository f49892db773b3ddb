import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pausesFor } from '../../../../src/core/journal/wait-until-visible.ts';

describe('pausesFor', () => {
  it('looks as usual where that takes long enough, and as often as it takes otherwise', () => {
    expect(pausesFor(500, [100, 400])).toEqual([100, 400]);
    expect(pausesFor(1000, [100, 400])).toEqual([100, 400, 400, 400]);
  });

  it('takes at least the time that is given, and at most one pause more', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (milliseconds) => {
        const sum = pausesFor(milliseconds, [500, 8000]).reduce((all, one) => all + one, 0);
        expect(sum).toBeGreaterThanOrEqual(milliseconds);
        expect(sum).toBeLessThan(Math.max(8501, milliseconds + 8000));
      }),
    );
  });
});
