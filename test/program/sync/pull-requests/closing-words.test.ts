import { beforeEach, describe, expect, it } from 'vitest';
import { share } from '../../../helpers/share.ts';
import { askGithub } from '../../../sandbox/helpers/rest.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

const shared = share(() => openPullRequestPlace({ branches: ['merging'] }));

describe('commits whose messages close what they name', () => {
  let place: PullRequestPlace;
  let issue: number;
  beforeEach(async () => {
    place = await shared.get();
    issue = place.sandbox.github.addIssue('acme/web', { title: 'Of the target' }).number;
  });
  const issueState = () =>
    place.sandbox.github.findRepository('acme/web')?.issues.find(({ number }) => number === issue)
      ?.state;

  it('leave pull requests and issues open that were open, and the sync says so', async () => {
    await place.push(
      'main',
      { 'm.txt': 'm\n' },
      undefined,
      `Work\n\nFixes #4, closes #${issue}, fixes #3`,
    );
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    await place.sandbox.github.jobs.settled();
    expect(place.stateOf(4)).toBe('open topic -> main');
    expect(issueState()).toBe('open');
    expect(stdout).toContain("#4 on GitHub (closed by a pushed commit's message, and reopened)");
    // It was declined on the source.
    expect(place.pull(3).state).toBe('closed');
    const again = await place.sync();
    expect(again.stdout).toContain('1 unchanged');
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified.stdout).not.toMatch(/pull request 4\b/);
  });

  it('do so also where the sync was killed right after its push', async () => {
    await place.push(
      'main',
      { 'k.txt': 'k\n' },
      undefined,
      `Work\n\nResolves #4 and closes #${issue}`,
    );
    place.forgetRequests();
    const onDone = () => running.child.kill('SIGKILL');
    place.sandbox.faults.add({
      host: 'github-git',
      method: 'POST',
      path: /git-receive-pack/,
      action: { kind: 'lost-answer', onDone },
    });
    const running = place.start(['sync', '--migration', place.migration]);
    await running.ended;
    await expect.poll(issueState).toBe('closed');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(4)).toBe('open topic -> main');
    expect(issueState()).toBe('open');
  });

  it('leave closed what somebody has closed since a killed push', async () => {
    const message = `Work\n\nResolves #4 and closes #${issue}`;
    await place.push('main', { 'p.txt': 'p\n' }, undefined, message);
    const onDone = () => running.child.kill('SIGKILL');
    place.sandbox.faults.add({
      host: 'github-git',
      method: 'POST',
      path: /git-receive-pack/,
      action: { kind: 'lost-answer', onDone },
    });
    const running = place.start(['sync', '--migration', place.migration]);
    await running.ended;
    await expect.poll(issueState).toBe('closed');
    for (const state of ['open', 'closed']) {
      const path = '/repos/acme/web/issues/4';
      expect((await askGithub(place.sandbox, 'PATCH', path, { state })).status).toBe(200);
    }
    await place.sync();
    expect(place.pull(4).state).toBe('closed');
    expect(issueState()).toBe('open');
    await shared.spoil();
  });

  it('end a pull request that the source has merged', async () => {
    const number = place.from('merging');
    await place.merge(number, 'merge_commit');
    await place.push('main', { 'n.txt': 'n\n' }, undefined, `Work\n\nCloses #${number}`);
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(number)).toMatch(/^merged /);
  });
});
