import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { hasMoved } from '../../helpers/repositories/migration-fixture.ts';
import { commit, openSyncPlace, type SyncPlace } from './sync-place.ts';

let place: SyncPlace;
beforeEach(async () => {
  place = await openSyncPlace(['one', 'two']);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const source = () => place.sandbox.bitbucket.findRepository('one');
const target = () => place.sandbox.github.findRepository(`${place.sandbox.organization}/one`);
function change(fields: object): void {
  Object.assign(source() ?? {}, fields);
}

describe('sync', () => {
  it('sets a changed description, without fetching anything', async () => {
    change({ description: 'Sells things' });
    const before = place.sandbox.requests.length;
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('synced   one  description');
    expect(code).toBe(0);
    expect(target()?.description).toBe('Sells things');
    const posts = place.sandbox.requests
      .slice(before)
      .filter(({ host, method }) => host.endsWith('-git') && method === 'POST');
    expect(posts).toEqual([]);
    expect((await place.sync()).stdout).toContain('2 repositories: 2 unchanged.');
  });

  it('knows what it has set when it was killed before it could note it', async () => {
    change({ description: 'Sells things' });
    const { faults } = place.sandbox;
    faults.decide(({ host, method }) => {
      const isSet = target()?.description === 'Sells things';
      if (host === 'github' && isSet) return { kind: 'status', status: 403, body: 'no' };
      return host === 'github' && method === 'PATCH' ? { kind: 'lost-answer' } : null;
    });
    expect((await place.sync()).code).not.toBe(0);
    faults.clear();
    expect(target()?.description).toBe('Sells things');
    change({ description: 'Sells more things' });
    const { code } = await place.sync();
    expect([code, target()?.description]).toEqual([0, 'Sells more things']);
  });

  it('leaves a description that somebody has changed on the target', async () => {
    change({ description: 'Sells things' });
    Object.assign(target() ?? {}, { description: 'Theirs' });
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('skipped: description (changed on both Bitbucket and GitHub)');
    expect(code).toBe(6);
    expect(target()?.description).toBe('Theirs');
  });

  it('makes another branch the default one before it deletes the old one', async () => {
    const directory = place.sourceOf('one');
    commit(directory, 'trunk', 'The new main line', 'main');
    git(directory, 'symbolic-ref', 'HEAD', 'refs/heads/trunk');
    git(directory, 'update-ref', '-d', 'refs/heads/main');
    change({ mainBranch: 'trunk' });
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('1 ref created, 1 deleted, default branch trunk');
    expect(code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
    expect(git(place.targetOf('one'), 'symbolic-ref', 'HEAD').trim()).toBe('refs/heads/trunk');
  });

  it('goes on with a repository that was renamed on the source, and says so once', async () => {
    change({ slug: 'renamed', name: 'renamed' });
    commit(place.sourceOf('renamed'), 'main', 'After the rename');
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('one (renamed to renamed on Bitbucket; GitHub keeps the old name)');
    expect(code).toBe(0);
    expect(hasMoved(place, 'renamed', 'one')).toBe(true);
    place.write('some.txt', 'one\n');
    commit(place.sourceOf('renamed'), 'main', 'And once more');
    const again = await place.sync('--repositories', 'some.txt');
    expect(again.stdout).toContain('synced   one  1 ref moved\n');
    expect(hasMoved(place, 'renamed', 'one')).toBe(true);
  });

  it('skips a repository that was deleted on the source, and keeps its target', async () => {
    place.sandbox.bitbucket.removeRepository('one');
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('skipped  one  deleted on Bitbucket; GitHub keeps it');
    expect(code).toBe(0);
    expect(target()).not.toBeNull();
  });

  it('does not take another repository of the same name for the one that was migrated', async () => {
    const { bitbucket } = place.sandbox;
    bitbucket.removeRepository('one');
    await bitbucket.addRepository({ slug: 'one' });
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('is not the repository that was migrated');
    expect(code).toBe(6);
  });

  it('fails for a target that somebody has archived, and for one that is gone', async () => {
    commit(place.sourceOf('one'), 'main', 'More');
    commit(place.sourceOf('two'), 'main', 'More');
    Object.assign(target() ?? {}, { archived: true });
    const { github, organization } = place.sandbox;
    Object.assign(github.findRepository(`${organization}/two`) ?? {}, { name: 'elsewhere' });
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('acme/one is archived and accepts no changes');
    expect(stdout).toMatch(/two +.*acme\/two/);
    expect(code).toBe(6);
  });
});
