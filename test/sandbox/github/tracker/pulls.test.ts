import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lines, openBench, type PullRequestBench } from './support.ts';

let bench: PullRequestBench;

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench[Symbol.asyncDispose]());

const failed = (error: object) => ({ message: 'Validation Failed', errors: [error] });

describe('opening a pull request', () => {
  it('takes the next number after issues and pull requests alike', async () => {
    const issue = await bench.ask('POST', '/issues', { title: 'Something is wrong' });
    expect([issue.status, issue.body.number]).toEqual([201, 1]);
    expect(await bench.open({ body: 'Words' })).toBe(2);
    const second = await bench.ask('POST', '/issues', { title: 'Something else is wrong' });
    expect(second.body.number).toBe(3);
    const pull = (await bench.ask('GET', '/pulls/2')).body;
    expect(pull).toMatchObject({
      number: 2,
      title: 'Add it',
      body: 'Words',
      state: 'open',
      merged: false,
      draft: false,
      mergeable: null,
      commits: 1,
      user: { login: 'robin-keller' },
      head: { ref: 'feature', label: 'acme:feature' },
      base: { ref: 'main', label: 'acme:main' },
    });
  });

  it('shows it among the issues, newest first', async () => {
    const newest = await bench.ask(
      'GET',
      '/issues?state=all&sort=created&direction=desc&per_page=1',
    );
    expect(newest.body).toMatchObject([{ number: 3 }]);
    const link = newest.headers.get('link') ?? '';
    expect(link).toContain(`/repositories/${bench.repository.id}/issues?`);
    const all = await bench.ask('GET', '/issues?state=all');
    expect(all.body).toMatchObject([{ number: 3 }, { number: 2, pull_request: {} }, { number: 1 }]);
    expect(await bench.ask('GET', '/pulls')).toMatchObject({ body: [{ number: 2 }] });
  });

  it('is refused a second time between the same branches', async () => {
    const again = await bench.ask('POST', '/pulls', { title: 'x', head: 'feature', base: 'main' });
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject(
      failed({
        resource: 'PullRequest',
        code: 'custom',
        message: 'A pull request already exists for acme:feature.',
      }),
    );
  });

  it.each([
    ['none', 'main', ['head']],
    ['feature', 'none', ['base']],
    ['../../config', 'main', ['head']],
  ])('is refused from %s to %s, which are not both there', async (head, base, fields) => {
    const refused = await bench.ask('POST', '/pulls', { title: 'x', head, base });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual(
      fields.map((field) => ({ resource: 'PullRequest', field, code: 'invalid' })),
    );
  });

  it('is refused when base has everything that head has', async () => {
    const refused = await bench.ask('POST', '/pulls', {
      title: 'x',
      head: 'main',
      base: 'feature',
    });
    expect(refused.body).toMatchObject(
      failed({
        resource: 'PullRequest',
        code: 'custom',
        message: 'No commits between feature and main',
      }),
    );
  });

  it('is refused when the branches have nothing in common', async () => {
    const { client, directory } = bench;
    await client.must(['checkout', '--quiet', '--orphan', 'alone'], { cwd: directory });
    await client.must(['commit', '--quiet', '--allow-empty', '-m', 'alone'], { cwd: directory });
    await bench.push('alone');
    const refused = await bench.ask('POST', '/pulls', { title: 'x', head: 'alone', base: 'main' });
    expect(refused.body).toMatchObject(
      failed({ message: 'The alone branch has no history in common with main' }),
    );
  });

  it.each([
    [{ title: '' }, { resource: 'Issue', code: 'missing_field', field: 'title' }],
    [
      { title: 'x'.repeat(257) },
      {
        resource: 'Issue',
        code: 'custom',
        field: 'title',
        message: 'title is too long (maximum is 256 characters)',
      },
    ],
    [
      { body: 'x'.repeat(65_537) },
      {
        resource: 'Issue',
        code: 'custom',
        field: 'body',
        message: 'body is too long (maximum is 65536 characters)',
      },
    ],
  ])('is refused with a text that is too long or missing', async (texts, error) => {
    const wanted = { title: 'x', head: 'feature', base: 'main', ...texts };
    const refused = await bench.ask('POST', '/pulls', wanted);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject(failed(error));
  });

  it('takes 65,536 characters however many bytes they are', async () => {
    await bench.commit('long', 'main', { 'long.txt': 'x\n' });
    await bench.push('long');
    const number = await bench.open({ head: 'acme:long', body: '😀'.repeat(65_536) });
    expect(bench.repository.tracker.findPull(number)?.head.ref).toBe('long');
  });

  it('is refused as a draft in a private repository of a free account', async () => {
    await bench.commit('draft', 'main', { 'draft.txt': 'x\n' });
    await bench.push('draft');
    bench.repository.owner.plan = 'free';
    const wanted = { title: 'x', head: 'draft', base: 'main', draft: true };
    const refused = await bench.ask('POST', '/pulls', wanted);
    bench.repository.owner.plan = 'team';
    expect(refused.body).toMatchObject(
      failed({ message: 'Draft pull requests are not supported in this repository.' }),
    );
    expect((await bench.ask('POST', '/pulls', wanted)).body.draft).toBe(true);
  });

  it('needs the right to push', async () => {
    bench.sandbox.github.addUser({ login: 'reader' });
    bench.sandbox.github.addCollaborator('acme/app', 'reader');
    const token = bench.sandbox.github.tokens.add({ login: 'reader' });
    const wanted = { title: 'x', head: 'long', base: 'feature' };
    expect((await bench.ask('POST', '/pulls', wanted, token)).status).toBe(403);
    expect((await bench.ask('GET', '/pulls', undefined, token)).status).toBe(200);
  });
});

