import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  addRepositories,
  hasMoved,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];
const hint = "migrator never overwrites other people's commits";

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** Killed once the target has done what this request asks, and before the program can know of it. */
async function killAt(
  running: ReturnType<Workplace['start']>,
  request: Omit<Parameters<Workplace['sandbox']['faults']['add']>[0], 'action'>,
): Promise<void> {
  const onDone = () => running.child.kill('SIGKILL');
  place.sandbox.faults.add({ ...request, action: { kind: 'lost-answer', onDone } });
  await running.ended;
}

const killAtPush = () =>
  killAt(place.start(migrate), { host: 'github-git', method: 'POST', path: /git-receive-pack/ });

/** The push is recorded by then. */
const killAfterPush = () =>
  killAt(place.start(migrate), { host: 'github', method: 'PATCH', path: /\/repos\/acme\/one$/ });

/** Ends with refs that differ: somebody has pushed before they were compared. */
async function failVerification(): Promise<void> {
  place.sandbox.faults.add({
    host: 'github',
    method: 'PATCH',
    path: /\/repos\/acme\/one$/,
    action: { kind: 'lost-answer', onDone: () => rewrite() },
  });
  expect((await place.runAlone(migrate)).code).toBe(6);
}

/** A clone of the target, as a person has it. */
function clone(name: string): string {
  const folder = join(place.folder, name);
  git(place.folder, 'clone', '-q', targetOf(place, 'one'), folder);
  return folder;
}

function commit(): void {
  const theirs = clone('commit');
  git(theirs, 'commit', '-q', '--allow-empty', '-m', 'Work');
  git(theirs, 'push', '-q', 'origin', 'HEAD:main');
}

function rewrite(): void {
  const theirs = clone('rewrite');
  git(theirs, 'commit', '-q', '--amend', '--allow-empty', '-m', 'Rewritten');
  git(theirs, 'push', '-q', '--force', 'origin', 'HEAD:main');
}

function rewind(): void {
  git(targetOf(place, 'one'), 'update-ref', 'refs/heads/main', 'refs/heads/main~1');
}

function moveTag(): void {
  const theirs = clone('tag');
  const [tag = ''] = git(theirs, 'tag').trim().split('\n');
  git(theirs, 'commit', '-q', '--allow-empty', '-m', 'Release');
  git(theirs, 'tag', '-f', tag);
  git(theirs, 'push', '-q', '--force', 'origin', `refs/tags/${tag}`);
}

/** As after a rebase. */
function moveSourceOn(): void {
  const source = join(place.folder, 'source');
  git(place.folder, 'clone', '-q', place.sandbox.bitbucket.gitDirectory('one'), source);
  git(source, 'commit', '-q', '--amend', '--allow-empty', '-m', 'Rewritten on the source');
  git(source, 'push', '-q', '--force', 'origin', 'HEAD:main');
}

const ends = { killAtPush, killAfterPush, failVerification };
const works = { commit, rewrite, rewind, moveTag };

describe.each(Object.entries(ends))('a resume after %s', (_, interrupt) => {
  it.each(Object.entries(works))(
    'leaves what others pushed (%s), and says so',
    async (name, work) => {
      await interrupt();
      if (interrupt !== failVerification || name !== 'rewrite') work();
      const before = refsOf(targetOf(place, 'one'));
      const { code, stdout } = await place.runAlone(migrate);
      expect(refsOf(targetOf(place, 'one'))).toBe(before);
      expect(stdout).toContain(name === 'moveTag' ? 'v1' : 'main');
      expect(code).toBe(6);
      // Nor does the next one.
      const again = await place.runAlone(migrate);
      expect(refsOf(targetOf(place, 'one'))).toBe(before);
      expect(again.stdout).toContain(hint);
      expect(again.code).toBe(6);
    },
  );
});

describe('a resume after a kill at the push', () => {
  it('moves on what it pushed itself, where the source was rewritten meanwhile', async () => {
    await killAtPush();
    moveSourceOn();
    // A copy that is fetched again has what the source has now.
    rmSync(join(place.folder, 'state', 'work'), { recursive: true });
    expect((await place.runAlone(migrate)).code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('leaves a branch that others pushed under a name of the migration, and says so', async () => {
    await addPullRequests(place, 'web');
    await killAtPush();
    const target = targetOf(place, 'web');
    const branch = 'refs/heads/migrator/pr-2/head';
    expect(refsOf(target)).not.toContain('migrator/');
    const tree = 'refs/heads/main^{tree}';
    const theirs = git(target, 'commit-tree', '-p', 'refs/heads/main', '-m', 'Work', tree).trim();
    git(target, 'update-ref', branch, theirs);
    const { code, stdout } = await place.runAlone(migrate);
    expect(git(target, 'rev-parse', branch).trim()).toBe(theirs);
    expect(stdout).toContain('branch migrator/pr-2/head');
    expect(stdout).toContain(hint);
    expect(code).toBe(6);
  });

  it('keeps a branch that others have added, and reports it', async () => {
    await killAtPush();
    const theirs = clone('new');
    git(theirs, 'push', '-q', 'origin', 'HEAD:theirs');
    const { code, stdout } = await place.runAlone(migrate);
    expect(refsOf(targetOf(place, 'one'))).toContain('refs/heads/theirs');
    expect(stdout).toContain('1 unexpected');
    expect(code).toBe(6);
  });
});

describe('a resume after a kill while pull requests are opened', () => {
  it('leaves what others pushed to a branch of the migration, and says so', async () => {
    await addPullRequests(place, 'web');
    await killAt(place.start(migrate), { host: 'github', method: 'POST', path: /\/pulls$/ });
    const target = targetOf(place, 'web');
    const branch = 'refs/heads/migrator/pr-2/head';
    const theirs = git(
      target,
      'commit-tree',
      '-p',
      branch,
      '-m',
      'Work',
      `${branch}^{tree}`,
    ).trim();
    git(target, 'update-ref', branch, theirs);
    const { code, stdout } = await place.runAlone(migrate);
    expect(git(target, 'rev-parse', branch).trim()).toBe(theirs);
    expect(stdout).toContain('branch migrator/pr-2/head');
    expect(stdout).toContain(hint);
    expect(code).toBe(6);
    git(target, 'update-ref', '-d', branch);
    expect((await place.runAlone(migrate)).code).toBe(0);
  });
});
