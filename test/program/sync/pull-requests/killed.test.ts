import { beforeEach, describe, expect, it } from 'vitest';
import * as comments from '../../../../sandbox/bitbucket/changes/comments.ts';
import {
  declinePullRequest,
  editPullRequest,
} from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { openPullRequest } from '../../../../sandbox/bitbucket/changes/open-pull-request.ts';
import { share } from '../../../helpers/share.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

/** Each test of texts changes the pull request from the branch that it names. */
const shared = share(() =>
  openPullRequestPlace({ branches: ['edited', 'deleted', 'theirs', 'theirs-deleted'] }),
);
let place: PullRequestPlace;
beforeEach(async () => {
  place = await shared.get();
});

/** As if the process were killed once the target has carried out such a request: no answer comes, and nothing follows it. */
async function endOncePosted(suffix: string): Promise<void> {
  let isPosted = false;
  place.sandbox.faults.decide(({ host, method, target }) => {
    if (isPosted) return { kind: 'status', status: 403, body: 'no' };
    isPosted = host === 'github' && method === 'POST' && target.endsWith(suffix);
    return isPosted ? { kind: 'lost-answer' } : null;
  });
  const { code } = await place.sync();
  place.sandbox.faults.clear();
  expect(code).not.toBe(0);
}

describe('a pull request that a sync has opened before it was killed', () => {
  const main = () => place.sourceTip('main') ?? '';

  /** @returns its number */
  async function open(branch: string): Promise<number> {
    await place.push(branch, { [`${branch}.txt`]: 'new\n' }, main());
    const wanted = { branch, destination: 'main', title: 'New' };
    await openPullRequest(place.at(4), place.deed, wanted);
    return place.from(branch);
  }

  async function endOnceOpened(number: number): Promise<void> {
    await endOncePosted('/pulls');
    expect(place.pull(number).state).toBe('open');
  }

  it('gets the title and description that the source has by then', async () => {
    const number = await open('renamed');
    await endOnceOpened(number);
    const description = { raw: 'Now described', markup: 'markdown' } as const;
    editPullRequest(place.at(number), place.deed, { title: 'Renamed', description });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    const again = await place.sync();
    expect(again.code, again.stdout).toBe(0);
    expect(place.pull(number).title).toBe('Renamed');
    expect(place.pull(number).body).toContain('Now described');
    expect(place.sandbox.github.findRepository('acme/web')?.pulls).toHaveLength(number);
  });

  it('is merged where a later one has left it', async () => {
    const number = await open('moved');
    await endOnceOpened(number);
    await place.merge(number, 'squash');
    let isMoved = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (isMoved) return { kind: 'status', status: 403, body: 'no' };
      isMoved = host === 'github' && method === 'PATCH' && target.endsWith(`/pulls/${number}`);
      return null;
    });
    expect((await place.sync()).code).not.toBe(0);
    place.sandbox.faults.clear();
    expect(place.stateOf(number)).toBe(`open moved -> migrator/pr-${number}/base`);
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(number)).toBe(`merged moved -> migrator/pr-${number}/base`);
    const { code, stdout } = await place.run(['verify', '--migration', place.migration]);
    expect(code, stdout).toBe(0);
  });

  it('is merged, although its head has a branch of ours', async () => {
    const number = await open('gone');
    await place.push('gone', null);
    await endOnceOpened(number);
    expect(place.stateOf(number)).toBe(`open migrator/pr-${number} -> main`);
    await place.push('gone', { 'gone.txt': '7\n' }, place.at(number).pull.source.commit ?? '');
    await place.merge(number, 'squash', true);
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    const ours = `migrator/pr-${number}`;
    expect(place.stateOf(number)).toBe(`merged ${ours} -> ${ours}-base`);
    expect(place.targetTip(ours)).toBeNull();
    expect(place.targetTip(`${ours}-base`)).toBeNull();
    // Once more, because the first one has not written all of its text.
    expect((await place.sync()).code).toBe(0);
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  it('keeps its branch, although the source has deleted it by then', async () => {
    const number = await open('kept');
    await endOnceOpened(number);
    await place.push('kept', null);
    expect((await place.sync()).stdout).toContain(`pull request ${number} is open on it`);
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(number)).toBe('open kept -> main');
    // The next test finds both sides equal.
    expect(declinePullRequest(place.at(number), place.deed)).toBeNull();
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(number)).toBe('closed kept -> main');
  });

  it('gets them after one more kill, and keeps what somebody has edited on the target', async () => {
    const number = await open('edited-since');
    await endOnceOpened(number);
    const description = { raw: 'Now described', markup: 'markdown' } as const;
    editPullRequest(place.at(number), place.deed, { title: 'Renamed', description });
    // It finds the pull request, and is killed before it has written its comment.
    place.sandbox.faults.decide(({ host, method }) =>
      host === 'github' && method !== 'GET' ? { kind: 'status', status: 403, body: 'no' } : null,
    );
    comments.addComment(place.at(number), place.deed, { text: 'A word' });
    expect((await place.sync()).code).not.toBe(0);
    place.sandbox.faults.clear();
    place.pull(number).title = 'Theirs';
    for (const code of [0, 6]) {
      const ended = await place.sync('--json');
      expect(ended.code, ended.stdout).toBe(code);
      if (code === 6) expect(ended.stdout).toContain('its title was changed on GitHub');
      expect(ended.stdout).not.toContain('its description was');
    }
    expect(place.pull(number).title).toBe('Theirs');
    expect(place.pull(number).body).toContain('Now described');
    expect(place.textsWith(number, 'A word')).toHaveLength(1);
  });
});

