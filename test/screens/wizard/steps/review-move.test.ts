import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveBy, pageBy } from '../../../../src/screens/wizard/steps/review/move.ts';

describe('the place in the review', () => {
  const lines = fc.record({
    rows: fc.uniqueArray(fc.nat(40), { minLength: 1 }).map((rows) => rows.sort((a, b) => a - b)),
    height: fc.integer({ min: 3, max: 20 }),
  });
  const moves = fc.array(fc.tuple(fc.constantFrom(moveBy, pageBy), fc.constantFrom(1, -1)));

  it('stays within the lines, whatever keys are pressed', () => {
    fc.assert(
      fc.property(lines, moves, ({ rows, height }, keys) => {
        const all = { rows, height, count: 41 };
        let place = { cursor: 0, scrolled: 0 };
        for (const [move, by] of keys) place = move(place, by as 1 | -1, all);
        expect(rows[place.cursor]).toBeDefined();
        expect(place.scrolled).toBeGreaterThanOrEqual(0);
        expect(place.scrolled).toBeLessThanOrEqual(Math.max(0, 41 - height));
      }),
    );
  });

  it('reaches the last line and the last row by Down', () => {
    fc.assert(
      fc.property(lines, ({ rows, height }) => {
        const all = { rows, height, count: 41 };
        let place = { cursor: 0, scrolled: 0 };
        for (let times = 0; times < 100; times += 1) place = moveBy(place, 1, all);
        expect(place).toEqual({ cursor: rows.length - 1, scrolled: Math.max(0, 41 - height) });
      }),
    );
  });
});
