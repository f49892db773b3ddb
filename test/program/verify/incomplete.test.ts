import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1'];

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one', 'two');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** The first repositories are not let in. */
async function migrateWithout(many: number): Promise<string> {
  place.sandbox.faults.add({
    host: 'github',
    method: 'POST',
    path: /^\/orgs\/acme\/repos$/,
    times: many,
    action: { kind: 'status', status: 403, body: '{"message":"Forbidden"}' },
  });
  expect((await place.run(runArguments)).code).toBe(6);
  return newestMigration(place);
}

describe('verify, while repositories of the migration are not there', () => {
  it('says first that it is not complete, in every form and once it is cancelled, and ends with 6', async () => {
    const id = await migrateWithout(1);
    const verify = ['verify', '--migration', id];
    const { code, stdout } = await place.run([...verify, '--output', 'page.html']);
    expect(stdout).toContain(`Not complete: 1 of 2 repositories is not migrated yet  ${id}`);
    expect(stdout).toContain('one: Nothing migrated yet: 403 Forbidden');
    expect(stdout).not.toContain('Verified');
    expect(code).toBe(6);
    const page = readFileSync(join(place.folder, 'page.html'), 'utf8');
    expect(page).toContain('Not complete: 1 of 2 repositories is not migrated yet');
    const told = await place.run([...verify, '--json']);
    expect(told.code).toBe(6);
    expect(JSON.parse(told.stdout)).toMatchObject({
      outcome: 'not-complete',
      missing: 1,
      repositories: [
        { source: 'one', status: 'failed' },
        { source: 'two', status: 'succeeded' },
      ],
    });
    expect((await place.run(['migrate', '--cancel', id, '--yes'])).code).toBe(0);
    const cancelled = await place.run(verify);
    expect(cancelled.stdout).toContain(
      'Not complete: cancelled, and 1 of 2 repositories is not migrated',
    );
    expect(cancelled.code).toBe(6);
  });

  it('compares nothing where nothing was migrated, and does not call that verified', async () => {
    const id = await migrateWithout(2);
    const { code, stdout } = await place.run(['verify', '--migration', id]);
    expect(stdout).toContain('Not complete: 2 of 2 repositories are not migrated yet');
    expect(stdout).not.toMatch(/Verified|No (?:unexpected )?differences/);
    expect(code).toBe(6);
  });

  it('does not count what was skipped on purpose, and says that nothing was compared where all were', async () => {
    place.write('plan.json', place.plan('one'));
    expect((await place.run(runArguments)).code).toBe(0);
    const verifySkipped = async (...slugs: readonly string[]) => {
      place.write('plan.json', place.plan(...slugs));
      expect((await place.run([...runArguments, '--skip-existing'])).code).toBe(0);
      return place.run(['verify', '--migration', await newestMigration(place)]);
    };
    const some = await verifySkipped('one', 'two');
    expect(some.stdout).toContain('Verified');
    expect(some.code).toBe(0);
    const { code, stdout } = await verifySkipped('two', 'one');
    expect(stdout).toContain('Nothing was compared: every repository was skipped');
    expect(stdout).not.toMatch(/Verified|No (?:unexpected )?differences/);
    expect(code).toBe(0);
  });
});
