import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lines, openBench, type PullRequestBench } from './support.ts';

/** How a pull request follows its branches, and is merged by a push or by a request. */

let bench: PullRequestBench;
let url: string;
let pull: number;

beforeAll(async () => {
  bench = await openBench();
  url = `${bench.sandbox.environment.DST_GIT_URL}/acme/app.git`;
  pull = await bench.open();
});

afterAll(() => bench[Symbol.asyncDispose]());

describe('the refs of a pull request', () => {
  it('are advertised and cannot be pushed to', async () => {
    const listed = await bench.client.must(['ls-remote', url], { cwd: bench.directory });
    const tip = bench.repository.tracker.findPull(pull)?.head.sha;
    expect(listed).toContain(`${tip}\trefs/pull/${pull}/head`);
    const pushed = await bench.client.git(['push', url, `main:refs/pull/${pull}/head`], {
      cwd: bench.directory,
    });
    expect(pushed.stderr).toContain('deny updating a hidden ref');
  });

  it('have the merge of both once it is known that they can be merged', async () => {
    await bench.ask('GET', `/pulls/${pull}`);
    await bench.settled();
    expect((await bench.ask('GET', `/pulls/${pull}`)).body).toMatchObject({
      mergeable: true,
      mergeable_state: 'clean',
      additions: 1,
      deletions: 1,
      changed_files: 1,
    });
    const listed = await bench.client.must(['ls-remote', url], { cwd: bench.directory });
    expect(listed).toContain(`refs/pull/${pull}/merge`);
  });
});

describe('a push', () => {
  it('to the head moves it, and counts its commits again', async () => {
    const tip = await bench.commit('feature', 'feature', { 'b.txt': 'b\n' });
    await bench.push('feature');
    await bench.settled();
    expect((await bench.ask('GET', `/pulls/${pull}`)).body).toMatchObject({
      head: { sha: tip },
      commits: 2,
    });
  });

  it('of the base to the heads of many marks them as merged, on any branch', async () => {
    const heads: string[] = [];
    const refs: string[] = [];
    const tips: string[] = [];
    for (const name of ['x', 'y']) {
      tips.push(await bench.commit(`tmp/${name}/head`, 'main', { [`${name}.txt`]: 'x\n' }));
      heads.push(`tmp/${name}/head`, `main:refs/heads/tmp/${name}/base`);
      refs.push(`tmp/${name}/head:tmp/${name}/base`);
    }
    await bench.push(...heads);
    const x = await bench.open({ head: 'tmp/x/head', base: 'tmp/x/base' });
    const y = await bench.open({ head: 'tmp/y/head', base: 'tmp/y/base', draft: true });
    await bench.push(...refs);
    await bench.settled();
    expect((await bench.ask('GET', `/pulls/${x}`)).body).toMatchObject({
      state: 'closed',
      merged: true,
      merged_by: { login: 'robin-keller' },
      merge_commit_sha: tips[0],
      head: { sha: tips[0] },
    });
    expect(bench.repository.tracker.findPull(y)?.merged).toBe(true);
    expect((await bench.ask('GET', `/pulls/${x}/merge`)).status).toBe(204);
    expect((await bench.ask('GET', `/pulls/${pull}/merge`)).status).toBe(404);
    const files = (await bench.ask('GET', `/pulls/${x}/files`)).body;
    expect(files).toMatchObject([{ filename: 'x.txt', status: 'added' }]);
    await bench.push(':tmp/x/head', ':tmp/x/base');
    const left = await bench.client.must(['ls-remote', url], { cwd: bench.directory });
    expect(left).toContain(`${tips[0]}\trefs/pull/${x}/head`);
  });

  it('of more than the head marks it as merged too', async () => {
    await bench.commit('more', 'main', { 'more.txt': 'x\n' });
    await bench.push('more', 'main:refs/heads/more-base');
    const number = await bench.open({ head: 'more', base: 'more-base' });
    await bench.commit('beyond', 'more', { 'beyond.txt': 'x\n' });
    await bench.push('beyond:more-base');
    await bench.settled();
    expect(bench.repository.tracker.findPull(number)?.merged).toBe(true);
  });

  it('marks nothing, or only on the default branch, where the host is set so', async () => {
    const { rules } = bench.sandbox.github;
    await bench.commit('only', 'main', { 'only.txt': 'x\n' });
    await bench.push('only', 'main:refs/heads/only-base');
    const number = await bench.open({ head: 'only', base: 'only-base' });
    rules.mergesByPush = 'default-branch';
    await bench.push('only:only-base');
    await bench.settled();
    rules.mergesByPush = 'any-branch';
    expect(bench.repository.tracker.findPull(number)?.state).toBe('open');
    const nothingLeft = await bench.ask('PUT', `/pulls/${number}/merge`, {});
    expect(nothingLeft.body).toMatchObject({ message: 'Pull Request is not mergeable' });
  });

  it('that deletes head or base closes it, and it cannot be opened again', async () => {
    await bench.commit('short', 'main', { 'short.txt': 'x\n' });
    await bench.push('short');
    const number = await bench.open({ head: 'short' });
    await bench.push(':short');
    await bench.settled();
    const closed = (await bench.ask('GET', `/pulls/${number}`)).body;
    expect(closed).toMatchObject({ state: 'closed', merged: false });
    const refused = await bench.ask('PATCH', `/pulls/${number}`, { state: 'open' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { message: 'state cannot be changed. The short branch has been deleted.' },
    ]);
  });
});

