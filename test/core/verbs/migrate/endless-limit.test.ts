import { expect, it } from 'vitest';
import { runInWorld } from '../../../faults/inputs/world.ts';
import { openWorkplace } from '../../../helpers/program/workplace.ts';
import { addRepositories } from '../../../helpers/repositories/migration-fixture.ts';

it('ends the run with 7 where a limit does not end, instead of waiting it out for each repository', async () => {
  await using place = await openWorkplace();
  await addRepositories(place, 'one', 'two', 'three');
  place.sandbox.faults.add({
    host: 'bitbucket',
    path: /\/pullrequests/,
    times: Number.POSITIVE_INFINITY,
    action: { kind: 'status', status: 429, body: '{}' },
  });
  const environment = {
    ...place.sandbox.environment,
    PATH: process.env.PATH,
    MIGRATOR_STATE_DIR: `${place.folder}/state`,
  };
  const world = { folder: place.folder, environment, haste: 5000 };
  const config = place.write('here.yaml', 'migration:\n  timeout_seconds: 604800\n');
  const argv = ['migrate', '--plan', `${place.folder}/plan.json`, '--config', config];
  const { code, stdout, stderr } = await runInWorld([...argv, '--workers', '1'], world, 60_000);
  expect(code, stderr).toBe(7);
  expect(stderr).toMatch(/^error {2}429 Too Many Requests/m);
  expect(stdout).toContain('0 done, 0 skipped, 0 failed, 3 queued');
  expect(stdout).toContain('migrator migrate --resume');
  const asked = place.sandbox.requests.filter(({ path }) => path.endsWith('/pullrequests'));
  expect(asked.length).toBeLessThanOrEqual(10);
}, 60_000);
