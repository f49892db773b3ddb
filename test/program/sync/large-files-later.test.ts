import { expect, it } from 'vitest';
import { openPullRequestPlace } from './pull-requests/pull-request-place.ts';

/** One byte more than GitHub takes. */
const large = 'x'.repeat(100 * 1024 * 1024 + 1);

it('a sync stops at the first large file until its rewrite is confirmed', async () => {
  const repository = { source: 'web', target: 'web', visibility: 'private' } as const;
  await using place = await openPullRequestPlace({
    plan: { repositories: [{ ...repository, large_files: 'rewrite' }] },
  });
  expect(place.targetTip('main')).toBe(place.sourceTip('main'));
  await place.push('main', { 'big.bin': large });
  const before = place.targetTip('main');
  const stopped = await place.sync();
  expect(stopped.code).toBe(6);
  expect(stopped.stdout + stopped.stderr).toContain('Rewriting its history is not confirmed');
  expect(place.targetTip('main')).toBe(before);
  const confirmed = await place.sync('--rewrite-history', 'web');
  expect(confirmed.code, confirmed.stdout).toBe(0);
  expect(place.targetTip('main')).not.toBe(before);
  expect(place.targetTip('main')).not.toBe(place.sourceTip('main'));
  expect((await place.sync()).stdout).toContain('1 unchanged');
});
