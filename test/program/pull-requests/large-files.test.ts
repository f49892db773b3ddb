import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../helpers/repositories/pull-request-place.ts';

/** One byte more than GitHub takes. */
const large = 'x'.repeat(100 * 1024 * 1024 + 1);
const oid = createHash('sha256').update(large).digest('hex');

let place: PullRequestPlace;
let head: string;
/** The only large file is in a declined pull request whose branch is gone. */
beforeEach(async () => {
  place = await openPullRequestPlace();
  const { folder } = place.history;
  git(folder, 'checkout', '-q', '-b', 'big', 'main');
  writeFileSync(join(folder, 'big.bin'), large);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'Add a large file');
  head = git(folder, 'rev-parse', 'HEAD').trim();
  git(folder, 'checkout', '-q', 'main');
  const [first] = pullRequestsOf(place.history);
  const source = { branch: 'big', commit: head };
  await place.addRepository([{ ...first, title: 'Large', state: 'DECLINED', source }]);
  git(place.sandbox.bitbucket.gitDirectory('web'), 'branch', '-q', '-D', 'big');
  const plan = place.plan('web');
  const rewrite = { large_files: 'rewrite', rewrite_history: true };
  const repositories = plan.repositories.map((one) => ({ ...one, ...rewrite }));
  place.write('plan.json', { ...plan, repositories });
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('a large file that only a pull request has', () => {
  it('comes as an LFS object, and leaves all other commits as they are', async () => {
    const { code, stderr } = await place.run(migrate);
    expect(code, stderr).toBe(0);
    const { directory, lfs, pulls } = place.target();
    expect(place.shown()).toEqual(['#1 Large: closed']);
    const now = pulls[0]?.head.sha ?? '';
    expect(now).not.toBe(head);
    expect(git(directory, 'cat-file', 'blob', `${now}:big.bin`)).toContain(oid);
    expect(lfs.size(oid)).toBe(large.length);
    expect(git(directory, 'rev-parse', `${now}^`)).toBe(
      git(place.history.folder, 'rev-parse', 'main'),
    );
  });

  it('is refused without LFS objects', async () => {
    const plan = place.plan('web');
    const rewrite = { large_files: 'rewrite', include_lfs: false };
    const repositories = plan.repositories.map((one) => ({ ...one, ...rewrite }));
    place.write('without.json', { ...plan, repositories });
    const { code, stderr } = await place.run(['migrate', '--plan', 'without.json']);
    expect(stderr).toContain('Large files cannot be rewritten to LFS: include_lfs is false');
    expect(code).toBe(6);
    expect(place.sandbox.github.repositories).toHaveLength(0);
  });
});
