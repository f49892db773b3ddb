import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { hasMoved } from '../../helpers/repositories/migration-fixture.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { commit, openSyncPlace, type SyncPlace } from './sync-place.ts';

let place: SyncPlace;
beforeEach(async () => {
  place = await openSyncPlace();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const source = () => place.sourceOf('one');
const target = () => place.targetOf('one');
const hashOf = (directory: string, ref: string) => git(directory, 'rev-parse', ref).trim();

describe('sync', () => {
  it('writes nothing and fetches nothing where nothing has changed', async () => {
    const before = place.sandbox.requests.length;
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('1 repository: 1 unchanged.');
    expect(code).toBe(0);
    const requests = place.sandbox.requests.slice(before);
    const writes = requests.filter(({ host, method }) => host !== 'license' && method !== 'GET');
    expect(writes).toEqual([]);
    expect(requests.filter(({ host }) => host.endsWith('-git'))).toHaveLength(2);
  });

  it('migrates new, moved, forced and deleted branches and tags', async () => {
    commit(source(), 'main', 'More');
    git(source(), 'update-ref', 'refs/heads/topic', 'main~2');
    commit(source(), 'new', 'A new branch', 'main');
    git(source(), 'tag', '-f', '-a', 'v1', '-m', 'Moved', 'main');
    git(source(), 'tag', 'v2', 'main');
    const { code, stdout, stderr } = await place.sync();
    expect(stdout).toContain('synced   one  2 refs created, 3 moved');
    expect(stderr).not.toContain('synced');
    expect(code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
    git(source(), 'update-ref', '-d', 'refs/heads/topic');
    git(source(), 'tag', '-d', 'v2');
    expect((await place.sync()).stdout).toContain('synced   one  2 refs deleted');
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('makes a branch again that was deleted and made again', async () => {
    git(source(), 'update-ref', '-d', 'refs/heads/topic');
    expect((await place.sync()).code).toBe(0);
    commit(source(), 'topic', 'Again', 'main');
    expect((await place.sync()).stdout).toContain('1 ref created');
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it.each(['head', 'base'])(
    'keeps a branch that is the %s of a pull request that somebody opened on the target',
    async (side) => {
      git(source(), 'update-ref', 'refs/heads/feature', 'refs/heads/main');
      if (side === 'head') commit(source(), 'feature', 'Feature');
      expect((await place.sync()).code).toBe(0);
      commit(target(), 'theirs', 'Their work', 'main');
      const ends =
        side === 'head' ? { head: 'feature', base: 'main' } : { head: 'theirs', base: 'feature' };
      const opened = await askGithub(place.sandbox, 'POST', '/repos/acme/one/pulls', {
        title: 'Theirs',
        ...ends,
      });
      expect(opened.status).toBe(201);
      git(source(), 'update-ref', '-d', 'refs/heads/feature');
      const { stdout } = await place.sync();
      expect(stdout).toContain('branch feature (deleted on Bitbucket; #1 on GitHub is open on it)');
      const [pull] = place.sandbox.github.findRepository('acme/one')?.pulls ?? [];
      expect(pull?.state).toBe('open');
      if (pull !== undefined) pull.state = 'closed';
      expect((await place.sync()).stdout).toContain('1 ref deleted');
      expect(refsOf(target())).not.toContain('feature');
    },
  );

  it('neither moves nor deletes a branch that somebody created at the commit that the source has', async () => {
    const main = hashOf(target(), 'refs/heads/main');
    git(target(), 'update-ref', 'refs/heads/release', main);
    git(source(), 'update-ref', 'refs/heads/release', main);
    const { code, stdout } = await place.sync();
    expect({ code, stdout }).toMatchObject({ code: 0 });
    git(source(), 'update-ref', 'refs/heads/release', 'refs/heads/main~1');
    const moved = await place.sync();
    expect(moved.stdout).toContain('branch release (created on both sides');
    git(source(), 'update-ref', '-d', 'refs/heads/release');
    await place.sync();
    expect(hashOf(target(), 'refs/heads/release')).toBe(main);
  });

  it('puts a branch in the place of one that was deleted', async () => {
    git(source(), 'update-ref', '-d', 'refs/heads/topic');
    commit(source(), 'topic/deeper', 'Below', 'main');
    expect((await place.sync()).code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
    git(source(), 'update-ref', '-d', 'refs/heads/topic/deeper');
    commit(source(), 'topic', 'Above', 'main');
    expect((await place.sync()).code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('reports what a stranger has changed on the target, leaves it, and syncs the rest', async () => {
    const theirs = commit(target(), 'main', 'Theirs');
    commit(target(), 'hotfix', 'Their branch', 'main');
    commit(source(), 'main', 'Ours');
    commit(source(), 'topic', 'Ours as well');
    const { code, stdout } = await place.sync();
    expect(code).toBe(6);
    expect(stdout).toContain('partly   one  1 ref moved; skipped: branch main (changed on');
    expect(stdout).toContain('branch hotfix (created on GitHub');
    expect(hashOf(target(), 'main')).toBe(theirs);
    expect(hashOf(target(), 'topic')).toBe(hashOf(source(), 'topic'));
    expect((await place.sync()).stdout).toContain('skipped: branch main');
  });

  it('keeps a tag that people have released on the target', async () => {
    git(source(), 'tag', 'v2', 'main');
    expect((await place.sync()).code).toBe(0);
    await askGithub(place.sandbox, 'POST', '/repos/acme/one/releases', { tag_name: 'v1' });
    for (const tag of ['v1', 'v2']) git(source(), 'update-ref', '-d', `refs/tags/${tag}`);
    const { stdout } = await place.sync();
    expect(stdout).toContain('tag v1 (deleted on Bitbucket; a release on GitHub uses it)');
    expect(refsOf(target())).toContain('refs/tags/v1');
    expect(refsOf(target())).not.toContain('refs/tags/v2');
  });

  it('says what it did as JSON', async () => {
    commit(source(), 'main', 'More');
    const { stdout } = await place.sync('--json');
    const result: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(result).toMatchObject({
      type: 'sync',
      migration: place.migration,
      repositories: [
        {
          source: 'one',
          target: 'one',
          outcome: 'synced',
          sync: { refs: { created: 0, moved: 1, deleted: 0 }, left: [] },
        },
      ],
    });
  });

  it('leaves a migration as complete as it was, also where a sync fails', async () => {
    commit(source(), 'main', 'More');
    place.sandbox.faults.add({
      host: 'github-git',
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403, body: 'no' },
    });
    const failed = await place.sync();
    expect(failed.code).toBe(6);
    expect(failed.stdout).toContain('failed   one  ');
    place.sandbox.faults.clear();
    const again = await place.run(['migrate', '--plan', 'plan.json']);
    expect(again.stderr).toContain('is already completed');
    expect((await place.sync()).code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('gives a repository that was empty its first commit', async () => {
    const { bitbucket } = place.sandbox;
    await bitbucket.addRepository({ slug: 'empty' });
    place.write('empty.json', place.plan('empty'));
    expect((await place.run(['migrate', '--plan', 'empty.json'])).code).toBe(0);
    const directory = place.sourceOf('empty');
    const tree = git(directory, 'mktree', '--missing').trim();
    const first = git(directory, 'commit-tree', tree, '-m', 'First').trim();
    git(directory, 'update-ref', 'refs/heads/main', first);
    const { stdout } = await place.run(['status', '--list', '--json']);
    const { migrations } = JSON.parse(stdout) as { migrations: { migration: string }[] };
    const id = migrations.map(({ migration }) => migration).find((one) => one !== place.migration);
    expect((await place.run(['sync', '--migration', id ?? ''])).code).toBe(0);
    expect(refsOf(place.targetOf('empty'))).toBe(refsOf(directory));
  });

  it('syncs what a killed push had put there without calling it a conflict', async () => {
    const pushed = commit(source(), 'main', 'Pushed, and never recorded');
    let hasPushed = false;
    place.sandbox.faults.decide(({ host, method }) => {
      if (host !== 'github-git') return null;
      if (hasPushed) return { kind: 'held', until: new Promise(() => {}) };
      hasPushed = method === 'POST';
      return hasPushed ? { kind: 'lost-answer' } : null;
    });
    const running = place.start(['sync', '--migration', place.migration]);
    await expect
      .poll(() => hashOf(target(), 'main'), { timeout: 30_000, interval: 10 })
      .toBe(pushed);
    running.child.kill('SIGKILL');
    await running.ended;
    place.sandbox.faults.clear();
    commit(source(), 'main', 'And one more');
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('synced   one  1 ref moved');
    expect(code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });
});
