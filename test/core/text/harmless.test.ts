import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertText } from '../../../src/core/text/convert-text.ts';
import {
  codeBlock,
  codeSpan,
  plainText,
  quote,
} from '../../../src/core/text/markdown/markdown-escape.ts';
import { hazardsIn, hazardsOf, readAsGitHub } from './read-as-github.ts';
import { context, fromMarkdown, knownHash, uuid } from './sample-context.ts';

const hostile = fc.constantFrom(
  ...[
    '@dave',
    '@carol',
    `@${uuid}`,
    '@{557058:aa}',
    '@"first last"',
    '@',
    '＠x',
    '#12',
    '#200',
    '#',
    'GH-3',
    'acme/api#3',
  ],
  ...[
    'o/r#4',
    'abc1234',
    'deadbee1',
    '1234567',
    knownHash,
    'o/r@deadbee1',
    'fixes',
    'Closes:',
    'resolve',
    '<b>',
    '</details>',
  ],
  ...[
    '<details>',
    '<!--',
    '-->',
    '<?',
    '<![CDATA[',
    '<a href="',
    '<',
    '>',
    '&lt;',
    '&#64;',
    '&#35;',
    '&commat;',
    '&amp;',
    '\\',
    '\\@',
  ],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '``',
    '```',
    '~~~',
    '\n```\n',
    '\n    ',
    '\n> ',
    '\n- ',
    '\n1. ',
    '\n# ',
    '\n\n',
    '\n',
    ' ',
  ],
  ...[
    '[',
    ']',
    '](',
    ')',
    '![',
    '[x](',
    '[a][b]',
    '\n[b]: ',
    '[^1]',
    '\n[^1]: ',
    '|',
    '\n|-|-|\n',
    '- [ ] ',
    '<https://a.example>',
  ],
  ...[
    'https://github.com/o/r/issues/1',
    'https://bitbucket.org/acme/web/pull-requests/12',
    'https://bitbucket.org/repo/x/a.png',
  ],
  ...[
    'javascript:x',
    'www.a.example',
    'a@b.example',
    '\u001b[31m',
    '\u0007',
    '\u202e',
    '\u2066',
    '\u200f',
    '\u200b',
    '\u009b',
    '\ud800',
  ],
  ...[
    "{: data-inline-card='' }",
    ':::js\n',
    '#!js\n',
    'word',
    'é',
    '{{{',
    '}}}',
    '[[',
    '||',
    ']]',
    '//',
    '\\\\',
    '= ',
    '!',
    '.',
    ':',
  ],
);
const text = fc.array(hostile, { maxLength: 14 }).map((parts) => parts.join(''));
const runs = { numRuns: 1000 };

describe('whatever the source holds', () => {
  it.each(['markdown', 'creole', 'plaintext'] as const)(
    'nothing of %s acts on GitHub, or takes in what follows after a blank line',
    (markup) => {
      fc.assert(
        fc.property(text, (raw) => {
          const { markdown } = convertText({ raw, markup }, context);
          const reading = readAsGitHub(`${markdown}\n\n*end*`);
          expect(hazardsIn(reading)).toEqual([]);
          expect(reading.texts.at(-1)).toBe('end');
        }),
        runs,
      );
    },
  );
  it('closes nothing before an address behind an indent, which only some parsers link', () => {
    const { markdown } = convertText(
      { raw: 'Closes:\n    www.a.example', markup: 'plaintext' },
      context,
    );
    expect(hazardsOf(markdown)).toEqual([]);
  });
  it('closes nothing before an email address in an unclosed bracket', () => {
    expect(hazardsOf(fromMarkdown('<![CDATA[resolve\na@b.example'))).toEqual([]);
  });

  it('gives a name or title as inline text that shows it, wherever it stands', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const markdown = plainText(raw);
        expect(markdown).not.toContain('\n');
        const shown = [
          markdown,
          `**${markdown || 'x'}** said`,
          `- x ${markdown}`,
          `| ${markdown} |\n|---|`,
        ];
        const reading = readAsGitHub([...shown, '*end*'].join('\n\n'));
        expect(hazardsIn(reading)).toEqual([]);
        expect(reading.texts.at(-1)).toBe('end');
      }),
      runs,
    );
  });
  it('shows a name letter by letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (raw) => {
        const seen = readAsGitHub(`a ${plainText(raw)} b`).texts.join('');
        const plain = `a ${raw.trim()} b`.replace(/\s+/g, ' ');
        expect(seen.replaceAll('\u200b', '').replace(/\s+/g, ' ')).toBe(plain);
      }),
      runs,
    );
  });
  it('keeps code spans and code blocks closed', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const shown = [
          `a ${codeSpan(raw)} b`,
          codeBlock(raw, 'js'),
          'between',
          quote(fromMarkdown(raw)),
          'end',
        ];
        const { texts } = readAsGitHub(shown.join('\n\n'));
        expect(texts.slice(0, 2)).toEqual(['a \u0000 b', 'between']);
        expect(texts.at(-1)).toBe('end');
      }),
      runs,
    );
  });
});

describe('a text in which nothing has to be changed', () => {
  const inert = fc.constantFrom(
    'word',
    'Größe',
    'שלום',
    '**bold**',
    '*it*',
    '`@code #1`',
    '\n\n',
    '\n',
    ' ',
    ', ',
    '\n- item',
    '\n> said',
    '\n## Head\n',
    '[x](https://a.example/b)',
    'https://a.example/b ',
    '\n\n```js\n@a #1 <b>\n```\n',
    'a_b',
    '1 < 2',
    '- [ ] task',
    '~~gone~~',
    '&amp;',
  );
  it('stays byte for byte as its author wrote it', () => {
    fc.assert(
      fc.property(fc.array(inert, { maxLength: 20 }), (parts) => {
        const raw = parts.join(' ');
        expect(fromMarkdown(raw)).toBe(raw);
      }),
      runs,
    );
  });
});
