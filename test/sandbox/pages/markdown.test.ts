import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../../sandbox/pages/html.ts';
import { markdown } from '../../../sandbox/pages/text/markdown.ts';
import { hostileAddresses, hostileNames } from '../../helpers/hostile/hostile-texts.ts';
import { pageProblems } from '../helpers/page-problems.ts';

const shown = (text: string, readsHtml = true) =>
  String(markdown(text, { readsHtml, words: (words) => html`${words}` }));

const pieces = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<a href="javascript:x">a</a>'],
  ...['</div></div>', '</details>', '<details>', '<details open ontoggle=x>', '<summary>', '<b>'],
  ...['</b>', '<br/>', '<!-- a', '-->', '<svg/onload=x>', '<style>*{}</style>', '<b class="x">'],
  ...['[a](javascript:alert(1))', '![a](javascript:alert(1))', '[a](data:text/html,x)', '<x:y>'],
  ...[
    '[a][b]',
    '\n\n[b]: javascript:alert(1)\n',
    '![a](https://example.com/"onload="x)',
    '|a|\n|-|\n',
  ],
  ...[
    '```suggestion\n',
    '```"><script>\n',
    '\n```\n',
    '- [x] ',
    '- [ ] ',
    '> ',
    '\n',
    '\n\n',
    '# ',
  ],
  ...[
    '**',
    '_',
    '~~',
    '`',
    '&lt;script&gt;',
    '&#106;avascript:x',
    '[^1]',
    '\n\n[^1]: <b>\n',
    '1. ',
  ],
  ...['https://example.com/<b>', '<https://example.com/"x>', 'www.example.com', 'a@b.example'],
];
const anyMarkdown = fc
  .array(fc.oneof(fc.constantFrom(...pieces, ...hostileNames, ...hostileAddresses), fc.string()))
  .map((parts) => parts.join(''));

describe('a text in Markdown', () => {
  it.each([
    ['with HTML that counts', true],
    ['whose HTML is text', false],
  ])('%s brings nothing into a page but harmless elements', (_, readsHtml) => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        expect(pageProblems(shown(text, readsHtml))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('is shown as its host does', () => {
    const text = 'A **bold** `x < y` and [a link](https://example.com/a)\n\n- [x] done\n- [ ] open';
    const page = shown(text);
    expect(page).toContain('<strong>bold</strong> <code>x &#60; y</code>');
    expect(page).toContain('<a href="https://example.com/a" rel="nofollow noopener noreferrer">');
    expect(page).toContain('<input type="checkbox" disabled checked aria-label="done">');
  });

  it('has a picture as a link, so that nothing is loaded', () => {
    const page = shown('![a sketch](https://example.com/a.png)');
    expect(page).toContain('<a href="https://example.com/a.png"');
    expect(page).not.toContain('<img');
  });

  it('folds what it says is folded, and hides comments', () => {
    const page = shown(
      '<details>\n<summary>More</summary>\n\ntext\n\n</details>\n\n<!-- hidden -->',
    );
    expect(page).toMatch(/<details>\s*<summary>More<\/summary>\s*<p>text<\/p>\s*<\/details>/);
    expect(page).not.toContain('hidden');
  });

  it('marks a suggestion', () => {
    const page = shown('```suggestion\nval a = 1\n```');
    expect(page).toContain('Suggested change');
    expect(page).toContain('val a = 1');
  });

  it.each([
    ['quotes', '>'.repeat(20_000)],
    ['lists', '- '.repeat(20_000)],
    ['emphasis', '*a **b '.repeat(5_000)],
    ['brackets', '['.repeat(20_000)],
  ])('of thousands of %s within one another is shown all the same', (_, text) => {
    expect(pageProblems(shown(text))).toEqual([]);
  });
});
