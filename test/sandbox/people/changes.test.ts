import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bookkeeping, Deed } from '../../../sandbox/bitbucket/changes/bookkeeping.ts';
import * as comments from '../../../sandbox/bitbucket/changes/comments.ts';
import * as edits from '../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { mergeAndNote } from '../../../sandbox/bitbucket/changes/merge-and-note.ts';
import { openPullRequest } from '../../../sandbox/bitbucket/changes/open-pull-request.ts';
import type { ChangePlace } from '../../../sandbox/bitbucket/changes/place.ts';
import { pushRefs } from '../../../sandbox/bitbucket/changes/push-refs.ts';
import { review } from '../../../sandbox/bitbucket/changes/reviews.ts';
import * as tasks from '../../../sandbox/bitbucket/changes/tasks.ts';
import type { BitbucketPullRequest } from '../../../sandbox/bitbucket/pull-requests/pull-request-records.ts';
import { makeCommit } from '../../../sandbox/git/commit-files.ts';
import { findGitTools } from '../../../sandbox/git/git-tools.ts';
import { readRef } from '../../../sandbox/git/read-ref.ts';
import { placeOnCloud, placeOnDataCenter } from '../../../sandbox/people/place.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { addPullRequests } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;
const on = new Date('2026-11-23T10:00:00Z');

