import { describe, expect, it } from 'vitest';
import {
  amountMissesBound,
  missesBound,
  ratios,
  spread,
  sums,
} from '../../bench/document/figures.ts';

describe('figures', () => {
  it('takes the middle sample, or the mean of the two in the middle', () => {
    expect(spread([5, 1, 3])).toEqual({ minimum: 1, median: 3, maximum: 5 });
    expect(spread([4, 1, 3, 2])).toEqual({ minimum: 1, median: 2.5, maximum: 4 });
  });

  it('refuses to say anything of no samples', () => {
    expect(() => spread([])).toThrow(RangeError);
  });

  it("reports ours as multiples of the baseline's median", () => {
    const figure = { ours: [15, 20, 40], baseline: [9, 10, 100] };
    expect(ratios(figure)).toEqual({ minimum: 1.5, median: 2, maximum: 4 });
  });

  it('adds samples of the same round', () => {
    expect(
      sums([
        [1, 2],
        [10, 20],
        [100, 200],
      ]),
    ).toEqual([111, 222]);
  });

  it('holds the median against the bound, so that one slow run does no harm', () => {
    const figure = { name: 'a', ours: [10, 11, 90], baseline: [10, 10, 10] };
    expect(missesBound({ ...figure, bound: 1.1 })).toBe(false);
    expect(missesBound({ ...figure, bound: 1.09 })).toBe(true);
    expect(missesBound({ ...figure, bound: null })).toBe(false);
  });

  it('holds the largest amount against its bound', () => {
    const amount = { name: 'requests', unit: 'requests', samples: [11, 11, 13] };
    expect(amountMissesBound({ ...amount, bound: 13 })).toBe(false);
    expect(amountMissesBound({ ...amount, bound: 12 })).toBe(true);
  });

  it('holds the smallest amount against a bound of which more is better', () => {
    const amount = { name: 'used', unit: '%', samples: [95, 99, 100], isLeast: true };
    expect(amountMissesBound({ ...amount, bound: 95 })).toBe(false);
    expect(amountMissesBound({ ...amount, bound: 96 })).toBe(true);
  });
});
