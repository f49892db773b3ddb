import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declinePullRequest } from '../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { findGitTools } from '../../../sandbox/git/git-tools.ts';
import { placeOnCloud } from '../../../sandbox/people/place.ts';
import { printedCommands } from '../../helpers/printed-commands.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { commit } from '../sync/sync-place.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

/** Of the fixture, pull request 4 is open on `topic`. */
let place: CutoverPlace;
beforeEach(async () => {
  place = await openCutoverPlace({}, [], 'web');
  const source = place.sandbox.bitbucket.gitDirectory('web');
  git(source, 'update-ref', '-d', 'refs/heads/topic');
  commit(source, 'topic/deeper', 'Below', 'main');
});
afterEach(() => place[Symbol.asyncDispose]());

async function decline(): Promise<void> {
  const { bitbucket } = place.sandbox;
  const repository = bitbucket.findRepository('web');
  const pull = repository?.pullRequests.find(({ number }) => number === 4);
  if (repository == null || pull === undefined) throw new Error('no pull request');
  const tools = await findGitTools({ folder: place.folder, path: process.env.PATH ?? '' });
  const at = { ...placeOnCloud(bitbucket, tools), repository, pull };
  expect(declinePullRequest(at, { by: bitbucket.user, on: new Date() })).toBeNull();
}

const words =
  'GitHub has branch topic for its open pull request 4, and Git cannot have topic/deeper beside it';
const tip = (directory: string) => git(directory, 'rev-parse', 'refs/heads/topic/deeper').trim();

async function expectSwitched(...args: readonly string[]): Promise<void> {
  const { code, stderr } = await place.cutover(...args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(tip(place.targetOf('web'))).toBe(tip(place.sandbox.bitbucket.gitDirectory('web')));
  expect(place.sandbox.github.findRepository('acme/web')).toMatchObject({ hasIssues: true });
}

describe('a cut-over whose target cannot hold a branch beside that of an open pull request', () => {
  it('ends before the lock where a sync has found it, and says how to end it', async () => {
    expect((await place.run(['sync', '--migration', place.migration])).code).toBe(6);
    const { code, stderr } = await place.cutover();
    expect(code).toBe(6);
    expect(stderr).toContain(`web: branch topic/deeper is not migrated: ${words}`);
    expect(stderr).toContain('Merge or decline pull request 4 on Bitbucket, or delete');
    expect(place.restrictions('web')).toEqual([]);
    await decline();
    const sync = printedCommands(stderr).find((one) => one.startsWith('migrator sync')) ?? '';
    expect((await place.run(sync.split(' ').slice(1))).code).toBe(0);
    await expectSwitched();
  });

  it('ends before the lock where it finds it itself while it reads closed pull requests', async () => {
    const { code, stderr } = await place.cutover();
    expect(code).toBe(6);
    expect(stderr).toContain(`Syncing web before the lock: branch topic/deeper: ${words}`);
    expect(stderr).toContain(
      'This run locked nothing. Merge or decline pull request 4 on Bitbucket',
    );
    expect(place.restrictions('web')).toEqual([]);
  });

  it('ends after one sync under the lock, and is continued once it is ended', async () => {
    const { code, stderr } = await place.cutover('--reread', 'open');
    expect(code).toBe(6);
    expect(stderr).toContain(`web (branch topic/deeper: ${words})`);
    expect(stderr).toContain('Merge or decline pull request 4 on Bitbucket, or delete');
    expect(stderr).toContain('While Bitbucket is locked, you can only decline it.');
    expect(place.restrictions('web')).toHaveLength(4);
    expect(place.sandbox.github.findRepository('acme/web')).toMatchObject({ hasIssues: false });
    await decline();
    await expectSwitched('--reread', 'open');
  });
});
