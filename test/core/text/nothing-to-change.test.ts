import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convertTree,
  hasNothingToChange,
} from '../../../src/core/text/convert/convert-markdown.ts';
import { context } from './sample-context.ts';

const words = [
  'Looks',
  'good',
  'fixes',
  'Closes',
  'GH',
  '12',
  'abcdef',
  'deadbe',
  'http',
  'ww',
  'o/r',
];
const marks = [
  '- ',
  '+ ',
  '1. ',
  '1) ',
  '> ',
  '---',
  '===',
  '|',
  ':-',
  '!',
  ']',
  '{',
  '}',
  '"',
  "'",
  '(',
  ')',
];
const space = [
  ' ',
  '  ',
  '   ',
  '\n',
  '\n\n',
  ' \n ',

  '\u00a0',
  '.',
  ':',
  '/',
  '=',
  'é',
  '\ue000',
  '\ufffc',
];
const piece = fc.constantFrom(...words, ...marks, ...space);

describe('a text with nothing to change', () => {
  it('is what a reading of its tree leaves as it is', () => {
    const plain = fc
      .array(piece, { minLength: 1, maxLength: 40 })
      .map((parts) => parts.join(''))
      .filter(hasNothingToChange);
    fc.assert(
      fc.property(plain, (text) => {
        expect(convertTree(text, context)).toEqual({ markdown: text, leftImages: [] });
      }),
      { numRuns: 2000 },
    );
  });

  it('has none of what the hosts link, notify by, or read as code or HTML', () => {
    for (const text of [
      ...[
        '@ada',
        '＠ada',
        '#12',
        'see GH-3',
        'gh-3',
        'abc1234',
        'ABCDEF0',
        'https://a.b',
        'www.a.b',
      ],
      ...[
        '`a`',
        '~~~',
        '<b>',
        '[a]: b',
        '&commat;ada',
        '\\#1',
        'G*H*-1',
        'a\n\n    code',
        '-\tcode',
      ],
    ])
      expect([text, hasNothingToChange(text)]).toEqual([text, false]);
  });
});
