import { describe, expect, it } from 'vitest';
import { tooSmallText, viewportOf } from '../../../src/ui/hooks/use-viewport.ts';

describe('room', () => {
  it.each([
    [80, 24, { width: 79, height: 22, isTooSmall: false }],
    [40, 15, { width: 39, height: 13, isTooSmall: false }],
    [39, 24, { width: 38, height: 22, isTooSmall: true }],
    [80, 7, { width: 79, height: 5, isTooSmall: true }],
    [500, 100, { width: 300, height: 98, isTooSmall: false }],
  ])('of %i x %i', (columns, rows, room) => {
    expect(viewportOf({ columns, rows })).toEqual(room);
  });
  it('is said to be too small in as many rows as there are', () => {
    expect(tooSmallText({ columns: 10, rows: 3 })).toHaveLength(1);
    expect(tooSmallText({ columns: 10, rows: 1 })).toHaveLength(1);
  });
});
