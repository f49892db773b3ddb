import { describe, expect, it } from 'vitest';
import { itemOf } from '../../../../src/core/verbs/verify/compare/compare-pull-requests.ts';
import { MigratedTarget } from './migrated-target.ts';

describe('differences of pull requests', () => {
  it('know the number on the source, also those of comments', async () => {
    const target = new MigratedTarget();
    target.comments.length = 0;
    const missing = (await target.verify()).differences;
    expect(missing.map(({ kind, sourceNumber }) => [kind, sourceNumber])).toEqual([['comment', 1]]);
    for (const list of [target.pulls, target.reviewComments]) list.length = 0;
    const gone = (await target.verify()).differences;
    expect(gone.map(({ kind, sourceNumber }) => [kind, sourceNumber])).toEqual([
      ['pull-request', 1],
    ]);
  });

  it('know none of a placeholder, which the source does not have', () => {
    const placeholder = { target: 4, source: 4, url: null, record: { state: null } };
    const item = itemOf(placeholder as Parameters<typeof itemOf>[0]);
    expect(item).not.toHaveProperty('sourceNumber');
  });
});
