import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as comments from '../../../../sandbox/bitbucket/changes/comments.ts';
import {
  declinePullRequest,
  editPullRequest,
  reopenPullRequest,
} from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { openPullRequest } from '../../../../sandbox/bitbucket/changes/open-pull-request.ts';
import { addTask } from '../../../../sandbox/bitbucket/changes/tasks.ts';
import { mergeStrategies } from '../../../../sandbox/bitbucket/enforcement/merge-pull-request.ts';
import { git } from '../../../helpers/repositories/git-fixture.ts';
import { sources } from '../../../helpers/sources.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

/** A test of one product alone. */
function on(name: string, test: () => Promise<void>): void {
  it(name, test);
}

describe.each(sources)('sync of pull requests from %s', (source) => {
  const isCloud = source === 'bitbucket-cloud';
  const none: typeof on = () => {};
  const [onCloud, onDataCenter] = isCloud ? [on, none] : [none, on];
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await openPullRequestPlace(source);
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });

  it('writes nothing where nothing has changed, and a new comment with six requests at most', async () => {
    place.requests();
    const { code: first, stdout: unchanged } = await place.sync();
    expect(unchanged).toContain('1 repository: 1 unchanged.');
    expect(first).toBe(0);
    expect(place.requests().filter((one) => one.includes('pull'))).toHaveLength(1);
    comments.addComment(place.at(4), place.deed, { text: 'Brand new' });
    place.requests();
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('synced   web  1 pull request changed, 1 comment');
    expect(code).toBe(0);
    expect(place.textsWith(4, 'Brand new')).toHaveLength(1);
    const asked = place.requests().filter((one) => one.includes('pull') || one.includes('issues'));
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(6);
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  it('writes the first comment of a new participant with six requests at most', async () => {
    const at = place.at(4);
    const person = place.sandbox.bitbucket.addPerson({ name: 'Nora Newcomer' });
    comments.addComment(at, { ...place.deed, by: person }, { text: 'Hello' });
    const participant = { person, role: 'PARTICIPANT', state: null, on: null } as const;
    at.pull.participants = [...at.pull.participants, participant];
    place.requests();
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.pull(4).body).toContain('Nora Newcomer');
    expect(place.textsWith(4, 'Hello')).toHaveLength(1);
    const asked = place.requests().filter((one) => one.includes('pull') || one.includes('issues'));
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(6);
  });

  onCloud('writes a new task where there was none', async () => {
    const at = place.at(4);
    addTask(at, place.deed, { text: 'Do it', commentId: null });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.textsWith(4, 'Do it')).toHaveLength(1);
  });

  it('writes, edits, deletes, resolves and reopens as the source does', async () => {
    const at = place.at(4);
    const [general, line, reply, other] = at.pull.conversation().comments.map(({ id }) => id);
    comments.resolveThread(at, place.deed, line ?? 0);
    comments.reopenThread(at, place.deed, other ?? 0);
    comments.addComment(at, place.deed, { text: 'New thread', inline: { path: 'e.txt', to: 4 } });
    comments.addComment(at, place.deed, { text: 'New reply', parent: line ?? 0 });
    comments.editComment(at, place.deed, general ?? 0, 'Said otherwise');
    comments.deleteComment(at, place.deed, reply ?? 0);
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('1 pull request changed, 6 comments');
    expect(code).toBe(0);
    const resolved = place.pull(4).threads.map(({ resolvedBy }) => resolvedBy !== null);
    expect(resolved).toEqual([true, false, false]);
    expect(place.textsWith(4, 'A general remark')).toEqual([]);
    expect(place.textsWith(4, 'Said otherwise')).toHaveLength(1);
    expect(place.textsWith(4, 'A reply')).toEqual([]);
    const thread = place
      .pull(4)
      .threads.find(({ comments: all }) => all[0]?.body.includes('On the line'));
    expect(thread?.comments.map(({ body }) => body.includes('New reply'))).toEqual([false, true]);
    expect(place.textsWith(4, 'New thread')).toHaveLength(1);
    const again = await place.sync();
    expect(again.stdout).toContain('1 unchanged');
  });

  onCloud('leaves threads where they stand once the diff has become another one', async () => {
    const at = place.at(4);
    const [, line, , other] = at.pull.conversation().comments.map(({ id }) => id);
    await place.push('topic', { 'forced.txt': 'other\n' }, place.sourceTip('main') ?? '');
    comments.resolveThread(at, place.deed, line ?? 0);
    comments.addComment(at, place.deed, { text: 'Late reply', parent: other ?? 0 });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    const { threads, comments: general } = place.pull(4);
    expect(threads.map(({ resolvedBy }) => resolvedBy !== null)).toEqual([true, true]);
    expect(threads.map(({ comments: all }) => all.length)).toEqual([2, 2]);
    expect(general).toHaveLength(1);
    expect((await place.sync('--reread', 'all')).stdout).toContain('1 unchanged');
    expect(place.pull(4).threads.every(({ resolvedBy }) => resolvedBy !== null)).toBe(true);
  });

  onCloud('changes title, description, draft and base', async () => {
    await place.push('release', { 'r.txt': 'r\n' }, place.sourceTip('main') ?? '');
    const at = place.at(4);
    const description = { raw: 'Now described', markup: 'markdown' } as const;
    const change = { title: 'Renamed', description, draft: true, destinationBranch: 'release' };
    expect(editPullRequest(at, place.deed, change)).toBeNull();
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.pull(4)).toMatchObject({ title: 'Renamed', draft: true });
    expect(place.pull(4).body).toContain('Now described');
    expect(place.stateOf(4)).toBe('open topic -> release');
  });

  onCloud('tells of a base that the target does not take, and takes it later', async () => {
    await place.push('release', { 'r.txt': 'r\n' }, place.sourceTip('topic') ?? '');
    expect(editPullRequest(place.at(4), place.deed, { destinationBranch: 'release' })).toBeNull();
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('pull request 4 (still goes to main: no commits lie between release');
    expect(place.stateOf(4)).toBe('open topic -> main');
    await place.push('topic', { 'more.txt': 'more\n' });
    const later = await place.sync();
    expect(later.code, later.stdout).toBe(0);
    expect(place.stateOf(4)).toBe('open topic -> release');
  });

  onCloud('leaves what somebody has edited on the target, and says so', async () => {
    const at = place.at(4);
    const [general] = at.pull.conversation().comments.map(({ id }) => id);
    comments.editComment(at, place.deed, general ?? 0, 'Said otherwise');
    expect(editPullRequest(at, place.deed, { title: 'Renamed' })).toBeNull();
    const [comment] = place.pull(4).comments;
    if (comment !== undefined) comment.body = 'Theirs';
    place.pull(4).title = 'Their title';
    const { code, stdout } = await place.sync('--json');
    expect(code).toBe(6);
    expect(stdout).toContain('its title was changed on the target');
    expect(stdout).toContain('a comment was edited on the target');
    expect(place.pull(4).title).toBe('Their title');
    expect(place.pull(4).comments[0]?.body).toBe('Theirs');
  });

  const strategies = isCloud ? mergeStrategies : (['squash'] as const);
  it.each(strategies)('merges by %s', async (strategy) => {
    // Of a Data Center without: seven pushes would take more than a minute.
    if (isCloud) await place.push('topic', { 'e.txt': 'last\n' });
    await place.merge(4, strategy, strategy === 'squash');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    const base = strategy === 'squash' ? 'migrator/pr-4/base' : 'main';
    expect(place.stateOf(4)).toBe(`merged topic -> ${base}`);
    expect(place.pull(4).body).toContain('State: merged');
    expect(place.targetTip('main')).toBe(place.sourceTip('main'));
    expect(place.targetTip('topic')).toBe(place.sourceTip('topic'));
    expect(place.targetTip('migrator/pr-4/base')).toBeNull();
    expect((await place.sync()).stdout).toContain('1 unchanged');
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified.stdout, verified.stdout).not.toContain('pull request 4');
  });

  onCloud('closes what was declined, also where its commits are in the base by now', async () => {
    expect(declinePullRequest(place.at(4), place.deed, { reason: 'No' })).toBeNull();
    await place.push('main', { 'z.txt': 'z\n' }, place.sourceTip('topic') ?? '');
    const { code } = await place.sync();
    expect(code).toBe(0);
    expect(place.stateOf(4)).toBe('closed topic -> main');
    expect(place.pull(4).body).toContain('State: declined');
  });

  onCloud('keeps an open one open whose commits have come into its base', async () => {
    const { pull } = place.at(4);
    await place.push('main', { 'z.txt': 'z\n' }, place.sourceTip('topic') ?? '');
    // The source notices by itself; it may be late with it.
    Object.assign(pull, { state: 'OPEN', mergeCommit: null, closedBy: null, closedOn: null });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(4)).toBe('open topic -> migrator/pr-4-base');
    Object.assign(pull, { state: 'MERGED', closedOn: place.deed.on, updatedOn: place.deed.on });
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(4)).toBe('merged topic -> migrator/pr-4/base');
  });

  it('keeps the branch of an open one that the source has deleted', async () => {
    const { pull } = place.at(4);
    const last = await place.push('topic', { 'last.txt': 'last\n' });
    await place.push('topic', null);
    if (!isCloud) {
      expect(pull.state).toBe('DECLINED');
      expect((await place.sync()).code).toBe(0);
      expect(place.stateOf(4)).toBe('closed topic -> main');
      return;
    }
    const { stdout } = await place.sync();
    expect(stdout).toContain('branch topic (deleted on the source; pull request 4 is open');
    expect(place.stateOf(4)).toBe('open topic -> main');
    // As it was when it was deleted, not as it was at the last sync.
    expect(place.targetTip('topic')).toBe(last);
    const before = place.sandbox.requests.length;
    expect((await place.sync()).stdout).toContain('nothing changed; left as it is: branch topic');
    const asked = place.sandbox.requests.slice(before);
    expect(asked.filter(({ host }) => host.endsWith('-git'))).toHaveLength(2);
  });

  onCloud('leaves a deleted branch to the open one, whatever happens to an ended one', async () => {
    expect(declinePullRequest(place.at(4), place.deed)).toBeNull();
    expect((await place.sync()).code).toBe(0);
    const last = await place.push('topic', { 'second.txt': 'second\n' });
    const wanted = { branch: 'topic', destination: 'main', title: 'Again' };
    await openPullRequest(place.at(4), place.deed, wanted);
    expect((await place.sync()).code).toBe(0);
    await place.push('topic', null);
    expect((await place.sync()).stdout).toContain('pull request 7 is open on it');
    comments.addComment(place.at(4), place.deed, { text: 'A last word' });
    expect((await place.sync()).stdout).toContain('1 pull request changed, 1 comment');
    expect(place.targetTip('topic')).toBe(last);
    expect(place.stateOf(7)).toBe('open topic -> main');
  });

  onDataCenter(
    'tells once what the target does not open again, and then finds both sides equal',
    async () => {
      expect(declinePullRequest(place.at(4), place.deed)).toBeNull();
      expect((await place.sync()).code).toBe(0);
      // Force-pushed while it was closed: GitHub reopens no such pull request, and another one is open on its branch.
      await place.push('topic', { 'forced.txt': 'other\n' }, place.sourceTip('main') ?? '');
      const other = { branch: 'topic', destination: 'declined', title: 'Other' };
      await openPullRequest(place.at(4), place.deed, other);
      expect((await place.sync()).code).toBe(0);
      expect(reopenPullRequest(place.at(4), place.deed)).toBeNull();
      const { code, stdout } = await place.sync('--json');
      expect(code).toBe(6);
      expect(stdout).toContain('it stays closed');
      const again = await place.sync('--reread', 'open');
      expect(again.code, again.stdout).toBe(0);
      expect(again.stdout).toContain('1 unchanged');
      const verified = await place.run(['verify', '--migration', place.migration]);
      expect(verified.code, verified.stdout).toBe(0);
      expect(verified.stdout).toContain('does not reopen it');
    },
  );

  onDataCenter('opens again what was declined and has been force-pushed since', async () => {
    expect(declinePullRequest(place.at(4), place.deed)).toBeNull();
    expect((await place.sync()).code).toBe(0);
    await place.push('topic', { 'forced.txt': 'other\n' }, place.sourceTip('main') ?? '');
    expect((await place.sync()).code).toBe(0);
    expect(reopenPullRequest(place.at(4), place.deed)).toBeNull();
    // As if it were killed when the branch has gone back for it.
    let pushes = 0;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host === 'github-git' && method === 'POST' && target.includes('receive-pack'))
        pushes += 1;
      return pushes > 0 && host === 'github' && method === 'PATCH'
        ? { kind: 'status', status: 403, body: 'no' }
        : null;
    });
    expect((await place.sync()).code).not.toBe(0);
    place.sandbox.faults.clear();
    expect(place.targetTip('topic')).not.toBe(place.sourceTip('topic'));
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(4)).toBe('open topic -> main');
    expect(place.targetTip('topic')).toBe(place.sourceTip('topic'));
    await expect.poll(() => place.pull(4).head.sha).toBe(place.sourceTip('topic'));
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  onDataCenter('opens again what was declined', async () => {
    expect(declinePullRequest(place.at(4), place.deed)).toBeNull();
    expect(declinePullRequest(place.at(3), place.deed)).not.toBeNull();
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(4)).toBe('closed topic -> main');
    const again = { ...place.at(4), pull: place.at(3).pull };
    expect(reopenPullRequest(place.at(4), place.deed)).toBeNull();
    expect(reopenPullRequest(again, place.deed)).toBeNull();
    await place.push('declined', { 'c.txt': 'more\n' });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(4)).toBe('open topic -> main');
    // Its head is the temporary branch that it was migrated with.
    expect(place.stateOf(3)).toBe('open migrator/pr-3/head -> main');
    await expect.poll(() => place.pull(3).head.sha).toBe(place.sourceTip('declined'));
    expect((await place.sync()).stdout).toContain('1 unchanged');
    await place.merge(3, 'squash');
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(3)).toBe('merged migrator/pr-3/head -> migrator/pr-3/base');
    expect(place.targetTip('migrator/pr-3/head')).toBeNull();
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified.code, verified.stdout).toBe(0);
  });

  onCloud('merges one whose target on the source had its commits before', async () => {
    const main = place.sourceTip('main');
    const head = place.sourceTip('topic') ?? '';
    await place.push('wide', { 'wide.txt': 'wide\n' }, head);
    editPullRequest(place.at(4), place.deed, { destinationBranch: 'wide' });
    await place.push('wide', { 'wide.txt': 'wider\n' });
    expect(place.at(4).pull.state).toBe('MERGED');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(4)).toBe('merged topic -> migrator/pr-4/base');
    expect(place.targetTip('main')).toBe(main);
    expect(place.targetTip('migrator/pr-4/base')).toBeNull();
  });

  onCloud('opens new ones under their numbers, merged ones among them', async () => {
    const { repository } = place.at(4);
    const where = { ...place.at(4), repository };
    await place.push('seven', { 'seven.txt': '7\n' }, place.sourceTip('main') ?? '');
    const wanted = { branch: 'seven', destination: 'main', title: 'Seven' };
    const seven = await openPullRequest(where, place.deed, wanted);
    if (typeof seven === 'string') throw new Error(seven);
    comments.addComment(place.at(7), place.deed, { text: 'Quickly' });
    await place.merge(7, 'squash', true);
    await place.push('eight', { 'eight.txt': '8\n' }, place.sourceTip('main') ?? '');
    await openPullRequest(where, place.deed, { ...wanted, branch: 'eight', title: 'Eight' });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('2 pull requests created');
    expect(place.stateOf(7)).toBe('merged migrator/pr-7/head -> migrator/pr-7/base');
    expect(place.textsWith(7, 'Quickly')).toHaveLength(1);
    expect(place.stateOf(8)).toBe('open eight -> main');
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  onCloud('opens new ones once where a push after them fails', async () => {
    await place.push('seven', { 'seven.txt': '7\n' }, place.sourceTip('main') ?? '');
    const wanted = { branch: 'seven', destination: 'main', title: 'Seven' };
    await openPullRequest(place.at(4), place.deed, wanted);
    await place.merge(7, 'squash', true);
    let opened = false;
    let failed = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host === 'github' && method === 'POST' && target.endsWith('/pulls')) opened = true;
      if (failed || !opened || host !== 'github-git' || !target.includes('receive-pack'))
        return null;
      failed = true;
      return { kind: 'status', status: 502 };
    });
    const { code, stdout } = await place.sync();
    place.sandbox.faults.clear();
    expect({ code, failed }, stdout).toEqual({ code: 0, failed: true });
    expect(stdout).toContain('1 pull request created');
    expect(place.stateOf(7)).toBe('merged migrator/pr-7/head -> migrator/pr-7/base');
    expect(place.sandbox.github.findRepository('acme/web')?.pulls).toHaveLength(7);
  });

  onCloud('moves the branch of one from a fork, unless somebody has pushed to it', async () => {
    const { pull } = place.at(5);
    const branch = 'migrator/pr-5';
    const before = place.targetTip(branch);
    const pushFork = async (name: string) => {
      const commit = await place.push('fork', { [name]: 'new\n' }, pull.source.commit ?? '');
      await place.push('fork', null);
      Object.assign(pull.source, { commit });
      Object.assign(pull, { updatedOn: place.deed.on });
      return commit;
    };
    const moved = await pushFork('f1.txt');
    expect(moved).not.toBe(before);
    expect((await place.sync()).code).toBe(0);
    expect(place.targetTip(branch)).toBe(moved);
    const { directory } = place.sandbox.github.findRepository('acme/web') ?? { directory: '' };
    const theirs = place.targetTip('main') ?? '';
    git(directory, 'update-ref', `refs/heads/${branch}`, theirs);
    await pushFork('f2.txt');
    const { code, stdout } = await place.sync('--json');
    expect(code).toBe(6);
    expect(stdout).toContain('its branch was changed on the target');
    expect(place.targetTip(branch)).toBe(theirs);
  });
});

