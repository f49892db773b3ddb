import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';
import { commit } from '../sync/sync-place.ts';

let database: TestDatabase;
let place: Workplace;
let environment: Readonly<Record<string, string>>;
beforeEach(async () => {
  const limits = { bitbucket: 'none', github: 'none' } as const;
  [database, place] = await Promise.all([openTestDatabase(), openWorkplace({ limits })]);
  environment = { MIGRATOR_DATABASE_URL: database.url };
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** A process that leads is killed once its push has arrived. @returns the target as it was pushed */
async function killedAtPush(): Promise<string> {
  await addRepositories(place, 'one');
  const leading = place.start(['migrate', '--plan', 'plan.json'], environment);
  place.sandbox.faults.add({
    ...{ host: 'github-git', method: 'POST', path: /git-receive-pack/ },
    action: { kind: 'lost-answer', onDone: () => void leading.child.kill('SIGKILL') },
  });
  await leading.ended;
  place.sandbox.faults.clear();
  return targetOf(place, 'one');
}

it.each([
  ['a commit', (target: string) => commit(target, 'main', 'Theirs')],
  ['a tag', (target: string) => git(target, 'tag', 'theirs', 'main')],
] as const)('leaves %s of others as it is where another process takes over', async (_, push) => {
  const target = await killedAtPush();
  push(target);
  const before = refsOf(target);
  const worker = place.start(['worker', '--max', '1'], environment);
  await worker.until('is waiting for migrations');
  const resume = ['migrate', '--resume', await newestMigration(place, environment)];
  const { code, stdout } = await place.run(resume, environment);
  worker.child.kill('SIGTERM');
  await worker.ended;
  expect(code).toBe(6);
  expect(stdout).toContain('one: ');
  expect(refsOf(target)).toBe(before);
});
