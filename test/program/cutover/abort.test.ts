import { beforeEach, describe, expect, it } from 'vitest';
import { administrator } from '../../core/verbs/cutover/lock/locked-sandbox.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { share } from '../../helpers/share.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

const shared = share(() => openCutoverPlace({}, ['one']));
let place: CutoverPlace;
beforeEach(async () => {
  place = await shared.get();
});

describe('cutover --abort', () => {
  it('removes from the source what the cut-over has added, and nothing else', async () => {
    const { bitbucket, faults } = place.sandbox;
    const found = bitbucket.findRepository('one');
    if (found === null) throw new Error('no source');
    const jane = bitbucket.addPerson({ name: 'Jane Roe' });
    const match = { pattern: 'main' };
    bitbucket.settings.addRestriction(found.uuid, { kind: 'push', match, users: [jane] });
    const before = place.restrictions('one');
    // It ends after the lock: the target cannot be listed any more.
    const action = { kind: 'status', status: 403, body: 'no' } as const;
    faults.decide(({ host }) =>
      host === 'github-git' && place.restrictions('one').length > before.length ? action : null,
    );
    const failed = await place.cutover();
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toContain(
      'these people may be exempt from "Limit who can push on main", so ask them not to push: Jane Roe',
    );
    expect(place.restrictions('one')).toHaveLength(before.length + 4);
    faults.clear();
    const { code, stdout, stderr } = await place.cutover('--abort');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('1 Bitbucket repository will be unlocked: people can push again.');
    expect(stdout).toContain('one: 4 restrictions removed');
    expect(place.restrictions('one')).toEqual(before);
    // It can start over.
    expect((await place.cutover()).code).toBe(0);
    expect(place.restrictions('one')).toHaveLength(before.length + 4);
    await shared.spoil();
  });

  it('leaves a source locked whose target was being opened when the cut-over was killed', async () => {
    const { faults, github } = place.sandbox;
    const isOpening = () => github.findRepository('acme/one')?.hasIssues === true;
    const hasActions = () => github.findRepository('acme/one')?.actionsEnabled === true;
    // The answer that it is open never comes, and nothing that follows is carried out.
    faults.decide(({ host, method }) => {
      if (isOpening()) return { kind: 'status', status: 403, body: 'no' };
      // Actions were switched on before it was compared.
      const isLast = method === 'PATCH' && host === 'github' && hasActions();
      return isLast ? { kind: 'lost-answer' } : null;
    });
    expect((await place.cutover()).code).not.toBe(0);
    faults.clear();
    expect(isOpening()).toBe(true);
    const locked = place.restrictions('one');
    expect(locked.length).toBeGreaterThan(0);
    const { stdout } = await place.cutover('--abort');
    expect(place.restrictions('one')).toEqual(locked);
    expect(stdout).not.toContain('removed');
    // The same command ends what it has begun.
    expect((await place.cutover()).code).toBe(0);
    await shared.spoil();
  });

  it('leaves a source locked whose target people have worked on and closed since', async () => {
    const { faults, github } = place.sandbox;
    const target = github.findRepository('acme/one');
    if (target === null) throw new Error('no target');
    faults.decide(({ host, method }) => {
      if (target.hasIssues) return { kind: 'status', status: 403, body: 'no' };
      const isLast = method === 'PATCH' && host === 'github' && target.actionsEnabled;
      return isLast ? { kind: 'lost-answer' } : null;
    });
    expect((await place.cutover()).code).not.toBe(0);
    faults.clear();
    target.hasIssues = false;
    target.pullRequestPolicy = 'collaborators_only';
    const locked = place.restrictions('one');
    const [dir, main] = [place.targetOf('one'), 'refs/heads/main'];
    const work = git(dir, 'commit-tree', '-p', main, '-m', 'Work', `${main}^{tree}`).trim();
    git(dir, 'update-ref', main, work);
    const { stdout } = await place.cutover('--abort');
    expect(stdout).not.toContain('removed');
    expect(place.restrictions('one')).toEqual(locked);
    await shared.spoil();
  });

  it('does nothing where nothing was begun', async () => {
    const { code, stdout } = await place.cutover('--abort');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'one: nothing to unlock\nNothing was locked.\n',
    });
  });

  it('is no dry run', async () => {
    const { code, stderr } = await place.cutover('--abort', '--dry-run');
    expect(code).toBe(2);
    expect(stderr).toContain('--abort cannot be combined with --dry-run');
  });
});

/** A token that may comment. */
function announcer(): string {
  const scopes = [...administrator.scopes, 'write:pullrequest:bitbucket'];
  return place.sandbox.bitbucket.credentials.addApiToken({ scopes });
}

describe('cutover --announce', () => {
  it('is shown by the dry run', async () => {
    const { stdout } = await place.run(
      ['cutover', '--migration', place.migration, '--announce', '--dry-run'],
      { SRC_API_TOKEN: announcer() },
    );
    expect(stdout).toContain('Finally: a comment on each open Bitbucket pull request');
  });

  it('needs a scope of its own, before anything is locked', async () => {
    const { code, stderr } = await place.cutover('--announce');
    expect({ code, stderr }).toMatchObject({ code: 4 });
    expect(stderr).toContain('--announce needs the scope write:pullrequest:bitbucket');
    expect(place.restrictions('one')).toEqual([]);
  });

  it('says how many comments were written', async () => {
    const SRC_API_TOKEN = announcer();
    const args = ['cutover', '--migration', place.migration, '--yes', '--announce', '--json'];
    const { code, stdout, stderr } = await place.run(args, { SRC_API_TOKEN });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ type: 'cutover', notes: 0 });
    await shared.spoil();
  });

  it('is no part of an abortion', async () => {
    expect((await place.cutover('--abort', '--announce')).code).toBe(2);
  });
});
