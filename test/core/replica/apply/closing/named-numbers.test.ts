import { describe, expect, it } from 'vitest';
import { namedNumbers } from '../../../../../src/core/replica/apply/closing/named-numbers.ts';

describe('namedNumbers', () => {
  it.each([
    ['Fixes #3', [3]],
    ['closed: #3, resolve GH-4 and fix\n#5', [3, 4, 5]],
    ['Closes acme/web#3, closes acme/other#4', [3]],
    [
      'resolves https://github.com/acme/web/issues/3 and fixes https://github.com/acme/web/pull/4',
      [3, 4],
    ],
    ['See #3, prefixes #4, fixes #5a, fixes 6, fixed it #7', []],
    ['Fixes #3 and fixes #3', [3]],
  ])('finds in %j what GitHub closes', (message, numbers) => {
    expect(namedNumbers(message, 'Acme/web')).toEqual(numbers);
  });
});
