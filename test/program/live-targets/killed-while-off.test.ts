import { describe, expect, it } from 'vitest';
import { printedCommands } from '../../helpers/printed-commands.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings } from '../../helpers/settings/settings-place.ts';
import { share } from '../../helpers/share.ts';
import { openCutoverPlace } from '../cutover/cutover-place.ts';
import { commit } from '../sync/sync-place.ts';
import { change, cutOver, settingsOf } from './live-target-place.ts';

/** Kills it once its push has arrived. */
async function killAtPush(
  place: Pick<Workplace, 'sandbox'>,
  running: ReturnType<Workplace['start']>,
) {
  place.sandbox.faults.add({
    ...{ host: 'github-git', method: 'POST', path: /git-receive-pack/ },
    action: { kind: 'lost-answer', onDone: () => void running.child.kill('SIGKILL') },
  });
  await running.ended;
  place.sandbox.faults.clear();
}

describe('a repair that was killed while Actions and rulesets of a live target were off', () => {
  it.each(['verify --repair', 'the command that --cancel names'])('is mended by %s', async (by) => {
    await using place = await cutOver();
    const before = settingsOf(place, 'web');
    git(place.targetOf('web'), 'update-ref', '-d', 'refs/heads/topic');
    const repair = ['verify', '--migration', place.migration, '--repair'];
    await killAtPush(place, place.start(repair, place.credentials));
    expect(settingsOf(place, 'web')).toMatchObject({ actionsEnabled: false });
    const cancelled = await place.run(['migrate', '--cancel', place.migration, '--yes']);
    expect(cancelled.code).toBe(8);
    expect(cancelled.stderr).toContain('Actions or rulesets in acme/web have been off');
    const [named = ''] = printedCommands(cancelled.stderr);
    expect(named).toBe(`migrator settings --migration ${place.migration}`);
    const args = by === 'verify --repair' ? repair : named.split(' ').slice(1);
    await place.run(args, place.credentials);
    expect(settingsOf(place, 'web')).toEqual(before);
  });

  it('does not let a resume replace what people have written since', async () => {
    await using place = await openCutoverPlace({}, [], 'web');
    expect((await place.cutover()).code).toBe(0);
    await change(place, 'web/pulls/5', { title: 'x' });
    const repair = ['verify', '--migration', place.migration, '--repair'];
    const running = place.start(repair, place.credentials);
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'github' || method !== 'PATCH' || !/\/pulls\/5$/.test(target)) return null;
      running.child.kill('SIGKILL');
      return { kind: 'reset' };
    });
    await running.ended;
    place.sandbox.faults.clear();
    const theirs = { title: 'A better title', body: 'Days of work are described here' };
    await change(place, 'web/pulls/5', theirs);
    const { stderr } = await place.run(['migrate', '--resume', place.migration], place.credentials);
    const web = place.sandbox.github.findRepository('acme/web');
    expect(web?.pulls.find(({ number }) => number === 5)).toMatchObject(theirs);
    expect(stderr).toContain('title or description has changed since the comparison, and is kept');
  });
});

describe('a reset that was killed while Actions and rulesets of a live target were off', () => {
  const shared = share(async () => {
    const place = await cutOver();
    const before = settingsOf(place, 'web');
    commit(place.sandbox.bitbucket.gitDirectory('web'), 'main', 'More');
    const reset = ['migrate', '--resume', place.migration, '--reset-repo', 'web', '--yes'];
    await killAtPush(place, place.start(reset, place.credentials));
    expect(settingsOf(place, 'web')).toMatchObject({ actionsEnabled: false });
    return { ...place, before };
  });

  it('is named by verify', async () => {
    const place = await shared.get();
    const verify = ['verify', '--migration', place.migration];
    const { code, stdout } = await place.run(verify, place.credentials);
    expect(code).toBe(6);
    expect(stdout).toContain('setting Actions  have been off since a run stopped');
    expect(stdout).toContain('Ruleset bitbucket: the default branch');
  });

  it('is named by rollback, with the command that mends it', async () => {
    const place = await shared.get();
    const rollback = ['rollback', '--migration', place.migration, '--yes'];
    const { stdout } = await place.run(rollback, place.credentials);
    expect(stdout).toContain('Actions or rulesets have been off since a run stopped');
    expect(settingsOf(place, 'web')).toMatchObject({ actionsEnabled: false });
    const named = printedCommands(stdout).find((one) => one.startsWith('migrator settings')) ?? '';
    await place.run(named.split(' ').slice(1), place.credentials);
    expect(settingsOf(place, 'web')).toEqual(place.before);
    await shared.spoil();
  });

  it.each([
    ['verify --repair', (id: string) => ['verify', '--migration', id, '--repair']],
    ['sync', (id: string) => ['sync', '--migration', id]],
    ['cutover', (id: string) => ['cutover', '--migration', id, '--yes']],
    ['cutover --abort', (id: string) => ['cutover', '--migration', id, '--abort', '--yes']],
  ])('is mended by %s', async (_, args) => {
    const place = await shared.get();
    await place.run(args(place.migration), place.credentials);
    expect(settingsOf(place, 'web')).toEqual(place.before);
    const verify = ['verify', '--migration', place.migration];
    const { stdout } = await place.run(verify, place.credentials);
    expect(stdout).not.toContain('setting Actions');
    await shared.spoil();
  });
});

describe('a reset that was killed on a live target, to which people have pushed since', () => {
  it('is switched on by the first repair, and restored by the next', async () => {
    await using place = await cutOver();
    const before = settingsOf(place, 'web');
    commit(place.sandbox.bitbucket.gitDirectory('web'), 'main', 'More');
    const reset = ['migrate', '--resume', place.migration, '--reset-repo', 'web', '--yes'];
    await killAtPush(place, place.start(reset, place.credentials));
    commit(place.targetOf('web'), 'main', 'Work');
    place.sandbox.github.findRepository('acme/web')?.settings.rulesets.shift();
    const repair = ['verify', '--migration', place.migration, '--repair'];
    await place.run(repair, place.credentials);
    expect(settingsOf(place, 'web')).toMatchObject({ actionsEnabled: true });
    await place.run(repair, place.credentials);
    expect(settingsOf(place, 'web')).toEqual(before);
  });
});

describe('a sync that was killed while rulesets were off', () => {
  it('leaves them to the next sync, also where nothing has changed', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addSettings(place, 'web');
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const sync = ['sync', '--migration', await newestMigration(place)];
    const before = settingsOf(place, 'web');
    commit(place.sandbox.bitbucket.gitDirectory('web'), 'main', 'More');
    await killAtPush(place, place.start(sync));
    expect(settingsOf(place, 'web')).not.toEqual(before);
    expect((await place.run(sync)).code).toBe(0);
    expect(settingsOf(place, 'web')).toEqual(before);
  });
});