describe('a branch', () => {
  it('goes with its pull request where the repository is set so', async () => {
    await bench.commit('going', 'main', { 'going.txt': 'x\n' });
    await bench.push('going', 'main:refs/heads/going-base');
    const number = await bench.open({ head: 'going', base: 'going-base' });
    bench.repository.deleteBranchOnMerge = true;
    expect((await bench.ask('PUT', `/pulls/${number}/merge`)).status).toBe(200);
    bench.repository.deleteBranchOnMerge = false;
    const branches = (await bench.ask('GET', '/branches?per_page=100')).text;
    expect(branches).not.toContain('"going"');
    expect(branches).toContain('"going-base"');
  });
});

describe('merging by request', () => {
  const merge = (number: number, body: object = {}) =>
    bench.ask('PUT', `/pulls/${number}/merge`, body);

  it('makes a merge commit, once', async () => {
    const tip = await bench.commit('merge-me', 'main', { 'merge-me.txt': 'x\n' });
    await bench.push('merge-me', 'main:refs/heads/merge-base');
    const number = await bench.open({ head: 'merge-me', base: 'merge-base' });
    expect((await merge(number, { sha: '0'.repeat(40) })).status).toBe(409);
    const merged = await merge(number, { sha: tip, commit_title: 'T', commit_message: 'M' });
    expect(merged.body).toMatchObject({
      merged: true,
      message: 'Pull Request successfully merged',
    });
    await bench.client.must(['fetch', '--quiet', url, 'merge-base'], { cwd: bench.directory });
    const message = await bench.client.must(['log', '-1', '--format=%B', 'FETCH_HEAD'], {
      cwd: bench.directory,
    });
    expect(message).toBe('T\n\nM');
    const again = await merge(number);
    expect([again.status, again.body.message]).toEqual([405, 'Pull Request is not mergeable']);
  });

  it('refuses conflicts, drafts and repositories without merge commits', async () => {
    await bench.commit('left', 'main', { 'a.txt': lines(2) });
    await bench.commit('right', 'main', { 'a.txt': lines(3) });
    await bench.push('left', 'right');
    const number = await bench.open({ head: 'left', base: 'right', draft: true });
    expect((await merge(number)).body.message).toBe('Pull Request is still a draft');
    const found = bench.repository.tracker.findPull(number);
    if (found !== null) found.draft = false;
    const refused = await merge(number);
    expect([refused.status, refused.body.message]).toEqual([405, 'Pull Request is not mergeable']);
    bench.repository.allowMergeCommit = false;
    expect((await merge(number)).body.message).toBe(
      'Merge commits are not allowed on this repository.',
    );
    bench.repository.allowMergeCommit = true;
  });

  it('is limited where the host is set so', async () => {
    bench.sandbox.github.rules.mergesPerMinute = 0;
    const refused = await merge(pull);
    bench.sandbox.github.rules.mergesPerMinute = null;
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('secondary rate limit');
  });
});
