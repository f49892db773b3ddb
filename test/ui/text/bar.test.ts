import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barLine, percentText } from '../../../src/ui/text/bar.ts';
import { plainText } from '../../../src/ui/text/line.ts';
import { widthOf } from '../../../src/ui/text/text-width.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';

const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });
const ascii = glyphsOf({ LANG: 'C', TERM: 'xterm' });

describe('a bar', () => {
  const text = (share: number, width: number, signs = glyphs) =>
    plainText(barLine({ share, width, glyphs: signs }));
  it('fills up, and is full at the end alone', () => {
    expect(text(0, 4, ascii)).toBe('....');
    expect(text(0.5, 4, ascii)).toBe('##..');
    expect(text(0.9999, 4, ascii)).toBe('###.');
    expect(text(1, 4, ascii)).toBe('####');
    expect(text(0.7, 4)).toBe('██▌░');
    expect(percentText(0.999)).toBe('99%');
  });
  it('always has the width that it was given', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 0, max: 60 }), (share, width) => {
        expect(widthOf(text(share, width))).toBe(width);
      }),
    );
  });
});
