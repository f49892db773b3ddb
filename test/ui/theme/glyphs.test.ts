import { describe, expect, it } from 'vitest';
import { widthOf } from '../../../src/ui/text/text-width.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { themeOf } from '../../../src/ui/theme/theme.ts';

const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });

describe('signs', () => {
  it.each([
    [{ LANG: 'C' }],
    [{}],
    [{ LANG: 'en_US.UTF-8', TERM: 'linux' }],
    [{ LANG: 'ja_JP.UTF-8' }],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }],
  ])('are ASCII with %j', (environment) => {
    for (const sign of Object.values(glyphsOf(environment)).flat()) {
      expect(sign).toMatch(/^[\u0020-\u007e]+$/);
    }
  });
  it('put a value that can be changed between angle brackets in ASCII', () => {
    const { previous, next } = glyphsOf({ LANG: 'C' });
    expect(`${previous} public ${next}`).toBe('< public >');
  });
  it('are one column wide each in Unicode', () => {
    for (const sign of Object.values(glyphs).flat()) expect(widthOf(sign)).toBe(1);
  });
  it('have no colours where none are wanted, and headings, selection and cursor are seen all the same', () => {
    const { cursor, title, selected, bad, ...others } = themeOf({ color: false });
    for (const style of Object.values(others)) expect(style).not.toHaveProperty('color');
    for (const style of [title, selected, bad]) expect(style).toEqual({ bold: true });
    expect(cursor).toEqual({ inverse: true });
  });
});
