import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../src/cli/main.ts';
import { createWorldProgram, type World } from '../../../faults/inputs/world.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { addRepositories, hasMoved } from '../../../helpers/repositories/migration-fixture.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one', 'two', 'three');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** In this process, where time passes a hundred times as fast. */
function begin() {
  const world: World = {
    folder: place.folder,
    environment: {
      ...place.sandbox.environment,
      PATH: process.env.PATH,
      MIGRATOR_STATE_DIR: `${place.folder}/state`,
    },
    haste: 100,
  };
  const { program, written } = createWorldProgram(world);
  const config = place.write('migrator.yaml', 'network:\n  outage_seconds: 900\n');
  const plan = `${place.folder}/plan.json`;
  const ended = runCommandLine(['migrate', '--plan', plan, '--config', config, '-vv'], program);
  return { ended, written };
}

function breakOff(host: 'bitbucket-git' | 'github-git', path: RegExp): void {
  place.sandbox.faults.add({
    host,
    path,
    times: Number.POSITIVE_INFINITY,
    action: { kind: 'reset' },
  });
}

describe('a Git host that does not answer, while the REST interface of both hosts does', () => {
  it.each([
    ['bitbucket-git', /one\.git/],
    ['github-git', /one\.git/],
  ] as const)('for one repository: that fails alone with 6 (%s)', async (host, path) => {
    breakOff(host, path);
    const { ended, written } = begin();
    expect(await ended).toBe(6);
    expect(written.stdout).toContain('2 done, 0 skipped, 1 failed');
    expect(written.stdout).toContain('retrying may help');
    expect(written.stderr).not.toContain('it does not respond; checking again then');
    for (const slug of ['two', 'three']) expect(hasMoved(place, slug)).toBe(true);
  });

  it.each(['bitbucket-git', 'github-git'] as const)(
    'for all of them: it is waited for, and nothing has failed (%s)',
    async (host) => {
      breakOff(host, /\.git/);
      const { ended, written } = begin();
      await expect
        .poll(() => written.stderr, { timeout: 60_000 })
        .toContain('it does not respond; checking again then');
      place.sandbox.faults.clear();
      expect(await ended, written.stderr).toBe(0);
      expect(written.stdout).toContain('3 done, 0 skipped, 0 failed');
    },
  );
});
