import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type PullRequestBench } from './support.ts';

/** Objects that GitHub shows and notices only after a while. */

describe('what was just created', () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  let late: PullRequestBench;

  beforeAll(async () => {
    late = await openBench({ now: () => now, githubRules: { visibleAfterMs: 5000 } });
  });

  afterAll(() => late[Symbol.asyncDispose]());

  it('is in no list until its time has come', async () => {
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

  it('as a branch cannot be used by pull requests until its time has come', async () => {
    late.sandbox.github.rules.branchesVisibleAfterMs = 5000;
    await late.commit('soon', 'main', { 'soon.txt': 'x\n' });
    await late.push('soon', 'main:refs/heads/soon-base');
    await late.settled();
    const wanted = { title: 'x', head: 'soon', base: 'soon-base' };
    const refused = await late.ask('POST', '/pulls', wanted);
    expect(refused.body.errors).toMatchObject([{ field: 'head' }, { field: 'base' }]);
    now += 5000;
    expect((await late.ask('POST', '/pulls', wanted)).status).toBe(201);
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
});
