import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GithubRepository } from '../../../../sandbox/github/records.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../../helpers/repositories/host-copy.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  for (const slug of ['one', 'two']) {
    await hostCopy(place.sandbox.bitbucket, { slug, from: makeRepository(place.folder, slug) });
  }
  place.write('plan.json', place.plan('one', 'two'));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-vv'];

/** Somebody else makes a repository of this name. */
async function makeByOther(name: string): Promise<GithubRepository> {
  const { github, organization } = place.sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('the sandbox has no organization');
  return github.createRepository({ owner, creator: owner, name });
}

/** Somebody else pushes a branch of their own. */
function fill(name: string): void {
  const theirs = makeRepository(place.folder, `theirs-${name}`);
  git(theirs, 'push', '-q', directoryOf(name), 'main:theirs');
}

function directoryOf(name: string): string {
  return place.sandbox.github.gitDirectory(`${place.sandbox.organization}/${name}`);
}

function expectMoved(slug: string): void {
  const { bitbucket } = place.sandbox;
  expect(refsOf(directoryOf(slug))).toBe(refsOf(bitbucket.gitDirectory(slug)));
}

/** The first push of the first repository is refused, so that its target is made and still empty. */
function refuseFirstPush(): void {
  place.sandbox.faults.add({
    host: 'github-git',
    path: /one\.git\/info\/refs\?service=git-receive-pack/,
    // Ours, and git's after it.
    times: 2,
    action: { kind: 'status', status: 403, body: 'Forbidden' },
  });
}

describe('a target that somebody makes between the checks and its creation', () => {
  it('is "Repository already exists" for that repository alone, and never becomes ours', async () => {
    const { faults } = place.sandbox;
    faults.add({ host: 'bitbucket-git', times: 1, action: { kind: 'slow', ms: 700 } });
    const running = place.start(runArguments);
    await running.until('one: fetch ...');
    await makeByOther('one');
    const { code, stdout } = await running.ended;
    expect(code).toBe(6);
    expect(stdout).toContain('one: Repository already exists: acme/one');
    expect(stdout).toContain('1 done, 0 skipped, 1 failed');
    expectMoved('two');

    const again = await place.run(runArguments);
    expect(again.code).toBe(6);
    expect(again.stdout).toContain('Repository already exists: acme/one');
    expect(refsOf(directoryOf('one'))).toBe('');
  });
});

describe('after a lost answer', () => {
  it('a repository of the wanted name that is not empty is never mistaken for ours', async () => {
    const { faults } = place.sandbox;
    faults.add({
      host: 'github',
      method: 'POST',
      path: /\/repos$/,
      action: { kind: 'lost-answer' },
    });
    const running = place.start(runArguments);
    await running.until('a response was lost');
    fill('one');
    const theirs = refsOf(directoryOf('one'));
    const { code, stdout } = await running.ended;
    expect(code).toBe(6);
    expect(stdout).toContain('Repository already exists: acme/one');
    expect(stdout).toContain('It is not the one this migration created');
    expect(refsOf(directoryOf('one'))).toBe(theirs);
    expectMoved('two');
  });
});

describe('a repository that came out public although a private one was asked for', () => {
  it('is not pushed to, also when it is found after a lost answer', async () => {
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      path: /\/repos$/,
      action: { kind: 'lost-answer' },
    });
    const running = place.start(runArguments);
    await running.until('a response was lost');
    const made = place.sandbox.github.findRepository('acme/one');
    expect(made?.private).toBe(true);
    if (made !== null) made.private = false;
    const { code, stdout } = await running.ended;
    expect(code).toBe(6);
    expect(stdout).toMatch(
      /acme\/one on 127\.0\.0\.1:\d+ is public, although migrator asked for a private repository/,
    );
    expect(refsOf(directoryOf('one'))).toBe('');
    expectMoved('two');
  });
});

describe('a target that is not what it was when the migration is resumed', () => {
  it('is not pushed to when somebody has put another repository in its place', async () => {
    refuseFirstPush();
    expect((await place.run(runArguments)).code).toBe(6);
    await place.sandbox.github.deleteRepository('acme/one');
    await makeByOther('one');
    fill('one');
    const theirs = refsOf(directoryOf('one'));
    const { code, stdout } = await place.run(runArguments);
    expect(refsOf(directoryOf('one'))).toBe(theirs);
    expect(code).toBe(6);
    expect(stdout).toContain('acme/one, created earlier by this migration, no longer exists');
  });

  it('is reported as no longer there when somebody has deleted it, and the others arrive', async () => {
    refuseFirstPush();
    place.sandbox.faults.add({
      host: 'github-git',
      path: /two\.git\/info\/refs\?service=git-receive-pack/,
      times: 2,
      action: { kind: 'status', status: 403, body: 'Forbidden' },
    });
    expect((await place.run(runArguments)).stdout).toContain('0 done, 0 skipped, 2 failed');
    await place.sandbox.github.deleteRepository('acme/one');
    const { code, stdout } = await place.run(runArguments);
    expect(code).toBe(6);
    expect(stdout).toContain('1 done, 0 skipped, 1 failed');
    expect(stdout).toContain('acme/one, created earlier by this migration, no longer exists');
    expect(stdout).toContain('Restore it, or create it again with --reset-repo NAME');
    expect(place.sandbox.github.findRepository('acme/one')).toBeNull();
    expectMoved('two');
  });

  it('is finished with Actions on again when it is still ours', async () => {
    refuseFirstPush();
    expect((await place.run(runArguments)).code).toBe(6);
    expect(place.sandbox.github.findRepository('acme/one')?.actionsEnabled).toBe(false);
    const { code, stderr } = await place.run(runArguments);
    expect(code).toBe(0);
    expect(stderr).not.toContain('one: create: created');
    expect(place.sandbox.github.findRepository('acme/one')?.actionsEnabled).toBe(true);
    expectMoved('one');
  });
});
