import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, plainText } from '../../../src/ui/text/line.ts';
import { widthOf } from '../../../src/ui/text/text-width.ts';
import { linesAbove, windowOf } from '../../../src/ui/text/view-window.ts';
import { wrap } from '../../../src/ui/text/wrap.ts';

const ten = Array.from({ length: 10 }, (_, at) => line(`row ${at}`));
const view = (height: number, from: number, to = from) =>
  windowOf(ten, { height, from, to, ellipsis: '…' }).map(plainText);

describe('a window over lines', () => {
  it('shows all of them where they fit', () => {
    expect(view(10, 0)).toHaveLength(10);
  });

  it('says where lines are left out', () => {
    expect(view(4, 0)).toEqual(['row 0', 'row 1', 'row 2', '…']);
    expect(view(4, 5)).toEqual(['…', 'row 4', 'row 5', '…']);
    expect(view(4, 9)).toEqual(['…', 'row 7', 'row 8', 'row 9']);
  });

  it('shows as much as it can of what matters, its beginning in any case', () => {
    expect(view(6, 3, 6)).toEqual(['…', 'row 3', 'row 4', 'row 5', 'row 6', '…']);
    expect(view(4, 3, 9)[1]).toBe('row 3');
  });

  it('is never higher than it may be, and always shows the first line that matters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 12 }), fc.nat(9), fc.nat(9), (height, one, other) => {
        const from = Math.min(one, other);
        const rows = view(height, from, Math.max(one, other));
        expect(rows.length).toBe(Math.min(height, 10));
        expect(rows).toContain(`row ${from}`);
      }),
    );
  });
});

describe('lines above something', () => {
  const above = (height: number, below: number) =>
    linesAbove([...ten.slice(0, 3), []], { height, below, ellipsis: '…' }).map(plainText);

  it('give way to it', () => {
    expect(above(8, 4)).toEqual(['row 0', 'row 1', 'row 2', '']);
    expect(above(7, 4)).toEqual(['row 0', 'row 1', 'row 2']);
    expect(above(6, 4)).toEqual(['row 0', '…']);
    expect(above(4, 4)).toEqual([]);
    expect(above(2, 4)).toEqual([]);
  });
});

describe('a text that is wrapped', () => {
  it('is broken at blanks, and within a word only where it must be', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('https://example.com', 8)).toEqual(['https://', 'example.', 'com']);
  });

  it('is never wider than it may be, and loses nothing', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab 日é'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 20 }), (given, width) => {
        const lines = wrap(given, width);
        for (const one of lines) expect(widthOf(one)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(given.replaceAll(' ', ''));
      }),
    );
  });
});
