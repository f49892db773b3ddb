import { expect, it } from 'vitest';
import { compareNaturally } from '../../../../src/core/kernel/format/compare-naturally.ts';

it('orders numbers within names by their size, and everything else by its characters', () => {
  const names = ['M_10', 'M_1', 'M_2', 'B', 'a', 'M', 'M_02', '9', '10', 'M_1_B', 'M_1_A'];
  const sorted = ['9', '10', 'B', 'M', 'M_1', 'M_1_A', 'M_1_B', 'M_02', 'M_2', 'M_10', 'a'];
  expect(names.toSorted(compareNaturally)).toEqual(sorted);
  expect(names.toReversed().toSorted(compareNaturally)).toEqual(sorted);
  expect(compareNaturally('M', 'M')).toBe(0);
});
