import { describe, expect, it } from 'vitest';
import {
  backgroundInReply,
  backgroundOfEnvironment,
  withoutReplies,
} from '../../../src/ui/theme/background.ts';
import { themeOf } from '../../../src/ui/theme/theme.ts';

describe('backgroundInReply', () => {
  it.each([
    ['\u001b]11;rgb:1e1e/1e1e/2e2e\u0007', 'dark'],
    ['\u001b]11;rgb:fdfd/f6f6/e3e3\u001b\\', 'light'],
    ['\u001b]11;rgb:ff/ff/ff\u0007', 'light'],
    ['\u001b]11;rgba:0000/0000/0000/ffff\u0007', 'dark'],
    ['\u001b]11;#fafafa\u0007', 'light'],
    ['j\u001b]11;rgb:0000/0000/8080\u0007\u001b[?62;22c', 'dark'],
    ['\u001b[?62;22c', null],
    ['jk', null],
  ])('reads %j as %s', (reply, background) => {
    expect(backgroundInReply(reply)).toBe(background);
  });
});

describe('withoutReplies', () => {
  it('keeps what a person typed before, between and after the replies', () => {
    expect(withoutReplies('a\u001b]11;rgb:1e1e/1e1e/2e2e\u001b\\b\u001b[?62;22cc')).toBe('abc');
  });
  it('keeps arrow keys', () => {
    expect(withoutReplies('\u001b[A\u001b[B')).toBe('\u001b[A\u001b[B');
  });
});

describe('backgroundOfEnvironment', () => {
  it.each([
    ['15;0', 'dark'],
    ['0;15', 'light'],
    ['12;default;8', 'dark'],
    ['0;7', 'light'],
    ['15;default', null],
    [undefined, null],
  ])('reads COLORFGBG=%s as %s', (COLORFGBG, background) => {
    expect(backgroundOfEnvironment({ COLORFGBG })).toBe(background);
  });
});

describe('themeOf', () => {
  const contrast = (color: string, background: number) => {
    const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
    const [red = 0, green = 0, blue = 0] = channels.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    const [low, high] = [luminance, background].sort((one, other) => one - other);
    return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
  };
  it.each([
    ['dark', 0],
    ['light', 1],
  ] as const)('has a contrast of 4.5 to 1 and more on a %s background', (background, luminance) => {
    for (const { color } of Object.values(themeOf({ color: true, colorDepth: 24, background }))) {
      if (color !== undefined) expect(contrast(color, luminance)).toBeGreaterThanOrEqual(4.5);
    }
  });
  it('uses the sixteen colours of the terminal where it has no more, or does not name its background', () => {
    const sixteen = themeOf({ color: true, colorDepth: 4, background: 'light' });
    expect(sixteen).toEqual(themeOf({ color: true, colorDepth: 24, background: null }));
    expect(sixteen.good).toEqual({ color: 'green' });
  });
});
