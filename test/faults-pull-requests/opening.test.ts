import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../helpers/repositories/git-fixture.ts';
import type { Intercept } from './host-between.ts';
import { openScene, refusal, type Scene } from './scene.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

const isOpening = ({ method, path }: Parameters<Intercept>[0]) =>
  method === 'POST' && path.endsWith('/pulls');

describe('opening pull requests', () => {
  it('takes the commits of a fork from the fork, where the repository itself has them no more', async () => {
    const { commits, folder } = scene.history;
    const { bitbucket } = scene.place.sandbox;
    await bitbucket.addRepository({ slug: 'fork', from: folder, mainBranch: 'main' });
    git(folder, 'checkout', '-q', '--detach');
    git(folder, 'branch', '-q', '-D', 'forked');
    git(folder, 'reflog', 'expire', '--expire=now', '--all');
    git(folder, '-c', 'gc.packRefs=false', 'gc', '-q', '--prune=now');
    git(folder, 'branch', '-q', 'forked', commits.start);
    const repository = `${bitbucket.workspace.slug}/fork`;
    const source = { branch: 'forked', commit: commits.forked, repository };
    await scene.add([
      { title: 'Open', source },
      { title: 'Merged', state: 'MERGED', source, destination: { commit: commits.start } },
    ]);
    const { code } = await scene.migrate();
    expect(code).toBe(0);
    const { pulls = [] } = scene.place.sandbox.github.findRepository('acme/web') ?? {};
    expect(pulls.map(({ head }) => head.sha)).toEqual([commits.forked, commits.forked]);
  });

  it('does without a fork that is closed to the credentials', async () => {
    const { commits } = scene.history;
    const { bitbucket, faults } = scene.place.sandbox;
    const repository = `${bitbucket.workspace.slug}/closed`;
    const body = JSON.stringify({ type: 'error', error: { message: 'Access denied.' } });
    const action = { kind: 'status', status: 403, body } as const;
    faults.add({ host: 'bitbucket', path: /\/closed\//, times: Infinity, action });
    faults.add({ host: 'bitbucket', path: /pullrequests\/1\/diff/, times: Infinity, action });
    const source = { branch: 'x', commit: 'pruned', repository } as const;
    await scene.add([
      { title: 'Lost', state: 'DECLINED', source, destination: { commit: commits.start } },
    ]);
    const { code } = await scene.migrate();
    expect(code).toBe(0);
    expect(scene.shown()).toEqual(['#1 Lost: closed, migrator/pr-1/head -> migrator/pr-1/base']);
  });

  it('keeps to its own base where the source names no destination, whatever branches there are', async () => {
    git(scene.history.folder, 'branch', '-q', 'null', 'main');
    await scene.add([
      {
        title: 'Lost',
        source: { branch: 'x', commit: 'pruned' },
        destination: { branch: null, commit: null },
      },
    ]);
    const { code } = await scene.migrate();
    expect(code).toBe(0);
    expect(scene.shown()).toEqual(['#1 Lost: open, migrator/pr-1 -> migrator/pr-1-base']);
    const { pulls = [] } = scene.place.sandbox.github.findRepository('acme/web') ?? {};
    const tip = git(scene.history.folder, 'rev-parse', 'null').trim();
    expect(pulls.map(({ base }) => base.sha === tip)).toEqual([false]);
  });

  it('finds its own again that is listed later than expected, and does not open another', async () => {
    scene.place.write('migrator.yaml', 'network:\n  settle_seconds: 0.5\n');
    await scene.add([
      { title: 'Add e', source: { branch: 'topic' } },
      { title: 'Add c', state: 'DECLINED', source: { branch: 'declined' } },
    ]);
    let lists = 0;
    let opened = 0;
    const { code } = await scene.migrate((passing) => {
      if (isOpening(passing)) {
        opened += 1;
        return opened === 1 ? 'lost' : null;
      }
      if (passing.method !== 'GET' || !passing.path.includes('/pulls?')) return null;
      lists += 1;
      return lists === 1 ? { status: 200, body: [] } : null;
    });
    expect(code).toBe(0);
    expect(scene.shown()).toEqual([
      '#1 Add e: open, topic -> main',
      '#2 Add c: closed, migrator/pr-2/head -> main',
    ]);
  });

  it('leaves no temporary branch where an earlier run has opened between substitutes', async () => {
    await scene.add([{ title: 'Add c', state: 'DECLINED', source: { branch: 'declined' } }]);
    let refuses = true;
    const first = await scene.migrate((passing) => {
      const { base } = (passing.body ?? {}) as { base?: string };
      if (isOpening(passing) && base === 'main') return refusal('No, for a reason of its own');
      // What was opened cannot be closed in this run.
      if (passing.method === 'PATCH' && passing.path.includes('/pulls/')) {
        return refuses ? { status: 400, body: { message: 'Out of order' } } : null;
      }
      return null;
    });
    expect(first.code).not.toBe(0);
    expect(scene.branches()).toContain('migrator/pr-1/base');
    refuses = false;
    const second = await scene.migrate();
    expect(second.code).toBe(0);
    expect(scene.shown()).toEqual(['#1 Add c: closed, migrator/pr-1/head -> migrator/pr-1/base']);
    expect(scene.branches()).not.toContain('migrator/');
  });

  it('gives a repository that has lost its branches one that stays, and no other', async () => {
    const { commits } = scene.history;
    const source = { branch: 'merged', commit: commits.merged };
    await scene.add([
      { title: 'Merged', state: 'MERGED', source, destination: { commit: commits.start } },
      { title: 'Declined', state: 'DECLINED', source, destination: { commit: commits.start } },
    ]);
    const directory = scene.place.sandbox.bitbucket.gitDirectory('web');
    for (const branch of ['main', 'topic', 'declined'])
      git(directory, 'update-ref', '-d', `refs/heads/${branch}`);
    const { code } = await scene.migrate();
    expect(code).toBe(0);
    expect(scene.branches()).toBe('migrator/no-branches\n');
    expect(scene.shown().map((line) => line.split(',')[0])).toEqual([
      '#1 Merged: merged',
      '#2 Declined: closed',
    ]);
  });
});
