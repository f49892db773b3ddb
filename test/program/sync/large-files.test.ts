import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as comments from '../../../sandbox/bitbucket/changes/comments.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { share } from '../../helpers/share.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-requests/pull-request-place.ts';

/** One byte more than GitHub takes. */
const large = 'x'.repeat(100 * 1024 * 1024 + 1);
const oid = createHash('sha256').update(large).digest('hex');

const repository = {
  ...{ source: 'web', target: 'web', visibility: 'private' },
  ...{ large_files: 'rewrite', rewrite_history: true },
};

describe('a repository whose large files are rewritten', () => {
  const shared = share(() =>
    openPullRequestPlace({ files: { 'big.bin': large }, plan: { repositories: [repository] } }),
  );
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await shared.get();
  });

  const targetDirectory = () => place.sandbox.github.findRepository('acme/web')?.directory ?? '';
  const pointer = (commit: string) =>
    git(targetDirectory(), 'cat-file', 'blob', `${commit}:big.bin`);

  it('arrives with its pull requests between rewritten commits', async () => {
    const { pulls = [] } = place.sandbox.github.findRepository('acme/web') ?? {};
    expect(
      pulls.map(({ title, state, merged }) => `${title}: ${merged ? 'merged' : state}`),
    ).toEqual([
      'Change line 10: merged',
      'Add b: merged',
      'Add c: closed',
      'Add e: open',
      'Add d: open',
      'Lost: merged',
    ]);
    for (const { head } of pulls.slice(0, 5)) expect(pointer(head.sha)).toContain(oid);
    expect(place.targetTip('main')).not.toBe(place.sourceTip('main'));
    const threads = place.pull(4).reviewComments.map(({ thread }) => thread);
    expect(threads.map(({ path, place: at }) => `${path}:${at?.line}`)).toContain('e.txt:2');
    for (const { commit } of threads) expect(pointer(commit)).toContain(oid);
    expect(git(targetDirectory(), 'rev-list', '--objects', '--all')).not.toContain(
      git(place.sandbox.bitbucket.gitDirectory('web'), 'rev-parse', 'main:big.bin').trim(),
    );
  });

  it('verifies, and is equal to its source', async () => {
    const { code, stdout } = await place.run(['verify', '--migration', place.migration]);
    expect(stdout).not.toContain('points to');
    expect(code, stdout).toBe(0);
  });

  it('has nothing to sync where nothing has changed', async () => {
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('1 unchanged');
  });

  it('syncs what comes later on top of the commits that the target has', async () => {
    const before = place.targetTip('topic') ?? '';
    await place.push('topic', { 'later.txt': 'later\n' });
    comments.addComment(place.at(4), place.deed, { text: 'Later' });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    const after = place.targetTip('topic') ?? '';
    expect(git(targetDirectory(), 'rev-parse', `${after}^`).trim()).toBe(before);
    expect(pointer(after)).toContain(oid);
    expect(place.stateOf(4)).toBe('open topic -> main');
    expect(place.textsWith(4, 'Later')).toHaveLength(1);
    expect((await place.sync()).stdout).toContain('1 unchanged');
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified.code, verified.stdout).toBe(0);
  });

  it('is repaired to the commits that were migrated, whatever the source has by now', async () => {
    const before = place.targetTip('declined') ?? '';
    await place.push('declined', { 'newer.txt': 'newer\n' });
    git(targetDirectory(), 'update-ref', '-d', 'refs/heads/declined');
    const { code, stdout } = await place.run([
      'verify',
      '--migration',
      place.migration,
      '--repair',
    ]);
    expect(code, stdout).toBe(0);
    expect(place.targetTip('declined')).toBe(before);
  });
});
