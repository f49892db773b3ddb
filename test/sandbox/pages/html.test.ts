import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../../sandbox/pages/html.ts';
import { linkTo, pathOf, webAddress } from '../../../sandbox/pages/links.ts';
import { hostileAddresses, hostileNames } from '../../helpers/hostile/hostile-texts.ts';
import { pageProblems } from '../helpers/page-problems.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...hostileNames, ...hostileAddresses, '"', "'", '`', '<!--', '&lt;', ']]>'),
);

describe('a template of HTML', () => {
  it('lets no value become an element or leave its attribute', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const page = String(html`<p title="${text}">${text}${[text, html`<b>${text}</b>`]}</p>`);
        expect(pageProblems(page)).toEqual([]);
      }),
    );
  });

  it('shows a value as it is, but for characters that cannot be seen', () => {
    const shown = String(html`${'<a & "b">'} ${1} ${null} ${false} ${'\u001b[31m \u202e'}`);
    expect(decoded(shown)).toBe('<a & "b"> 1   \ufffd[31m [U+202E]');
  });
});

describe('an address', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    'relative/path',
    '',
  ])('%j is no link', (address) => {
    expect(webAddress(address)).toBeNull();
    expect(String(linkTo(address, 'label'))).toBe('label');
  });

  it('of the web is a link, and never anything else', () => {
    expect(webAddress('https://example.com/a b')).toBe('https://example.com/a%20b');
    fc.assert(
      fc.property(anyText, anyText, (address, label) => {
        expect(pageProblems(String(linkTo(address, label)))).toEqual([]);
      }),
    );
  });

  it('on the same host has each part encoded', () => {
    expect(pathOf('a/b', '..%', 7)).toBe('/a%2Fb/..%25/7');
  });
});

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
