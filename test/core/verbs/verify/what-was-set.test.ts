import { afterEach, beforeEach, expect, it } from 'vitest';
import { runInWorld } from '../../../faults/inputs/world.ts';
import {
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../../helpers/repositories/pull-request-place.ts';

let place: PullRequestPlace;
beforeEach(async () => {
  place = await openPullRequestPlace({ limits: { github: 'none' } });
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function run(...argv: readonly string[]) {
  const environment = {
    ...place.sandbox.environment,
    PATH: process.env.PATH,
    MIGRATOR_STATE_DIR: `${place.folder}/state`,
  };
  const config = place.write('here.yaml', 'network:\n  settle_seconds: 0\n');
  const world = { folder: place.folder, environment, haste: 20 };
  return runInWorld([...argv, '--config', config], world, 60_000);
}

it('holds a draft to be one, and the description to be that of the source', async () => {
  await place.addRepository([{ title: 'Not yet', draft: true, source: { branch: 'topic' } }]);
  const source = place.sandbox.bitbucket.findRepository('web');
  if (source === null) throw new Error('there is no web');
  source.description = 'A shop\nfor all';
  const migrated = await run('migrate', '--plan', `${place.folder}/plan.json`);
  const id = /mig_\w{12}/.exec(migrated.stdout)?.[0] ?? '';
  expect(place.target().description).toBe('A shop for all');
  expect((await run('verify', '--migration', id)).code).toBe(0);

  const [pull] = place.target().pulls;
  if (pull === undefined) throw new Error('there is no pull request');
  expect(pull.draft).toBe(true);
  pull.draft = false;
  place.target().description = 'Sold';
  const { code, stdout } = await run('verify', '--migration', id);
  expect(code).toBe(6);
  expect(stdout).toContain('pull request #1  is ready for review; it was opened as a draft');
  expect(stdout).toMatch(/Cannot be repaired: .* By hand: change it back on its page/);
  expect(stdout).toContain('setting description  is “Sold”; it was set to “A shop for all”');

  const repaired = await run('verify', '--migration', id, '--repair');
  // What cannot be mended is neither hidden nor forgotten by the repair of the rest.
  expect(repaired.stdout).toContain('setting description');
  expect(place.target().description).toBe('Sold');
  expect(repaired.code).toBe(6);
  expect(repaired.stdout).toContain('it was opened as a draft');
});
