import { expect, it } from 'vitest';
import { openCutoverPlace } from '../cutover/cutover-place.ts';

it('a rollback says that a migration was never cut over, before it archives anything', async () => {
  await using place = await openCutoverPlace({}, ['one']);
  const rollback = ['rollback', '--migration', place.migration, '--dry-run'];
  const never = 'This migration was never cut over';
  expect((await place.run(rollback, place.credentials)).stderr).toContain(never);
  expect((await place.cutover()).code).toBe(0);
  expect((await place.run(rollback, place.credentials)).stderr).not.toContain(never);
});
