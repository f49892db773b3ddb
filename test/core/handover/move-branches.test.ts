import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moveBranchesShell } from '../../../src/core/handover/move-branches.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';

let folder: string;
let clone: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'move-branches-'));
  clone = join(folder, 'clone');
  git(folder, 'init', '-q', '-b', 'main', clone);
  git(clone, 'config', 'user.email', 'ada@acme.example');
  git(clone, 'config', 'user.name', 'Ada');
  writeFileSync(join(folder, 'move.sh'), moveBranchesShell);
});
afterEach(() => rmSync(folder, { recursive: true }));

function commit(path: string, text: string): string {
  writeFileSync(join(clone, path), text);
  git(clone, 'add', path);
  git(clone, 'commit', '-qm', `${path}: ${text}`);
  return tip('HEAD');
}

const tip = (name: string) => git(clone, 'rev-parse', name).trim();
const files = (name: string) => git(clone, 'ls-tree', '--name-only', name).trim().split('\n');

/** Two histories of three commits: the first commit is the same in both, the others differ in a large file. */
function twoHistories(): { old: readonly string[]; now: readonly string[] } {
  const first = commit('a.txt', 'a');
  const old = [first, commit('big.bin', 'large'), commit('b.txt', 'b')];
  git(clone, 'checkout', '-q', '--detach', first);
  const now = [first, commit('big.bin', 'pointer'), commit('b.txt', 'b')];
  git(clone, 'update-ref', 'refs/remotes/origin/main', tip('HEAD'));
  git(clone, 'checkout', '-q', 'main');
  const rows = old.slice(1).map((hash, at) => `${hash},${now[at + 1]}\n`);
  writeFileSync(join(folder, 'map.csv'), `old,new\n${rows.join('')}`);
  return { old, now };
}

const run = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync('sh', [join(folder, 'move.sh'), ...args], {
    cwd: clone,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};
const map = () => join(folder, 'map.csv');

describe('the script that moves branches to a rewritten history', () => {
  it('rebases own commits onto the new ones, and keeps the old branch', () => {
    const { old, now } = twoHistories();
    git(clone, 'checkout', '-qb', 'feature');
    const own = commit('mine.txt', 'mine');
    expect(run(map())).toMatchObject({ status: 0, stderr: '' });
    expect(tip('feature^')).toBe(now[2]);
    expect(files('feature')).toEqual(['a.txt', 'b.txt', 'big.bin', 'mine.txt']);
    expect([tip('old/feature'), tip('old/main')]).toEqual([own, old[2]]);
    expect(tip('main')).toBe(now[2]);
    expect(git(clone, 'branch', '--show-current').trim()).toBe('feature');
  });

  it('changes nothing with -n, and nothing the second time', () => {
    const { old, now } = twoHistories();
    expect(run('-n', map()).stdout).toBe(`git rebase --onto ${now[2]} ${old[2]} main\n`);
    expect(tip('main')).toBe(old[2]);
    run(map());
    expect(run(map())).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('leaves a branch alone that has no changed commit', () => {
    const { old } = twoHistories();
    git(clone, 'branch', 'early', old[0] ?? '');
    run(map());
    expect(tip('early')).toBe(old[0]);
    expect(git(clone, 'branch', '--list', 'old/early')).toBe('');
  });

  it('keeps merges of own branches', () => {
    twoHistories();
    git(clone, 'checkout', '-qb', 'side');
    commit('side.txt', 'side');
    git(clone, 'checkout', '-qb', 'feature', 'main');
    commit('mine.txt', 'mine');
    git(clone, 'merge', '-q', '--no-ff', '-m', 'Merge side', 'side');
    expect(run(map()).status).toBe(0);
    expect(git(clone, 'rev-list', '--merges', '--count', 'feature').trim()).toBe('1');
  });

  it('restores a branch with conflicts, and says so', () => {
    const { old } = twoHistories();
    git(clone, 'checkout', '-qb', 'feature');
    const own = commit('big.bin', 'larger');
    const { status, stderr } = run(map());
    expect(status).toBe(1);
    expect(stderr).toBe('feature: has conflicts; rebase it by hand\n');
    expect(tip('feature')).toBe(own);
    expect(tip('old/main')).toBe(old[2]);
  });

  it('asks for a fetch where the new commits are not here', () => {
    const { old } = twoHistories();
    writeFileSync(map(), `old,new\n${old[2]},${'1'.repeat(40)}\n`);
    const { status, stderr } = run(map());
    expect(status).toBe(1);
    expect(stderr).toContain('fetch from GitHub first');
  });

  it('starts only without open changes, and with a map', () => {
    twoHistories();
    expect(run(join(folder, 'none.csv'))).toMatchObject({ status: 2 });
    writeFileSync(join(clone, 'a.txt'), 'edited');
    expect(run(map()).stderr).toBe('Commit or stash your changes first\n');
  });
});
