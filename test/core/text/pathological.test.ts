import { describe, expect, it } from 'vitest';
import { convertText } from '../../../src/core/text/convert-text.ts';
import { splitBody } from '../../../src/core/text/scan/split-body.ts';
import { timed } from '../../helpers/processor-time.ts';
import { hazardsOf } from './read-as-github.ts';
import { context } from './sample-context.ts';

const size = 100_000;
function fill(part: string, length = size): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

const texts: Readonly<Record<string, string>> = {
  'many paragraphs': fill(
    'The **quick** `fox`, see #12 and https://a.example/b by @carol.\nLine two.\n\n',
    50_000,
  ),
  'one long word': fill('a'),
  'one long hash': fill('ab1'),
  'many short lines': fill('hello\n'),
  'deep quotations': `${fill('>', 10_000)}x`,
  'deep lists': `${fill('- ', 10_000)}x`,
  'lists of many items': fill('- one\n  - two\n'),
  'many brackets': fill('[', 10_000),
  'nested images': `${fill('![', 10_000)}a${fill('](x)', 20_000)}`,
  'many stars': fill('*', 10_000),
  'unclosed emphasis': fill('*a **b '),
  'unopened emphasis': fill('a* b** '),
  'backticks of each length': Array.from({ length: 600 }, (_, index) => '`'.repeat(index + 1)).join(
    ' ',
  ),
  'many definitions': fill('[a]: x\n'),
  'many tags': fill('<a '),
  'many comments': fill('<!--'),
  'many references': fill('fixes #12 '),
  'many character references': fill('&#64;a '),
  'wide tables': `${fill('|a', 4_000)}\n${fill('|-', 4_000)}\n${fill('|\n', 20_000)}`,
  'open Creole code': fill('{{{'),
  'escape sequences': fill('\u001b[31m'),
};

describe('texts that are hard to read', () => {
  // What is quadratic in one of them takes a minute; how long they take is the bench's matter.
  it.each(Object.entries(texts))('%s are converted to their end', (_name, raw) => {
    const { milliseconds } = timed(() => {
      for (const markup of ['markdown', 'creole', 'plaintext'] as const) {
        const { markdown } = convertText({ raw, markup }, context);
        const pieces = splitBody(markdown, { first: 30_000, rest: 60_000 });
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(60_000);
      }
    });
    expect(milliseconds).toBeLessThan(20_000);
  });

  it('are shown as code where they cannot be read', () => {
    const { markdown } = convertText(
      { raw: `${fill('>', 10_000)}@dave`, markup: 'markdown' },
      context,
    );
    expect(markdown.startsWith('```\n>>>')).toBe(true);
    expect(hazardsOf(markdown)).toEqual([]);
  });
});
