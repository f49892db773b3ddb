import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTitle } from '../../../../../../src/core/replica/desired/render/parts/render-title.ts';
import { anyCharacter } from '../../../../../helpers/arbitraries/any-character.ts';

function title(text: string): string {
  return renderTitle({ title: text, number: 7 }).title;
}

describe('a title', () => {
  it('comes over as it is', () => {
    expect(renderTitle({ title: 'Fix #12: <b> & `c`', number: 7 })).toEqual({
      title: 'Fix #12: <b> & `c`',
      whole: null,
      isMade: false,
    });
  });

  it('is made up where the source has none', () => {
    expect(renderTitle({ title: ' \t\u0000\u200b ', number: 7 })).toEqual({
      title: 'Pull request 7',
      whole: null,
      isMade: true,
    });
  });

  it('is one line without control characters', () => {
    expect(title('a\r\nb\u0007c\u2028d\u001b[31m')).toBe('a b c d [31m');
    expect(title('a\u202eb\u2066c \u05d0')).toBe('abc \u05d0');
  });

  it('mentions nobody, and leaves e-mail addresses alone', () => {
    expect(title('@bob and (@jane), bob@example.com, é@bob')).toBe(
      '@\u200bbob and (@\u200bjane), bob@example.com, é@\u200bbob',
    );
  });

  it('is cut at 256 characters with an ellipsis, the whole told beside it', () => {
    const long = 'x'.repeat(300);
    const { title: cut, whole } = renderTitle({ title: long, number: 7 });
    expect(cut).toBe(`${'x'.repeat(255)}…`);
    expect(whole).toBe(long);
  });

  it('is never empty, too long, of several lines or half a character', () => {
    const anything = fc.string({ unit: anyCharacter, maxLength: 600 });
    fc.assert(
      fc.property(anything, (text) => {
        const made = title(text);
        expect(made.trim()).not.toBe('');
        expect(made.length).toBeLessThanOrEqual(256);
        expect(made).not.toMatch(/[\p{Cc}\u2028\u2029]|(?<![a-z0-9_])@[a-z0-9]/iu);
        expect(made.isWellFormed()).toBe(true);
      }),
    );
  });
});
