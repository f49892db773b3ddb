import { expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

it('settings of a plan without any are refused once, with the way to get some', async () => {
  await using place = await openWorkplace();
  await addRepositories(place, 'one', 'two');
  place.write('plan.json', place.plan('one', 'two'));
  expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
  const id = await newestMigration(place);
  const { code, stderr } = await place.run(['settings', '--migration', id]);
  expect(code).toBe(3);
  expect(stderr.match(/has no settings/g)).toHaveLength(1);
  expect(stderr).toContain('--include-settings');
});
