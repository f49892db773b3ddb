import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  hasMoved,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];
const hint = 'migrator never overwrites the pushes of others';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** Killed once the target has taken the push, and before the program can know of it. */
async function killAtPush(): Promise<void> {
  const arrived = Promise.withResolvers<void>();
  place.sandbox.faults.add({
    host: 'github-git',
    method: 'POST',
    path: /git-receive-pack/,
    action: {
      kind: 'lost-answer',
      onDone: () => {
        running.child.kill('SIGKILL');
        arrived.resolve();
      },
    },
  });
  const running = place.start(migrate);
  await arrived.promise;
  await running.ended;
}

/** Killed once the push is recorded, while the settings are written. */
async function killAfterPush(): Promise<void> {
  const came = Promise.withResolvers<void>();
  place.sandbox.faults.add({
    host: 'github',
    method: 'PATCH',
    path: /\/repos\/acme\/one$/,
    action: {
      kind: 'lost-answer',
      onDone: () => {
        running.child.kill('SIGKILL');
        came.resolve();
      },
    },
  });
  const running = place.start(migrate);
  await came.promise;
  await running.ended;
}

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