describe('the refs of a pull request', () => {
  it('are advertised and cannot be pushed to', async () => {
    const url = `${bench.sandbox.environment.DST_GIT_URL}/acme/app.git`;
    const listed = await bench.client.must(['ls-remote', url], { cwd: bench.directory });
    const tip = bench.repository.tracker.findPull(2)?.head.sha;
    expect(listed).toContain(`${tip}\trefs/pull/2/head`);
    const pushed = await bench.client.git(['push', url, 'main:refs/pull/2/head'], {
      cwd: bench.directory,
    });
    expect(pushed.stderr).toContain('deny updating a hidden ref');
  });

  it('have the merge of both once it is known that they can be merged', async () => {
    await bench.ask('GET', '/pulls/2');
    await bench.settled();
    expect((await bench.ask('GET', '/pulls/2')).body).toMatchObject({
      mergeable: true,
      mergeable_state: 'clean',
      additions: 1,
      deletions: 1,
      changed_files: 1,
    });
    const url = `${bench.sandbox.environment.DST_GIT_URL}/acme/app.git`;
    const listed = await bench.client.must(['ls-remote', url], { cwd: bench.directory });
    expect(listed).toContain('refs/pull/2/merge');
  });
});

describe('changing a pull request', () => {
  it('changes what is given alone', async () => {
    const changed = await bench.ask('PATCH', '/pulls/2', { title: 'New title' });
    expect(changed.body).toMatchObject({ title: 'New title', body: 'Words' });
    const emptied = await bench.ask('PATCH', '/issues/2', { body: '' });
    expect(emptied.body).toMatchObject({ title: 'New title', body: null });
  });

  it('closes and opens it, and refuses another base while it is closed', async () => {
    expect((await bench.ask('PATCH', '/pulls/2', { state: 'closed' })).body).toMatchObject({
      state: 'closed',
      merged: false,
      closed_at: expect.any(String),
    });
    const refused = await bench.ask('PATCH', '/pulls/2', { base: 'long' });
    expect(refused.body).toMatchObject(
      failed({ message: 'Cannot change the base branch of a closed pull request.' }),
    );
    expect((await bench.ask('PATCH', '/pulls/2', { state: 'open' })).body.state).toBe('open');
  });

  it('takes another base, if there are commits between the two', async () => {
    const refused = await bench.ask('PATCH', '/pulls/2', { base: 'feature' });
    expect(refused.body.errors).toMatchObject([
      {
        message: "There are no new commits between base branch 'feature' and head branch 'feature'",
      },
    ]);
    expect((await bench.ask('PATCH', '/pulls/2', { base: 'long' })).body.base).toMatchObject({
      ref: 'long',
    });
    await bench.ask('PATCH', '/pulls/2', { base: 'main' });
  });
});

