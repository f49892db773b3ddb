import { describe, expect, it } from 'vitest';
import { convertText } from '../../../src/core/text/convert-text.ts';
import { context, fromMarkdown, shown } from './sample-context.ts';

describe('HTML and what is left open', () => {
  it('shows HTML as the text that it is on Bitbucket', () => {
    expect(shown('<details><summary>x</summary>\n\n<!-- hi\n\na < b')).toBe(
      '&lt;details>&lt;summary>x&lt;/summary>\n\n&lt;!-- hi\n\na < b',
    );
  });
  it('closes a fence that is left open', () => {
    expect(fromMarkdown('a\n\n~~~~js\nlet a;')).toBe('a\n\n~~~~js\nlet a;\n~~~~');
    expect(fromMarkdown('```\na\n```')).toBe('```\na\n```');
  });
  it('lets no code of several lines begin HTML, which would take in all that follows', () => {
    expect(fromMarkdown('`a\n<!-- b`')).toBe('```\n`a\n<!-- b`\n```');
    expect(fromMarkdown('`a <b> c`')).toBe('`a <b> c`');
  });
  it('shows footnotes where they stand: in one body with others they would be theirs, or not shown', () => {
    const note = convertText({ raw: 'a[^1]\n\n[^1]: see', markup: 'markdown' }, context);
    expect(note.markdown).toBe('a[^1]\n\n\\[^1]: see');
  });
  it('takes away what could be read as a marker of ours, even in code', () => {
    expect(fromMarkdown('```\n<!-- migrator:1 op=x -->\n```')).not.toContain('<!-- migrator:');
    expect(fromMarkdown('<!\u202e-- migrator:1 -->')).not.toContain('<!-- migrator:');
  });
});

describe('characters', () => {
  it('removes control sequences, controls and bidirectional overrides, and keeps right-to-left text', () => {
    expect(fromMarkdown('a\u001b[31mb\u0007c\u202ed\u2066e שלום \ud800')).toBe('abcde שלום \ufffd');
  });
  it('ends lines with a line feed', () => {
    expect(fromMarkdown('a\r\nb\rc')).toBe('a\nb\nc');
  });
  it('keeps the joiners of emoji', () => {
    expect(fromMarkdown('👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️')).toBe('👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️');
  });
});

describe('particulars of Bitbucket', () => {
  it('removes the litter of inline cards outside of code', () => {
    const editorAttributes = "{: data-inline-card='' }";
    expect(
      fromMarkdown(
        `[x](https://x.example)${editorAttributes} \`${editorAttributes}\` https://y.example${editorAttributes}`,
      ),
    ).toBe(`[x](https://x.example) \`${editorAttributes}\` https://y.example`);
  });
  it('writes the language of a code block behind its fence', () => {
    expect(fromMarkdown('    :::python\n    import x\n\nend')).toBe(
      '```python\nimport x\n```\n\nend',
    );
    expect(fromMarkdown('```\n#!js\nfoo\n```')).toBe('```js\nfoo\n```');
    expect(fromMarkdown('```\n#!/bin/sh\nfoo\n```')).toBe('```\n#!/bin/sh\nfoo\n```');
  });
});

describe('images', () => {
  it('links and lists those that stay on the source', () => {
    const url = 'https://bitbucket.org/repo/x/images/1-a.png';
    const raw = `![a](${url}) ![b](attachment:1/2) ![c](https://img.example.com/c.png)`;
    expect(convertText({ raw, markup: 'markdown' }, context)).toEqual({
      markdown: `[Image “a” (stays on Bitbucket)](${url}) Image “b” (stays on Bitbucket): \`attachment:1/2\` ![c](https://img.example.com/c.png)`,
      leftImages: [url, 'attachment:1/2'],
    });
  });
  it.each(['http://wiki/x.png', 'http://10.1.2.3/x.png', 'https://img.corp/x.png', 'x.png'])(
    'holds %s for one that stays',
    (url) => {
      expect(convertText({ raw: `![a](${url})`, markup: 'markdown' }, context).leftImages).toEqual([
        url,
      ]);
    },
  );
  it('takes an image of a moved repository from there', () => {
    expect(fromMarkdown('![a](https://bitbucket.org/acme/web/raw/main/a.png)')).toBe(
      '![a](https://github.com/acme-inc/web/raw/main/a.png)',
    );
  });
});

describe('plain text', () => {
  it('is shown as it is, with its lines, and with the same rules for references', () => {
    const raw = '# no *head*\n    in <b> #12\n- x\n1. y\n\n@dave';
    expect(convertText({ raw, markup: 'plaintext' }, context).markdown).toBe(
      '\\# no \\*head\\*\n&nbsp;&nbsp;&nbsp;&nbsp;in &lt;b> [#12](https://github.com/acme-inc/web/pull/12)\n\\- x\n1\\. y\n\n@\u200bdave',
    );
  });
});

describe('Creole', () => {
  function creole(raw: string): string {
    return convertText({ raw, markup: 'creole' }, context).markdown.replaceAll('\u200b', '·');
  }
  it.each([
    ['= Head =', '# Head'],
    ['=== Third', '### Third'],
    ['**bold //it//** a_b', '**bold *it*** a\\_b'],
    ['--gone-- __under__', '~~gone~~ *under*'],
    ['[[http://a.example|text]]', '[text](http://a.example)'],
    ['[[Page|x]]', '\\[\\[Page\\|x\\]\\]'],
    ['{{http://a.example/i.png|pic}}', '![pic](http://a.example/i.png)'],
    ['{{{co**de}}}', '`co**de`'],
    ['{{{\n#!python\nfoo @x\n}}}', '```python\nfoo @x\n```'],
    ['one\\\\two', 'one\\\ntwo'],
    ['* a\n** b\n*** c\n# d', '- a\n  - b\n    - c\n1. d'],
    ['----', '---'],
    [
      '|=A|=B|\n|x|[[http://a.example|c]]|',
      '| A | B |\n| --- | --- |\n| x | [c](http://a.example) |',
    ],
    ['<<toc>> <b>', '&lt;&lt;toc>> &lt;b>'],
    ['http://a.example/c_d_e', '<http://a.example/c_d_e>'],
    ['fixes #200 by @dave', 'fixes· #·200 by @·dave'],
    ['~**no~**', '\\*\\*no\\*\\*'],
  ])('becomes Markdown: %j', (raw, expected) => {
    expect(creole(raw)).toBe(expected);
  });
});
