import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intoList, listStart, moveInList } from '../../../src/ui/input/list-state.ts';

describe('a place in a list', () => {
  it('stays on a row that is shown, whatever comes and goes', () => {
    const moves = fc.constantFrom('up', 'down', 'pageup', 'pagedown', 'home', 'end');
    const sizes = fc.record({
      count: fc.integer({ min: 0, max: 50 }),
      height: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(moves, sizes)), (steps) => {
        let state = listStart;
        for (const [move, size] of steps) {
          state = moveInList(state, move as 'up', size);
          expect(state.cursor).toBeGreaterThanOrEqual(0);
          expect(state.cursor).toBeLessThan(Math.max(1, size.count));
          expect(state.top).toBeLessThanOrEqual(state.cursor);
          expect(state.cursor).toBeLessThan(state.top + size.height);
        }
      }),
    );
  });
  it('shows as many rows as there is room for', () => {
    expect(intoList({ cursor: 9, top: 9 }, { count: 10, height: 5 })).toEqual({
      cursor: 9,
      top: 5,
    });
  });
});