beforeAll(async () => {
  place = await openWorkplace({ source: 'bitbucket-data-center' });
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

let slug = 'web0';
beforeEach(async () => {
  slug = `web${Number(slug.slice(3)) + 1}`;
  await addPullRequests(place, slug);
  place.sandbox.bitbucket.bookkeeping = 'kind';
});

/** The open pull request of `topic`, as one of both products sees it. */
async function scene(product: ChangePlace['product'] = 'cloud') {
  const { bitbucket, dataCenter } = place.sandbox;
  const tools = await findGitTools({ folder: place.folder, path: process.env.PATH ?? '' });
  const repository = bitbucket.findRepository(slug);
  const pull = repository?.pullRequests.find(({ state }) => state === 'OPEN');
  if (repository === null || pull === undefined || dataCenter === null) throw new Error('nothing');
  const own = product === 'cloud' ? placeOnCloud(bitbucket, tools) : placeOnDataCenter(dataCenter);
  const deed: Deed & { by: typeof bitbucket.user } = { by: bitbucket.user, on };
  const directory = bitbucket.gitDirectory(slug);
  return { ...own, repository, pull, deed, directory };
}

type Scene = Awaited<ReturnType<typeof scene>>;

async function pushTo({ deed, directory, tools, ...own }: Scene, branch: string, from?: string) {
  const ref = `refs/heads/${branch}`;
  const old = readRef(directory, ref);
  const parent = from ?? old ?? '';
  const to = makeCommit(directory, { parent, message: 'More', files: { more: '1' } });
  const refused = await pushRefs({ ...own, tools }, deed, [{ ref, from: old, to }]);
  return { to, refused };
}

function branchOf({ pull }: Scene): string {
  return pull.source.branch ?? '';
}

const first = (pull: BitbucketPullRequest) => pull.conversation().comments[0]?.id ?? 0;

/** Changes that leave no trace in a list of an unkind host. */
const quiet: readonly (readonly [string, (at: Scene) => unknown])[] = [
  ['an edited comment', (at) => comments.editComment(at, at.deed, first(at.pull), 'Other')],
  ['a deleted comment', (at) => comments.deleteComment(at, at.deed, first(at.pull))],
  ['a resolved thread', (at) => comments.resolveThread(at, at.deed, first(at.pull))],
  ['a task', (at) => tasks.addTask(at, at.deed, { text: 'Do it', commentId: null })],
  ['an approval', (at) => review(at, at.deed, 'approved')],
];

const loud: readonly (readonly [string, (at: Scene) => unknown])[] = [
  ['a new comment', (at) => comments.addComment(at, at.deed, { text: 'New' })],
  ['a new title', (at) => edits.editPullRequest(at, at.deed, { title: 'New' })],
  ['a decline', (at) => edits.declinePullRequest(at, at.deed)],
  ['a push', (at) => pushTo(at, branchOf(at))],
];

describe('the date of a pull request', () => {
  const moved = async (bookkeeping: Bookkeeping, change: (at: Scene) => unknown) => {
    const at = await scene();
    at.bitbucket.bookkeeping = bookkeeping;
    comments.addComment(at, { ...at.deed, on: new Date(0) }, { text: 'Old' });
    await change(at);
    return +at.pull.updatedOn === +on;
  };

  it.each(quiet)('is moved by %s on a kind host alone', async (_, change) => {
    expect(await moved('kind', change)).toBe(true);
    await addPullRequests(place, `${slug}-2`);
    slug = `${slug}-2`;
    expect(await moved('unkind', change)).toBe(false);
    slug = slug.replace(/-2$/, '');
  });

  it.each(loud)('is moved by %s on every host', async (_, change) => {
    expect(await moved('unkind', change)).toBe(true);
  });
});

describe('an open pull request', () => {
  it('follows the branch that it comes from, also when it was pushed through git', async () => {
    const at = await scene('data-center');
    const { to } = await pushTo(at, branchOf(at));
    expect(at.pull.source.commit).toBe(to);
    const work = `${place.folder}/clone-${slug}`;
    const { SRC_DATA_CENTER_URL = '', SRC_TOKEN = '' } = place.sandbox.environment;
    const url = `${SRC_DATA_CENTER_URL}/scm/ACME/${slug}.git`;
    const header = `http.extraHeader=Authorization: Bearer ${SRC_TOKEN}`;
    git(place.folder, 'clone', '-q', '-b', branchOf(at), at.directory, work);
    git(work, 'commit', '-q', '--allow-empty', '-m', 'Through git');
    const push = ['-c', header, 'push', '-q', url, `HEAD:${branchOf(at)}`];
    await promisify(execFile)('git', ['-C', work, ...push]);
    await expect.poll(() => at.pull.source.commit).toBe(git(work, 'rev-parse', 'HEAD').trim());
  });

  it('is judged and merged from a fork whose commits its target does not have', async () => {
    const at = await scene();
    const [own, fork] = [slug, `${slug}-fork`];
    await addPullRequests(place, fork);
    const forked = at.bitbucket.gitDirectory(fork);
    const parent = readRef(at.directory, 'refs/heads/main') ?? '';
    git(forked, 'fetch', '-q', at.directory, parent);
    const commit = makeCommit(forked, {
      ...{ parent, message: 'Of the fork', files: { fork: '1' } },
    });
    const { repository } = at.pull.source;
    at.pull.source = {
      ...{ branch: 'of-fork', commit },
      repository: repository?.replace(own, fork) ?? null,
    };
    const action = { kind: 'merge', ref: 'refs/heads/main' } as const;
    expect(await at.judge(at.repository, at.deed.by, action, at.pull)).toEqual([]);
    const merge = { ...at.deed, message: 'Merged', strategy: 'merge_commit' } as const;
    expect(await mergeAndNote(at, at.pull, merge)).toBe(true);
  });

  it('is merged once a push puts its commits into its target', async () => {
    const at = await scene();
    const { refused } = await pushTo(at, 'main', at.pull.source.commit ?? '');
    expect([refused, at.pull.state]).toEqual([null, 'MERGED']);
  });

  it('is declined by a Data Center whose branch goes, and stays open on Cloud', async () => {
    const gone = async (product: ChangePlace['product']) => {
      const at = await scene(product);
      const ref = `refs/heads/${branchOf(at)}`;
      await pushRefs(at, at.deed, [{ ref, from: readRef(at.directory, ref), to: null }]);
      return at.pull.state;
    };
    expect(await gone('cloud')).toBe('OPEN');
    await addPullRequests(place, `${slug}-2`);
    slug = `${slug}-2`;
    expect(await gone('data-center')).toBe('DECLINED');
    slug = slug.replace(/-2$/, '');
  });

  it('follows its branch on Cloud also where the branch that it goes to is gone', async () => {
    const at = await scene();
    const { to: base } = await pushTo(at, 'short-lived', at.pull.destination.commit ?? '');
    at.pull.destination = { ...at.pull.destination, branch: 'short-lived', commit: base };
    await pushRefs(at, at.deed, [{ ref: 'refs/heads/short-lived', from: base, to: null }]);
    const { to } = await pushTo(at, branchOf(at));
    expect(at.pull).toMatchObject({ state: 'OPEN', source: { commit: to } });
    expect(at.pull.destination.commit).toBe(base);
  });

  it('is superseded on Cloud by a second one, which a Data Center refuses', async () => {
    const again = async (product: ChangePlace['product']) => {
      const at = await scene(product);
      const sides = { branch: branchOf(at), destination: at.pull.destination.branch ?? '' };
      return { at, made: await openPullRequest(at, at.deed, sides) };
    };
    expect((await again('data-center')).made).toMatch(/^Only one pull request may be open/);
    const { at, made } = await again('cloud');
    expect([at.pull.state, made]).toEqual([
      'SUPERSEDED',
      expect.objectContaining({ state: 'OPEN' }),
    ]);
  });

  it('is reopened on a Data Center alone', async () => {
    const at = await scene('data-center');
    edits.declinePullRequest(at, at.deed);
    const onCloud = edits.reopenPullRequest({ ...at, product: 'cloud' }, at.deed);
    expect(onCloud).toBe('Declined pull requests cannot be reopened.');
    expect(edits.reopenPullRequest(at, at.deed)).toBeNull();
    expect([at.pull.state, at.pull.closedOn]).toEqual(['OPEN', null]);
  });

  it('is not reopened by a Data Center beside another one between its branches', async () => {
    const at = await scene('data-center');
    expect(edits.declinePullRequest(at, at.deed)).toBeNull();
    const wanted = { branch: branchOf(at), destination: 'main', title: 'Again' };
    const other = await openPullRequest(at, at.deed, wanted);
    expect(edits.reopenPullRequest(at, at.deed)).toContain('Only one pull request');
    if (typeof other === 'string') throw new Error(other);
    expect(edits.declinePullRequest({ ...at, pull: other }, at.deed)).toBeNull();
    expect(edits.reopenPullRequest(at, at.deed)).toBeNull();
  });

  it.each([
    ['merge_commit', 2],
    ['squash', 1],
  ] as const)('is merged by %s into a commit with %i parents', async (strategy, parents) => {
    const at = await scene();
    at.pull.closeSourceBranch = true;
    await mergeAndNote(at, at.pull, { ...at.deed, message: 'Merged', strategy });
    expect(at.pull.state).toBe('MERGED');
    const line = git(at.directory, 'rev-list', '--parents', '-1', at.pull.mergeCommit ?? '');
    expect(line.trim().split(' ')).toHaveLength(1 + parents);
    expect(readRef(at.directory, `refs/heads/${branchOf(at)}`)).toBeNull();
  });

  it('is merged by a fast-forward without a commit of its own', async () => {
    const at = await scene();
    const { to } = await pushTo(at, branchOf(at), readRef(at.directory, 'refs/heads/main') ?? '');
    await mergeAndNote(at, at.pull, { ...at.deed, message: '', strategy: 'fast_forward' });
    expect([at.pull.mergeCommit, readRef(at.directory, 'refs/heads/main')]).toEqual([to, to]);
  });
});

describe('a deleted comment', () => {
  it('is refused by a Data Center while it has replies, and kept without its text on Cloud', async () => {
    const at = await scene('data-center');
    const id = comments.addComment(at, at.deed, { text: 'First' });
    comments.addComment(at, at.deed, { text: 'Reply', parent: id });
    expect(comments.deleteComment(at, at.deed, id)).toMatch(/because it has replies/);
    expect(comments.deleteComment({ ...at, product: 'cloud' }, at.deed, id)).toBeNull();
    const found = at.pull.conversation().comments.find((one) => one.id === id);
    expect(found).toMatchObject({ isDeleted: true, text: { raw: '' } });
  });

  it('leaves its number to nobody', async () => {
    const at = await scene();
    tasks.addTask(at, at.deed, { text: 'Do it', commentId: null });
    const [task] = at.pull.conversation().tasks;
    tasks.deleteTask(at, at.deed, task?.id ?? 0);
    expect(comments.addComment(at, at.deed, { text: 'Later' })).toBeGreaterThan(task?.id ?? 0);
  });
});
