import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cutLine, line, plainText } from '../../../src/ui/text/line.ts';
import { cut, cutPath, toWidth, widthOf } from '../../../src/ui/text/text-width.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';

it('gives each of our glyphs the columns that it takes', () => {
  const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });
  for (const glyph of Object.values(glyphs).flat()) expect(widthOf(glyph)).toBe(stringWidth(glyph));
});

describe('a text that is cut', () => {
  it('never takes more columns than it may, and stays whole where it fits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 0, max: 30 }),
        (text, width) => {
          expect(widthOf(cut(text, width, '…'))).toBeLessThanOrEqual(width);
          if (widthOf(text) <= width) expect(cut(text, width, '…')).toBe(text);
          expect(widthOf(cutPath(text, width, '…'))).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
  it('that is a path keeps its file name', () => {
    expect(cutPath('/home/jane/migration/users.csv', 14, '…')).toBe('…ion/users.csv');
    expect(cutPath('users.csv', 9, '…')).toBe('users.csv');
    expect(cutPath('/日本/日本.csv', 8, '…')).toBe('…本.csv');
  });
  it('keeps wide characters whole', () => {
    expect(cut('日本語です', 6, '…')).toBe('日本…');
    expect(toWidth('日本', 5, '…')).toBe('日本 ');
    expect(toWidth('7', 3, '…', 'right')).toBe('  7');
  });
  it('leaves no spaces at the end of a line', () => {
    expect(plainText(cutLine(line('ab   ', ['good', '   ']), 40, '…'))).toBe('ab');
    expect(plainText(cutLine(line('abc', ['good', 'def']), 5, '…'))).toBe('abcd…');
  });
});
