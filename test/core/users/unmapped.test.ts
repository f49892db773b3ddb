import { describe, expect, it } from 'vitest';
import { parseUserMap } from '../../../src/core/users/parse-user-map.ts';
import { findUnmapped } from '../../../src/core/users/unmapped.ts';

const header = 'source_username,target_username,account_id';
const mapOf = (...rows: readonly string[]) =>
  parseUserMap([header, ...rows, ''].join('\n'), 'users.csv');

describe('findUnmapped', () => {
  const before = mapOf('anna,anna-gh,712020:a', 'bob,bob-gh,', 'carol,,');

  it('names who has no login any more', () => {
    expect(findUnmapped(before, mapOf('anna,anna-gh,'))).toEqual(['bob']);
    expect(findUnmapped(before, mapOf('anna,,712020:a', 'bob,bob-gh,'))).toEqual(['anna']);
    expect(findUnmapped(before, null)).toEqual(['anna', 'bob']);
  });

  it('takes another login, another row and more people for no loss', () => {
    const next = mapOf('someone,anna-gh,712020:A', 'BOB,robert-gh,', 'carol,carol-gh,');
    expect(findUnmapped(before, next)).toEqual([]);
    expect(findUnmapped(before, before)).toEqual([]);
  });

  it('takes a new name with the same login for the same person', () => {
    expect(findUnmapped(before, mapOf('anna,anna-gh,', 'robert,Bob-gh,'))).toEqual([]);
    const shared = mapOf('anna,one-gh,', 'bob,one-gh,');
    expect(findUnmapped(shared, mapOf('anna,one-gh,'))).toEqual(['bob']);
  });
});