describe.each(['compact', 'folded'] as const)('sync of pull requests in %s', (mode) => {
  it('edits the bodies that hold the conversation, and adds parts where it grows', async () => {
    await using place = await openPullRequestPlace('bitbucket-cloud', ['--comments', mode]);
    const at = place.at(4);
    const [general, line] = at.pull.conversation().comments.map(({ id }) => id);
    comments.editComment(at, place.deed, general ?? 0, 'Said otherwise');
    comments.addComment(at, place.deed, { text: 'New reply', parent: line ?? 0 });
    expect((await place.sync()).code).toBe(0);
    expect(place.textsWith(4, 'A general remark')).toEqual([]);
    expect(place.textsWith(4, 'Said otherwise')).toHaveLength(1);
    const inReply = place.textsWith(4, 'New reply');
    expect(inReply).toHaveLength(1);
    expect(inReply[0]).toContain('On the line');
    const before = place.pull(4).comments.length;
    for (let count = 0; count < 4; count += 1)
      comments.addComment(at, place.deed, { text: `Long ${count} ${'word '.repeat(5000)}` });
    expect((await place.sync()).code).toBe(0);
    expect(place.pull(4).comments.length).toBeGreaterThan(before);
    const last = at.pull.conversation().comments.slice(-4);
    for (const { id } of last) comments.deleteComment(at, place.deed, id);
    expect((await place.sync()).code).toBe(0);
    expect(place.pull(4).comments).toHaveLength(before);
    expect(place.textsWith(4, 'Long 1')).toEqual([]);
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified.code, verified.stdout).toBe(0);
  });
});
