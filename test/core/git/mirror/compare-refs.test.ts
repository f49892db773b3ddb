import { describe, expect, it } from 'vitest';
import { compareRefs } from '../../../../src/core/git/formats/refs.ts';

describe('compareRefs', () => {
  it('lists what is missing, different and unexpected', () => {
    const expected = new Map([
      ['refs/heads/a', '1'],
      ['refs/heads/b', '2'],
      ['refs/heads/c', '3'],
    ]);
    const actual = new Map([
      ['refs/heads/a', '1'],
      ['refs/heads/b', '9'],
      ['refs/heads/d', '4'],
    ]);
    expect(compareRefs(expected, actual)).toEqual({
      missing: ['refs/heads/c'],
      different: ['refs/heads/b'],
      unexpected: ['refs/heads/d'],
    });
  });
});
