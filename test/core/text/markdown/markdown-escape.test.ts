import { describe, expect, it } from 'vitest';
import {
  codeBlock,
  codeSpan,
  personLink,
  plainText,
  quote,
  titleText,
} from '../../../../src/core/text/markdown/markdown-escape.ts';

describe('pieces of a body', () => {
  it('leaves an ordinary name as it is', () => {
    expect(plainText('Ada Lovelace-King (she)')).toBe('Ada Lovelace-King (she)');
  });
  it('escapes markup, HTML, mentions and references of a name', () => {
    expect(plainText('*a* <b>\n@dave #12 deadbee1')).toBe(
      '\\*a\\* &lt;b> @\u200bdave #\u200b12 deadbe\u200be1',
    );
    expect(plainText('# x')).toBe('\\# x');
    expect(plainText('1. x')).toBe('1\\. x');
  });
  it('gives a title without escapes, in which nothing refers or closes', () => {
    expect(titleText(' Fixes #12:\n*all*\u202e ')).toBe('Fixes\u200b #\u200b12: *all*');
  });
  it('fences code by more backticks than it holds', () => {
    expect(codeSpan('a')).toBe('`a`');
    expect(codeSpan('a`b')).toBe('``a`b``');
    expect(codeSpan('`a')).toBe('`` `a ``');
    expect(codeSpan('')).toBe('` `');
    expect(codeSpan('a\nb')).toBe('`a b`');
    expect(codeBlock('a\n```\nb', 'js')).toBe('````js\na\n```\nb\n````');
    expect(codeBlock('a', 'js "x"')).toBe('```\na\n```');
  });
  it('quotes every line', () => {
    expect(quote('a\n\nb')).toBe('> a\n>\n> b');
  });
  it('links a person without notifying anybody', () => {
    expect(personLink('ada', 'https://github.com')).toBe('[@ada](https://github.com/ada)');
  });
});