describe('lists', () => {
  it('tell pull requests of one head only by its owner as well', async () => {
    const of = async (query: string) =>
      ((await bench.ask('GET', `/pulls?${query}`)).body as unknown as { number: number }[]).length;
    expect(await of('head=acme:feature')).toBe(1);
    expect(await of('head=feature')).toBe(await of('state=open'));
    expect(await of('base=none')).toBe(0);
  });

  it('refuse what the sandbox does not know', async () => {
    expect((await bench.ask('GET', '/pulls?sort=popularity')).status).toBe(422);
  });

  it('show nothing of what was made until its time has come', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    await using late = await openBench({ now: () => now, githubRules: { visibleAfterMs: 5000 } });
    const number = await late.open();
    await late.ask('POST', `/issues/${number}/comments`, { body: 'Hello' });
    const seen = async (path: string) => (await late.ask('GET', path)).body;
    expect(await seen('/pulls?state=all')).toEqual([]);
    expect(await seen('/issues?state=all')).toEqual([]);
    expect(await seen(`/issues/${number}/comments`)).toEqual([]);
    expect(await seen(`/pulls/${number}`)).toMatchObject({ number });
    now += 5000;
    expect(await seen('/pulls?state=all')).toMatchObject([{ number }]);
    expect(await seen(`/issues/${number}/comments`)).toMatchObject([{ body: 'Hello' }]);
  });
});

describe('a push', () => {
  it('to the head moves it, and counts its commits again', async () => {
    const tip = await bench.commit('feature', 'feature', { 'b.txt': 'b\n' });
    await bench.push('feature');
    await bench.settled();
    expect((await bench.ask('GET', '/pulls/2')).body).toMatchObject({
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
    expect((await bench.ask('GET', '/pulls/2/merge')).status).toBe(404);
    const files = (await bench.ask('GET', `/pulls/${x}/files`)).body;
    expect(files).toMatchObject([{ filename: 'x.txt', status: 'added' }]);
    await bench.push(':tmp/x/head', ':tmp/x/base');
    const url = `${bench.sandbox.environment.DST_GIT_URL}/acme/app.git`;
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
  });

  it('that deletes head or base closes it, and it cannot be opened again', async () => {
    await bench.commit('short', 'main', { 'short.txt': 'x\n' });
    await bench.push('short');
    const number = await bench.open({ head: 'short' });
    await bench.push(':short');
    await bench.settled();
    const pull = (await bench.ask('GET', `/pulls/${number}`)).body;
    expect(pull).toMatchObject({ state: 'closed', merged: false });
    const refused = await bench.ask('PATCH', `/pulls/${number}`, { state: 'open' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { message: 'state cannot be changed. The short branch has been deleted.' },
    ]);
  });
});

describe('a branch', () => {
  it('that is taken away before a merge was noticed closes the pull request instead', async () => {
    await using slow = await openBench({ githubRules: { pushDelayMs: 60_000 } });
    await slow.push('main:refs/heads/tmp');
    const number = await slow.open({ base: 'tmp' });
    await slow.push('feature:tmp');
    await slow.push(':tmp');
    await expect
      .poll(() => slow.repository.tracker.findPull(number))
      .toMatchObject({ state: 'closed', merged: false });
  });

  it('cannot be used by pull requests until its time has come', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    await using late = await openBench({
      now: () => now,
      githubRules: { branchesVisibleAfterMs: 5000 },
    });
    const wanted = { title: 'x', head: 'feature', base: 'main' };
    const refused = await late.ask('POST', '/pulls', wanted);
    expect(refused.body.errors).toMatchObject([{ field: 'head' }, { field: 'base' }]);
    now += 5000;
    expect((await late.ask('POST', '/pulls', wanted)).status).toBe(201);
  });

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
    const url = `${bench.sandbox.environment.DST_GIT_URL}/acme/app.git`;
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
    const pull = bench.repository.tracker.findPull(number);
    if (pull !== null) pull.draft = false;
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
    const refused = await merge(2);
    bench.sandbox.github.rules.mergesPerMinute = null;
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('secondary rate limit');
  });
});
