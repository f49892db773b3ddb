import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitColumns } from '../../../src/ui/text/columns.ts';

describe('columns', () => {
  const columns = [
    { minimum: 8, ideal: 30 },
    { minimum: 6, ideal: 10, rank: 2 },
    { minimum: 6, ideal: 6, rank: 1 },
  ];
  it.each([
    [80, [30, 10, 6]],
    [30, [14, 6, 6]],
    [23, [9, 0, 6].map((width) => (width === 9 ? 15 : width))],
    [12, [12, 0, 0]],
  ])('in %i', (width, widths) => {
    expect(fitColumns(columns, { width, gap: 2 })).toEqual(widths);
  });
  it('never take more than there is, as long as the first fits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 200 }), (width) => {
        const widths = fitColumns(columns, { width, gap: 2 }).filter((wide) => wide > 0);
        const all = widths.reduce((sum, wide) => sum + wide, 0) + 2 * (widths.length - 1);
        expect(all).toBeLessThanOrEqual(width);
      }),
    );
  });
});
