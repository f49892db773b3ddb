import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { git } from '../../../helpers/repositories/git-fixture.ts';
import { addPullRequests, targetOf } from '../../../helpers/repositories/migration-fixture.ts';
import { again, garble, runArguments, statePath } from './state-place.ts';

const main = 'refs/heads/main';
const tag = 'refs/tags/v9';
const head = 'refs/heads/migrator/pr-2/head';

let place: Workplace;
let source: string;

/** Killed once the target has done what this request asks; then the state is lost. */
async function loseState(method: string, path: RegExp): Promise<void> {
  const running = place.start(runArguments);
  const onDone = () => void running.child.kill('SIGKILL');
  place.sandbox.faults.add({
    host: 'github',
    method,
    path,
    action: { kind: 'lost-answer', onDone },
  });
  await running.ended;
  for (const end of ['-wal', '-shm']) rmSync(`${statePath(place)}${end}`, { force: true });
  garble(place);
}

function commitOnto(directory: string, ref: string): string {
  const made = git(directory, 'commit-tree', '-p', ref, '-m', 'Work', `${ref}^{tree}`).trim();
  git(directory, 'update-ref', ref, made);
  return made;
}

function moveBack(ref: string): string {
  git(target(), 'update-ref', ref, `${ref}~1`);
  return oidOf(ref);
}

const target = () => targetOf(place, 'web');
const oidOf = (ref: string) => git(target(), 'rev-parse', ref).trim();

beforeEach(async () => {
  place = await openWorkplace();
  await addPullRequests(place, 'web');
  source = place.sandbox.bitbucket.gitDirectory('web');
  git(source, 'update-ref', tag, main);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('--reset-state after a kill that has left branches of ours', () => {
  it.each([
    [
      'a commit on a branch of ours',
      'branch migrator/pr-2/head',
      head,
      () => commitOnto(target(), head),
    ],
    ['a branch that was set back', 'branch main', main, () => moveBack(main)],
    ['a tag that was moved', 'tag v9', tag, () => moveBack(tag)],
  ])('leaves what others pushed, also in later runs: %s', async (_what, named, ref, push) => {
    await loseState('POST', /\/pulls$/);
    const theirs = push();
    for (const args of [again, runArguments, runArguments]) {
      const { code, stdout } = await place.runAlone(args);
      expect([code, stdout]).toEqual([
        6,
        expect.stringContaining(`1 ref of acme/web changed on GitHub: ${named}`),
      ]);
      expect(oidOf(ref)).toBe(theirs);
    }
  });

  it('completes where nobody else has pushed', async () => {
    await loseState('POST', /\/pulls$/);
    const { code, stdout, stderr } = await place.runAlone(again);
    expect([code, stdout]).toEqual([0, expect.stringContaining('6 pull requests')]);
    expect(stderr).toContain('migrator uses it with 1 pull request opened by migrator');
    expect(git(target(), 'for-each-ref', 'refs/heads/migrator/pr-*/**')).toBe('');
  });

  it('pushes what the source has added to a branch since', async () => {
    await loseState('POST', /\/pulls$/);
    const added = commitOnto(source, main);
    expect((await place.runAlone(again)).code).toBe(0);
    expect(oidOf(main)).toBe(added);
  });
});
