import { beforeEach, describe, expect, it } from 'vitest';
import * as comments from '../../../../sandbox/bitbucket/changes/comments.ts';
import { editPullRequest } from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { addTask } from '../../../../sandbox/bitbucket/changes/tasks.ts';
import { onlyOn } from '../../../helpers/only-on.ts';
import { share } from '../../../helpers/share.ts';
import { sources } from '../../../helpers/sources.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

/** Each test changes the pull request from the branch that it names. */
const branches = [
  ...['commented', 'joined', 'tasked', 'renamed'],
  ...['discussed', 'forced', 'edited'].map((branch) => ({ branch, isDiscussed: true })),
];

describe.each(sources)('sync of pull requests from %s', (source) => {
  const { onCloud } = onlyOn(source);
  const shared = share(() => openPullRequestPlace({ source, branches }));
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await shared.get();
  });

  it('writes nothing where nothing has changed, and a new comment with six requests at most', async () => {
    place.requests();
    const { code: first, stdout: unchanged } = await place.sync();
    expect(unchanged).toContain('1 repository: 1 unchanged.');
    expect(first).toBe(0);
    expect(place.requests().filter((one) => one.includes('pull'))).toHaveLength(1);
    const number = place.from('commented');
    comments.addComment(place.at(number), place.deed, { text: 'Brand new' });
    place.requests();
    const { code, stdout } = await place.sync();
    expect(stdout).toContain('synced   web  1 pull request changed, 1 comment');
    expect(code).toBe(0);
    expect(place.textsWith(number, 'Brand new')).toHaveLength(1);
    const asked = place.requests().filter((one) => one.includes('pull') || one.includes('issues'));
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(6);
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  it('writes the first comment of a new participant with six requests at most', async () => {
    const number = place.from('joined');
    const at = place.at(number);
    const person = place.sandbox.bitbucket.addPerson({ name: 'Nora Newcomer' });
    comments.addComment(at, { ...place.deed, by: person }, { text: 'Hello' });
    const participant = { person, role: 'PARTICIPANT', state: null, on: null } as const;
    at.pull.participants = [...at.pull.participants, participant];
    place.requests();
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.pull(number).body).toContain('Nora Newcomer');
    expect(place.textsWith(number, 'Hello')).toHaveLength(1);
    const asked = place.requests().filter((one) => one.includes('pull') || one.includes('issues'));
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(6);
  });

  onCloud('writes a new task where there was none', async () => {
    const number = place.from('tasked');
    addTask(place.at(number), place.deed, { text: 'Do it', commentId: null });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.textsWith(number, 'Do it')).toHaveLength(1);
  });

  it('writes, edits, deletes, resolves and reopens as the source does', async () => {
    const number = place.from('discussed');
    const at = place.at(number);
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
    const { threads } = place.pull(number);
    expect(threads.map(({ resolvedBy }) => resolvedBy !== null)).toEqual([true, false, false]);
    expect(place.textsWith(number, 'A general remark')).toEqual([]);
    expect(place.textsWith(number, 'Said otherwise')).toHaveLength(1);
    expect(place.textsWith(number, 'A reply')).toEqual([]);
    const thread = threads.find(({ comments: all }) => all[0]?.body.includes('On the line'));
    expect(thread?.comments.map(({ body }) => body.includes('New reply'))).toEqual([false, true]);
    expect(place.textsWith(number, 'New thread')).toHaveLength(1);
    const again = await place.sync();
    expect(again.stdout).toContain('1 unchanged');
  });

  onCloud('leaves threads where they stand once the diff has become another one', async () => {
    const number = place.from('forced');
    const at = place.at(number);
    const [, line, , other] = at.pull.conversation().comments.map(({ id }) => id);
    await place.push('forced', { 'forced.txt': 'other\n' }, place.sourceTip('main') ?? '');
    comments.resolveThread(at, place.deed, line ?? 0);
    comments.addComment(at, place.deed, { text: 'Late reply', parent: other ?? 0 });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    const { threads, comments: general } = place.pull(number);
    expect(threads.map(({ resolvedBy }) => resolvedBy !== null)).toEqual([true, true]);
    expect(threads.map(({ comments: all }) => all.length)).toEqual([2, 2]);
    expect(general).toHaveLength(1);
    expect((await place.sync('--reread', 'all')).stdout).toContain('1 unchanged');
    expect(place.pull(number).threads.every(({ resolvedBy }) => resolvedBy !== null)).toBe(true);
  });

  onCloud('changes title, description, draft and base', async () => {
    await place.push('release', { 'r.txt': 'r\n' }, place.sourceTip('main') ?? '');
    const number = place.from('renamed');
    const description = { raw: 'Now described', markup: 'markdown' } as const;
    const change = { title: 'Renamed', description, draft: true, destinationBranch: 'release' };
    expect(editPullRequest(place.at(number), place.deed, change)).toBeNull();
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.pull(number)).toMatchObject({ title: 'Renamed', draft: true });
    expect(place.pull(number).body).toContain('Now described');
    expect(place.stateOf(number)).toBe('open renamed -> release');
  });

  onCloud('leaves what somebody has edited on GitHub, and says so', async () => {
    const number = place.from('edited');
    const at = place.at(number);
    const [general] = at.pull.conversation().comments.map(({ id }) => id);
    comments.editComment(at, place.deed, general ?? 0, 'Said otherwise');
    expect(editPullRequest(at, place.deed, { title: 'Renamed' })).toBeNull();
    const [comment] = place.pull(number).comments;
    if (comment !== undefined) comment.body = 'Theirs';
    place.pull(number).title = 'Their title';
    const { code, stdout } = await place.sync('--json');
    expect(code).toBe(6);
    expect(stdout).toContain('its title was changed on GitHub');
    expect(stdout).toContain('a comment was edited on GitHub');
    expect(place.pull(number).title).toBe('Their title');
    expect(place.pull(number).comments[0]?.body).toBe('Theirs');
  });
});

it('a sync keeps the name of somebody outside the workspace where it reads only the mention again', async () => {
  await using place = await openPullRequestPlace({ branches: ['written', 'mentioned'] });
  const by = place.sandbox.bitbucket.addPerson({ name: 'Lena Left', isMember: false });
  const mention = `@{${by.accountId}}`;
  const mentioned = place.from('mentioned');
  comments.addComment(place.at(place.from('written')), { ...place.deed, by }, { text: 'Bye' });
  comments.addComment(place.at(mentioned), place.deed, { text: `First ask ${mention}` });
  expect((await place.sync()).code).toBe(0);
  expect(place.textsWith(mentioned, 'First ask Lena Left')).toHaveLength(1);
  comments.addComment(place.at(mentioned), place.deed, { text: `Then ask ${mention}` });
  expect((await place.sync()).code).toBe(0);
  expect(place.textsWith(mentioned, 'First ask Lena Left')).toHaveLength(1);
  expect(place.textsWith(mentioned, 'Then ask Lena Left')).toHaveLength(1);
});

describe.each(['compact', 'folded'] as const)('sync of pull requests in %s', (mode) => {
  it('edits the bodies that hold the conversation, and adds parts where it grows', async () => {
    await using place = await openPullRequestPlace({ args: ['--comments', mode] });
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
