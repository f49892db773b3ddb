import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBody } from '../../../../src/core/text/scan/split-body.ts';
import { hazardsOf, readAsGitHub } from '../read-as-github.ts';
import { fromMarkdown } from '../sample-context.ts';

describe('an address without end', () => {
  it.each([
    `http://a.example/${'x'.repeat(59_900)}${'/@dave/#12'.repeat(100)}`,
    // One, once the angle brackets are no HTML any more.
    `http://a.example/${'x'.repeat(5_000)}/@dave/#12<!--`.repeat(13),
  ])('is code, so that no part of it that is cut off mentions anybody', (raw) => {
    const [first = '', ...others] = splitBody(fromMarkdown(raw), { first: 60_000, rest: 60_000 });
    expect(others).toHaveLength(1);
    for (const piece of [first, ...others]) expect(readAsGitHub(piece).texts).toEqual(['\u0000']);
  });
});

describe('splitting a body', () => {
  it('leaves a text whole that fits', () => {
    expect(splitBody('a\n\nb', { first: 4, rest: 200 })).toEqual(['a\n\nb']);
  });
  it('cuts between paragraphs, else between lines, else between words', () => {
    const paragraph = `${'word '.repeat(20)}end.`;
    expect(splitBody(`${paragraph}\n\n${paragraph}`, { first: 150, rest: 200 })).toEqual([
      `${paragraph}\n\n`,
      paragraph,
    ]);
    expect(splitBody(`${paragraph}\n${paragraph}`, { first: 150, rest: 200 })).toEqual([
      `${paragraph}\n`,
      paragraph,
    ]);
    expect(splitBody('word '.repeat(60), { first: 203, rest: 203 })[0]).toBe('word '.repeat(40));
  });
  it('closes a code block that is cut and opens it again', () => {
    const line = 'let a = 1;\n';
    const pieces = splitBody(`\`\`\`\`js\n${line.repeat(40)}\`\`\`\`\n\nend`, {
      first: 200,
      rest: 200,
    });
    for (const piece of pieces) expect(piece.startsWith('````js\n')).toBe(true);
    for (const piece of pieces.slice(0, -1)) expect(piece.endsWith(`${line}\`\`\`\``)).toBe(true);
    expect(readAsGitHub(pieces.at(-1) ?? '').texts).toEqual(['end']);
  });
  it('preserves a quotation with the code in it', () => {
    const pieces = splitBody(
      `> - \`\`\`js\n${`>   @code #12 ${'x'.repeat(20)}\n`.repeat(20)}>   \`\`\``,
      { first: 200, rest: 200 },
    );
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(hazardsOf(piece)).toEqual([]);
    for (const piece of splitBody(`> ${'word '.repeat(100)}`, { first: 200, rest: 200 }))
      expect(piece).toMatch(/^> /);
  });
  it('parts no link, code span, escape, reference or visible character', () => {
    const atoms = [
      '[a link of some words](https://a.example/long)',
      '`some code in it`',
      '👩‍👩‍👧‍👦',
      '&amp;',
      '\\*',
      'e\u0301',
    ];
    for (const atom of atoms) {
      for (let before = 150; before < 200; before += 1) {
        const pieces = splitBody(`${'x'.repeat(before)}${atom.repeat(3)}${'y'.repeat(300)}`, {
          first: 200,
          rest: 200,
        });
        expect(pieces.join('').split(atom).length).toBe(4);
        expect(pieces.reduce((sum, piece) => sum + piece.split(atom).length - 1, 0)).toBe(3);
      }
    }
  });
  it('leaves the first piece empty rather than cutting hard', () => {
    expect(splitBody('x'.repeat(100), { first: 10, rest: 200 })).toEqual(['', 'x'.repeat(100)]);
  });
  it('splits code that fills more than a piece and leaves it code', () => {
    for (const body of [`\`${'@dave #12 x'.repeat(60)}\``, `    ${'@dave#12x'.repeat(60)}`]) {
      for (const piece of splitBody(body, { first: 200, rest: 200 })) {
        expect(piece.length).toBeLessThanOrEqual(200);
        expect(hazardsOf(piece)).toEqual([]);
      }
    }
  });

  const parts = fc.constantFrom(
    'word ',
    'word ',
    '\n\n',
    '\n',
    '\n\n```js\ncode\ncode\n```\n\n',
    '`code span`',
    '[link](https://a.example)',
    '> quoted ',
    '\n- item ',
    '👩‍👩‍👧',
    'x'.repeat(90),
    '\n```\n',
    '#12 ',
    '@dave ',
    '<b>',
    '&lt;',
    '*',
    '| a | b |\n',
  );
  const body = fc.array(parts, { maxLength: 120 }).map((all) => all.join(''));
  const sizes = fc.record({
    first: fc.integer({ min: 0, max: 400 }),
    rest: fc.integer({ min: 200, max: 400 }),
  });

  it('never exceeds what is available and loses nothing', () => {
    fc.assert(
      fc.property(body, sizes, (text, options) => {
        const pieces = splitBody(text, options);
        for (const [index, piece] of pieces.entries()) {
          expect(piece.length).toBeLessThanOrEqual(index === 0 ? options.first : options.rest);
        }
        const letters = (value: string) => value.replace(/[`>\s]|js\n/g, '');
        expect(letters(pieces.join('\n'))).toBe(letters(text));
      }),
      { numRuns: 1000 },
    );
  });
  it('leaves harmless text harmless', () => {
    fc.assert(
      fc.property(body, sizes, (text, options) => {
        for (const piece of splitBody(fromMarkdown(text), options))
          expect(hazardsOf(piece)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
