import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addComment } from '../../../../sandbox/bitbucket/changes/comments.ts';
import { editPullRequest } from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { openPullRequest } from '../../../../sandbox/bitbucket/changes/open-pull-request.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

/** As if the process were killed once the target has opened a pull request: no answer comes, and nothing follows it. */
async function endOnceOpened(place: PullRequestPlace): Promise<void> {
  let isOpened = false;
  place.sandbox.faults.decide(({ host, method, target }) => {
    if (isOpened) return { kind: 'status', status: 403, body: 'no' };
    isOpened = host === 'github' && method === 'POST' && target.endsWith('/pulls');
    return isOpened ? { kind: 'lost-answer' } : null;
  });
  const { code } = await place.sync();
  place.sandbox.faults.clear();
  expect(code).not.toBe(0);
  expect(place.pull(7).state).toBe('open');
}

describe('a pull request that a sync has opened before it was killed', () => {
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await openPullRequestPlace();
    await place.push('seven', { 'seven.txt': '7\n' }, place.sourceTip('main') ?? '');
    const wanted = { branch: 'seven', destination: 'main', title: 'Seven' };
    await openPullRequest(place.at(4), place.deed, wanted);
  });
  afterEach(() => place[Symbol.asyncDispose]());

  it('gets the title and description that the source has by then', async () => {
    await endOnceOpened(place);
    const description = { raw: 'Now described', markup: 'markdown' } as const;
    editPullRequest(place.at(7), place.deed, { title: 'Renamed', description });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    const again = await place.sync();
    expect(again.code, again.stdout).toBe(0);
    expect(place.pull(7).title).toBe('Renamed');
    expect(place.pull(7).body).toContain('Now described');
    expect(place.sandbox.github.findRepository('acme/web')?.pulls).toHaveLength(7);
  });

  it('gets them after one more kill, and keeps what somebody has edited on the target', async () => {
    await endOnceOpened(place);
    const description = { raw: 'Now described', markup: 'markdown' } as const;
    editPullRequest(place.at(7), place.deed, { title: 'Renamed', description });
    // It finds the pull request, and is killed before it has written its comment.
    place.sandbox.faults.decide(({ host, method }) =>
      host === 'github' && method !== 'GET' ? { kind: 'status', status: 403, body: 'no' } : null,
    );
    addComment(place.at(7), place.deed, { text: 'A word' });
    expect((await place.sync()).code).not.toBe(0);
    place.sandbox.faults.clear();
    place.pull(7).title = 'Theirs';
    for (const code of [0, 6]) {
      const ended = await place.sync('--json');
      expect(ended.code, ended.stdout).toBe(code);
      if (code === 6) expect(ended.stdout).toContain('its title was changed on the target');
      expect(ended.stdout).not.toContain('its description was');
    }
    expect(place.pull(7).title).toBe('Theirs');
    expect(place.pull(7).body).toContain('Now described');
    expect(place.textsWith(7, 'A word')).toHaveLength(1);
  });

  it('keeps its branch, although the source has deleted it by then', async () => {
    await endOnceOpened(place);
    await place.push('seven', null);
    expect((await place.sync()).stdout).toContain('pull request 7 is open on it');
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(7)).toBe('open seven -> main');
  });

  it('is merged where a later one has left it', async () => {
    await endOnceOpened(place);
    await place.merge(7, 'squash');
    let isMoved = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (isMoved) return { kind: 'status', status: 403, body: 'no' };
      isMoved = host === 'github' && method === 'PATCH' && target.endsWith('/pulls/7');
      return null;
    });
    expect((await place.sync()).code).not.toBe(0);
    place.sandbox.faults.clear();
    expect(place.stateOf(7)).toBe('open seven -> migrator/pr-7/base');
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(7)).toBe('merged seven -> migrator/pr-7/base');
    const { code, stdout } = await place.run(['verify', '--migration', place.migration]);
    expect(code, stdout).toBe(0);
  });

  it('is merged, although its head has a branch of ours', async () => {
    await place.push('seven', null);
    await endOnceOpened(place);
    expect(place.stateOf(7)).toBe('open migrator/pr-7 -> main');
    await place.push('seven', { 'seven.txt': '7\n' }, place.at(7).pull.source.commit ?? '');
    await place.merge(7, 'squash', true);
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(7)).toBe('merged migrator/pr-7 -> migrator/pr-7-base');
    expect(place.targetTip('migrator/pr-7')).toBeNull();
    expect(place.targetTip('migrator/pr-7-base')).toBeNull();
    // Once more, because the first one has not written all of its text.
    expect((await place.sync()).code).toBe(0);
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });
});
