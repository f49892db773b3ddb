import { describe, expect, it } from 'vitest';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { takeCensus } from '../census/census.ts';
import { openFaultPlace } from '../place.ts';
import { follow } from './following-plan.ts';

/** As `npm run faults -- --live` does it, without kills and faults. */
describe.each([
  ['bitbucket-cloud', 'threaded'],
  ['bitbucket-data-center', 'compact'],
] as const)('a migration from %s that is synced while people work', (source, comments) => {
  it(`makes both sides equal at the end (${comments})`, async () => {
    await using place = await openFaultPlace({
      ...{ workspace: 'small', source, edition: 'Enterprise Server', comments },
      ...{ mergesByPush: 'any-branch', sizes: 'small' },
    });
    follow(place);
    const people = place.sandbox.people({ seed: 'short' });
    const work = async (actions: number) => {
      for (let number = 0; number < actions; number += 1) await people.act();
    };
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await place.run(args, place.environment);
      expect(code, `${stdout}${stderr}`).toBe(0);
    };
    await work(8);
    await run('migrate', '--plan', 'plan.json');
    const id = await newestMigration(place);
    await work(14);
    await run('sync', '--migration', id);
    await work(14);
    await run('sync', '--migration', id, '--reread', 'all');
    const did = people.journal.map(({ number, what }) => `${number} ${what}`).join('\n');
    expect(takeCensus(place), did).toEqual([]);
  });
});
