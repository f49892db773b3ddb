import { describe, expect, it } from 'vitest';
import { leases } from '../../../../src/core/git/push/push-send.ts';

const [one, two] = ['1'.repeat(40), '2'.repeat(40)];

describe('leases', () => {
  it('lets only that be replaced which is known, and only while it is what is known', () => {
    const names = ['refs/heads/other', 'refs/heads/new', 'refs/heads/same'];
    const batch = names.map((ref) => ({ ref, oid: one }));
    const expected = new Map([
      ['refs/heads/other', two],
      ['refs/heads/same', one],
    ]);
    expect(leases(batch, expected)).toEqual([`--force-with-lease=refs/heads/other:${two}`]);
  });
});
