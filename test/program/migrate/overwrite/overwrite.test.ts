import { describe, expect, it } from 'vitest';
import type { GithubRepository } from '../../../../sandbox/github/records.ts';
import { git } from '../../../helpers/repositories/git-fixture.ts';
import { hasMoved } from '../../../helpers/repositories/migration-fixture.ts';
import { seemLarge } from '../../../helpers/repositories/seem-large.ts';
import {
  addTwo,
  expectReplaced,
  makeByOther,
  openPlaceForEachTest,
  overwrite,
  place,
  renamings,
  runArguments,
  today,
} from './overwrite-place.ts';

openPlaceForEachTest();

describe('--overwrite', () => {
  it('renames the existing repository, keeps it whole, and creates a new one', async () => {
    await addTwo();
    const old = await makeByOther('one');
    const { code, stderr, stdout } = await place.run(overwrite);
    expect(stderr).toContain(
      `acme/one is replaced; the old repository is kept as acme/one-replaced-${today()}`,
    );
    expect(stdout).toContain('2 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    expectReplaced(old);
    expect(hasMoved(place, 'two')).toBe(true);
  });

  it('leaves the existing repository its name where a large one is refused for its content', async () => {
    const old = await makeByOther('one');
    const source = place.sandbox.bitbucket.gitDirectory('one');
    seemLarge(source);
    git(source, 'update-ref', `refs/heads/${'a'.repeat(40)}`, 'main');
    const { code, stdout } = await place.run(overwrite);
    expect(code).toBe(6);
    expect(stdout).toContain('looks like an object ID');
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
    expect(renamings()).toBe(0);
  });

  it('keeps it under another name where that one is taken, also by the plan', async () => {
    await addTwo();
    place.write('plan.json', place.plan('one', `two:one-replaced-${today()}-2`));
    await makeByOther(`one-replaced-${today()}`);
    const old = await makeByOther('one');
    expect((await place.run(overwrite)).code).toBe(0);
    expectReplaced(old, `one-replaced-${today()}-3`);
  });

  it('renames an archived repository, and leaves it archived', async () => {
    const old = await makeByOther('one');
    old.archived = true;
    expect((await place.run(overwrite)).code).toBe(0);
    expectReplaced(old);
    expect(old.archived).toBe(true);
  });

  it('renames nothing but what was confirmed, also where that is replaced at the last moment', async () => {
    const old = await makeByOther('one');
    const { github, faults, organization } = place.sandbox;
    const owner = github.findAccount(organization);
    if (owner === null) throw new Error('the sandbox has no organization');
    let theirs: GithubRepository | null = null;
    faults.decide(({ host, target }) => {
      if (theirs !== null || host !== 'github' || !target.includes('/one-replaced-')) return null;
      github.renameRepository('acme/one', 'old-home');
      theirs = github.createRepository({ owner, creator: owner, name: 'one' });
      return null;
    });
    const { code, stdout } = await place.run(overwrite);
    expect(theirs).toMatchObject({ name: 'one' });
    expect(old.name).toBe('old-home');
    expect(stdout).toContain('It is not the one that you confirmed');
    expect(code).toBe(6);
  });

  it('gives a repository its name back that was renamed in place of the confirmed one', async () => {
    const old = await makeByOther('one');
    const { github, faults, organization } = place.sandbox;
    const owner = github.findAccount(organization);
    if (owner === null) throw new Error('the sandbox has no organization');
    let theirs: GithubRepository | null = null;
    faults.decide(({ host, method }) => {
      if (theirs !== null || host !== 'github' || method !== 'PATCH') return null;
      github.renameRepository('acme/one', 'old-home');
      theirs = github.createRepository({ owner, creator: owner, name: 'one' });
      return null;
    });
    const { code, stdout } = await place.run(overwrite);
    expect(theirs).toMatchObject({ name: 'one' });
    expect(old.name).toBe('old-home');
    expect(stdout).toContain(
      `it was briefly renamed to acme/one-replaced-${today()}, and this was undone`,
    );
    expect(code).toBe(6);
  });

  it('is refused to a script that does not confirm it, before anything is asked', async () => {
    await makeByOther('one');
    const { code, stderr } = await place.run([...runArguments, '--overwrite']);
    expect(stderr).toContain('Replacing (--overwrite) needs confirmation');
    expect(code).toBe(2);
    expect(place.sandbox.requests).toEqual([]);
  });

  it('can stand in the plan, and needs confirmation there as well', async () => {
    const old = await makeByOther('one');
    place.write('plan.json', { ...place.plan('one'), options: { overwrite: true } });
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toContain('needs confirmation');
    expect(code).toBe(2);
    expect(place.sandbox.requests).toEqual([]);
    expect((await place.run([...runArguments, '--yes'])).code).toBe(0);
    expectReplaced(old);
  });

  it('shows in a dry run what would be replaced, and asks nobody', async () => {
    await addTwo();
    await makeByOther('one');
    const { code, stdout } = await place.run([...runArguments, '--overwrite', '--dry-run']);
    expect(stdout).toMatch(/^replace +one /m);
    expect(stdout).toMatch(/^create +two /m);
    expect(code).toBe(0);
    expect(renamings()).toBe(0);
  });

  it('leaves the target as it is when the source cannot be migrated', async () => {
    const old = await makeByOther('one');
    place.sandbox.faults.add({
      host: 'bitbucket-git',
      path: /one\.git/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403, body: 'Forbidden' },
    });
    expect((await place.run(overwrite)).code).toBe(6);
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
  });
});

describe('without --overwrite', () => {
  it('reports all existing repositories at once, and names both ways out', async () => {
    await addTwo();
    await makeByOther('one');
    await makeByOther('two');
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toContain('Repository already exists: acme/one');
    expect(stderr).toContain('2 repositories: one, two');
    expect(stderr).toContain('--skip-existing');
    expect(stderr).toContain('--overwrite');
    expect(code).toBe(3);
  });
});
