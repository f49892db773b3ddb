import { expect, it } from 'vitest';
import { filterBy, matchPieces } from '../../../src/ui/input/filter.ts';

it('a filter wants every word, in any order and case', () => {
  const names = ['Web-Shop', 'web-api', 'shop'];
  expect(filterBy(names, 'shop WEB', (name) => name)).toEqual(['Web-Shop']);
  expect(filterBy(names, '  ', (name) => name)).toBe(names);
  expect(filterBy(names, '/shop web', (name) => name)).toEqual(['Web-Shop']);
});

it.each([
  [
    'web-shop',
    'shop',
    [
      ['web-', false],
      ['shop', true],
    ],
  ],
  [
    'Web-Shop',
    'WEB shop',
    [
      ['Web', true],
      ['-', false],
      ['Shop', true],
    ],
  ],
  [
    'a.b',
    '.',
    [
      ['a', false],
      ['.', true],
      ['b', false],
    ],
  ],
  ['api', '', [['api', false]]],
  ['api', 'web', [['api', false]]],
])('marks in %s what matches %j', (text, filter, pieces) => {
  expect(matchPieces(text, filter).map((piece) => [piece.text, piece.matches])).toEqual(pieces);
});
