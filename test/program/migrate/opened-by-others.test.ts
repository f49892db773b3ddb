import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { commit } from '../sync/sync-place.ts';

describe.each(sources)('a private source of %s whose plan is private', (source) => {
  let place: Workplace;
  beforeEach(async () => {
    place = await openWorkplace({ source, limits: { bitbucket: 'none', github: 'none' } });
    await addRepositories(place, 'web');
  });
  afterEach(() => place[Symbol.asyncDispose]());

  const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];
  function openTarget() {
    const target = place.sandbox.github.findRepository('acme/web');
    if (target !== null) target.private = false;
  }
  /** At the last request before the push. */
  const onPause = (act: () => void) =>
    place.sandbox.faults.add({
      ...{ host: 'github', method: 'PUT', path: /actions\/permissions$/ },
      action: { kind: 'lost-answer', onDone: act },
    });

  it('gets no new commits into a target that somebody has made public', async () => {
    expect(await place.run(migrate)).toMatchObject({ code: 0 });
    openTarget();
    const before = refsOf(targetOf(place, 'web'));
    commit(place.sandbox.bitbucket.gitDirectory('web'), 'main', 'A secret');
    const sync = ['sync', '--migration', await newestMigration(place)];
    const { code, stdout, stderr } = await place.run(sync);
    expect(code).toBe(6);
    expect(stdout + stderr).toContain('and acme/web is public on ');
    expect(stdout + stderr).toContain('Set acme/web to private.');
    expect(refsOf(targetOf(place, 'web'))).toBe(before);
  });

  it('is not pushed into a target that somebody makes public just before', async () => {
    onPause(openTarget);
    const { code, stdout, stderr } = await place.run(migrate);
    expect(code).toBe(6);
    expect(stdout + stderr).toContain('and acme/web is public on ');
    expect(refsOf(targetOf(place, 'web'))).toBe('');
  });

  it('is not pushed by a resume into a target that somebody has made public', async () => {
    const running = place.start(migrate);
    onPause(() => void running.child.kill('SIGKILL'));
    await running.ended;
    openTarget();
    const { code, stdout, stderr } = await place.run(migrate);
    expect(code).toBe(6);
    expect(stdout + stderr).toContain('and acme/web is public on ');
    expect(refsOf(targetOf(place, 'web'))).toBe('');
  });
});
