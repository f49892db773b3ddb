import { describe, expect, it } from 'vitest';
import {
  declinePullRequest,
  editPullRequest,
} from '../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { sources } from '../../helpers/sources.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import {
  openPullRequestPlace,
  type PullRequestPlace,
} from '../sync/pull-requests/pull-request-place.ts';

/** Any command of the migration. */
function verify(place: PullRequestPlace, ...args: readonly string[]) {
  return place.run(['verify', '--migration', place.migration, ...args]);
}

/** A pull request whose comment somebody deletes on the target, after the source has changed. */
async function damaged(place: PullRequestPlace, number: number) {
  const gone = place.pull(number).comments.find(({ body }) => body?.includes('A general remark'));
  const path = `/repos/acme/web/issues/comments/${gone?.id}`;
  const { status } = await askGithub(place.sandbox, 'DELETE', path);
  expect(status).toBe(204);
  const repaired = await verify(place, '--repair');
  const verified = await verify(place);
  return { repaired, verified, texts: place.textsWith(number, 'A general remark') };
}

const branches = ['retitled', 'ends-merged', 'ends-declined', 'grows'].map((branch) => ({
  branch,
  into: `${branch}-base`,
  isDiscussed: true,
}));

describe.each(sources)('a repair of what the source has changed since (%s)', (source) => {
  it('restores what is missing, and leaves title, state and commits to a sync', async () => {
    await using place = await openPullRequestPlace({ source, branches });
    const [titled, merged, declined, pushed] = branches.map(({ branch }) => place.from(branch));
    if (!titled || !merged || !declined || !pushed) throw new Error('there are none');
    const numbers = [titled, merged, declined, pushed];
    const { title } = place.pull(titled);
    const states = numbers.map((number) => place.stateOf(number));
    const tips = branches.map(({ branch, into }) => [
      place.targetTip(branch),
      place.targetTip(into),
    ]);
    expect(editPullRequest(place.at(titled), place.deed, { title: 'Another title' })).toBeNull();
    expect(declinePullRequest(place.at(declined), place.deed)).toBeNull();
    await place.push('grows', { 'more.txt': 'more\n' });
    await place.merge(merged, source === 'bitbucket-cloud' ? 'merge_commit' : 'squash');
    for (const number of numbers) {
      const { repaired, verified, texts } = await damaged(place, number);
      expect(repaired.code, repaired.stdout + repaired.stderr).toBe(0);
      expect(verified.code, verified.stdout).toBe(0);
      expect(texts, `${number}`).toHaveLength(1);
    }
    expect(place.pull(titled).title).toBe(title);
    expect(numbers.map((number) => place.stateOf(number))).toEqual(states);
    const now = branches.map(({ branch, into }) => [
      place.targetTip(branch),
      place.targetTip(into),
    ]);
    expect(now).toEqual(tips);
    const synced = await place.sync();
    expect(synced.code, synced.stdout).toBe(0);
    expect(place.pull(titled).title).toBe('Another title');
    expect(numbers.map((number) => place.stateOf(number).split(' ')[0])).toEqual([
      ...['open', 'merged', 'closed', 'open'],
    ]);
    expect(place.targetTip('grows')).toBe(place.sourceTip('grows'));
    const last = await verify(place);
    expect(last.code, last.stdout).toBe(0);
  });

  it('restores a title that both sides have changed to that of the source now', async () => {
    await using place = await openPullRequestPlace({ source });
    expect(editPullRequest(place.at(4), place.deed, { title: 'Of the source' })).toBeNull();
    const title = { title: 'Of the target' };
    const { status } = await askGithub(place.sandbox, 'PATCH', '/repos/acme/web/pulls/4', title);
    expect(status).toBe(200);
    expect((await verify(place)).code).toBe(6);
    expect((await verify(place, '--repair')).code).toBe(0);
    expect(place.pull(4).title).toBe('Of the source');
    const { code, stdout } = await verify(place);
    expect(code, stdout).toBe(0);
  });
});
