import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import { startWorkerHere } from '../../helpers/program/worker-here.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, hasMoved } from '../../helpers/repositories/migration-fixture.ts';
import { commit } from '../sync/sync-place.ts';

let database: TestDatabase;
let place: Workplace;
let environment: Readonly<Record<string, string>>;
let id: string;
beforeEach(async () => {
  [database, place] = await Promise.all([
    openTestDatabase(),
    openWorkplace({ limits: { bitbucket: 'none', github: 'none' } }),
  ]);
  environment = { MIGRATOR_DATABASE_URL: database.url };
  await addRepositories(place, 'one');
  place.write('plan.json', { ...place.plan('one'), follow: true });
  const { stdout, stderr } = await place.run(['migrate', '--plan', 'plan.json'], environment);
  id = /mig_[0-9a-z]{12}/.exec(stdout + stderr)?.[0] ?? '';
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const every = (time: string) => ['sync', '--migration', id, '--every', time];

/** The times of syncs that workers may lead. */
async function alarms(): Promise<number> {
  const client = await database.connect();
  const { rows } = await client.query(
    "SELECT FROM migrator_queue.job WHERE name LIKE 'timer/%' AND state < 'active'",
  );
  await client.end();
  return rows.length;
}

/** The time of the next one has come. */
async function ring(): Promise<void> {
  const client = await database.connect();
  await client.query(
    "UPDATE migrator_queue.job SET start_after = now() WHERE name LIKE 'timer/%' AND state < 'active'",
  );
  await client.end();
}

describe('sync --every of a state that several machines share', () => {
  it('is led by a worker once its own process is lost, until somebody ends it', async () => {
    const repeated = place.start(every('1h'), environment);
    await repeated.until('Next sync at');
    repeated.child.kill('SIGKILL');
    await repeated.ended;
    commit(place.sandbox.bitbucket.gitDirectory('one'), 'main', 'Meanwhile');
    const leave = await startWorkerHere(place, environment);
    await ring();
    await expect.poll(() => hasMoved(place, 'one')).toBe(true);
    // The next one has a time again.
    await expect.poll(alarms).toBe(1);
    expect(await leave()).toContain(
      `Took over the sync of ${id}: the process that ran it has ended`,
    );
    const { code, stderr } = await place.run(every('off'), environment);
    expect(stderr).toContain(`The sync of ${id} no longer repeats.`);
    expect(code).toBe(0);
    expect(await alarms()).toBe(0);
  });

  it('leaves nothing to workers when a person ends it', async () => {
    const repeated = place.start(every('1h'), environment);
    await repeated.until('Next sync at');
    expect(await alarms()).toBe(1);
    repeated.child.kill('SIGTERM');
    expect((await repeated.ended).code).toBe(0);
    expect(await alarms()).toBe(0);
  });

  it('needs such a state to be ended from elsewhere', async () => {
    const { code, stderr } = await place.run(['sync', '--migration', id, '--every', 'off']);
    expect(stderr).toContain('--every off needs the state in a database');
    expect(code).toBe(2);
  });
});
