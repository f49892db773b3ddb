import { expect, it } from 'vitest';
import { filterBy } from '../../../src/ui/input/filter.ts';

it('a filter wants every word, in any order and case', () => {
  const names = ['Web-Shop', 'web-api', 'shop'];
  expect(filterBy(names, 'shop WEB', (name) => name)).toEqual(['Web-Shop']);
  expect(filterBy(names, '  ', (name) => name)).toBe(names);
});
