import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { hold } from '../../helpers/repositories/hold.ts';
import { addRepositories, hasMoved } from '../../helpers/repositories/migration-fixture.ts';
import { startHere } from '../../helpers/terminal/terminal-here.ts';

const slugs = ['one', 'two', 'three'];

describe('a migration that another machine runs', () => {
  let database: TestDatabase;
  let place: Workplace;
  let environment: Readonly<Record<string, string>>;
  beforeEach(async () => {
    [database, place] = await Promise.all([
      openTestDatabase(),
      openWorkplace({ limits: { bitbucket: 'none', github: 'none' } }),
    ]);
    environment = { MIGRATOR_DATABASE_URL: database.url };
    await addRepositories(place, ...slugs);
    place.write('plan.json', place.plan(...slugs));
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  it('is paused, resumed and skipped in from where it is watched, which shows the process of each repository', async () => {
    const release = hold(place, 'one');
    const running = place.start(
      ['migrate', '--plan', 'plan.json', '--workers', '1', '-vv'],
      environment,
    );
    await running.until('one: fetch ...');
    const list = await place.run(['status', '--list', '--json'], environment);
    const { migrations } = JSON.parse(list.stdout);
    const watching = startHere(['status', '--migration', migrations[0].migration, '--watch'], {
      cwd: place.folder,
      environment: { ...environment, MIGRATOR_STATE_DIR: `${place.folder}/elsewhere` },
    });
    await watching.until('p pause');
    await watching.until('1 running');
    watching.type('p');
    await watching.until('Paused since');
    watching.type('\r');
    await watching.until(`Process ${running.child.pid} on `);
    watching.type('\u001b');
    await watching.until('enter detail');
    watching.type('jjs');
    await watching.until('Skip three?');
    watching.type('y');
    await watching.until('1 skipped');
    watching.type('p');
    await watching.until('p pause');
    release();
    expect(await watching.ended).toBe(0);
    const { code, stdout } = await running.ended;
    expect(stdout).toContain('2 done, 1 skipped, 0 failed');
    expect(code).toBe(0);
    expect(['one', 'two'].every((slug) => hasMoved(place, slug))).toBe(true);
  });
});