describe('a text that a sync has written before it was killed', () => {
  /** @returns the pull request and its comment */
  async function endOnceWritten(branch: string): Promise<readonly [number, number]> {
    const number = place.from(branch);
    const id = comments.addComment(place.at(number), place.deed, { text: 'As first said' });
    await endOncePosted('/comments');
    expect(place.textsWith(number, 'As first said')).toHaveLength(1);
    return [number, id];
  }

  it('is edited where the source has another one by then', async () => {
    const [number, id] = await endOnceWritten('edited');
    comments.editComment(place.at(number), place.deed, id, 'As said later');
    expect((await place.sync()).code).toBe(0);
    expect(place.textsWith(number, 'As first said')).toEqual([]);
    expect(place.textsWith(number, 'As said later')).toHaveLength(1);
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  it('is deleted where the source has deleted it by then', async () => {
    const [number, id] = await endOnceWritten('deleted');
    comments.deleteComment(place.at(number), place.deed, id);
    expect((await place.sync()).code).toBe(0);
    expect(place.textsWith(number, 'As first said')).toEqual([]);
  });

  /** Somebody edits what that sync has written, before the next one. */
  function editOnTarget(number: number): void {
    const { comments: written } = place.pull(number);
    const [comment] = written.filter(({ body }) => body?.includes('As first said'));
    if (comment === undefined) throw new Error('there is no such comment');
    comment.body = `Theirs, ${comment.body ?? ''}`;
  }

  it('stays as somebody has edited it since, whatever the source says by then', async () => {
    const [number, id] = await endOnceWritten('theirs');
    editOnTarget(number);
    expect((await place.sync()).code).toBe(0);
    comments.editComment(place.at(number), place.deed, id, 'As said later');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(6);
    expect(stdout).toContain('a comment was edited on GitHub');
    expect(place.textsWith(number, 'Theirs, ')).toHaveLength(1);
    expect(place.textsWith(number, 'As said later')).toEqual([]);
  });

  it('is not deleted where somebody has edited it since', async () => {
    const [number, id] = await endOnceWritten('theirs-deleted');
    editOnTarget(number);
    comments.deleteComment(place.at(number), place.deed, id);
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(6);
    expect(stdout).toContain('a comment was edited on GitHub');
    expect(place.textsWith(number, 'Theirs, ')).toHaveLength(1);
  });
});
