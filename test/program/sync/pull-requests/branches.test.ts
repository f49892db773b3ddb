import { beforeEach, describe, expect, it } from 'vitest';
import * as comments from '../../../../sandbox/bitbucket/changes/comments.ts';
import { declinePullRequest } from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { openPullRequest } from '../../../../sandbox/bitbucket/changes/open-pull-request.ts';
import { onlyOn } from '../../../helpers/only-on.ts';
import { git } from '../../../helpers/repositories/git-fixture.ts';
import { share } from '../../../helpers/share.ts';
import { sources } from '../../../helpers/sources.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

describe.each(sources)('sync of branches of pull requests from %s', (source) => {
  const isCloud = source === 'bitbucket-cloud';
  const { onCloud } = onlyOn(source);
  /** Each test changes the pull requests from the branch that it names. */
  const shared = share(() =>
    openPullRequestPlace({
      source,
      branches: ['deleted', { branch: 'orphaned', into: 'base' }, ...(isCloud ? ['ended'] : [])],
    }),
  );
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await shared.get();
  });

  it('keeps the branch of an open one that the source has deleted', async () => {
    const number = place.from('deleted');
    const { pull } = place.at(number);
    const last = await place.push('deleted', { 'last.txt': 'last\n' });
    await place.push('deleted', null);
    if (!isCloud) {
      expect(pull.state).toBe('DECLINED');
      expect((await place.sync()).code).toBe(0);
      expect(place.stateOf(number)).toBe('closed deleted -> main');
      return;
    }
    const { stdout } = await place.sync();
    const text = `branch deleted (deleted on Bitbucket; pull request ${number} is open`;
    expect(stdout).toContain(text);
    expect(place.stateOf(number)).toBe('open deleted -> main');
    // As it was when it was deleted, not as it was at the last sync.
    expect(place.targetTip('deleted')).toBe(last);
    const before = place.sandbox.requests.length;
    const { stdout: again } = await place.sync();
    expect(again).toContain('nothing changed; skipped: branch ');
    expect(again).toContain(text);
    const asked = place.sandbox.requests.slice(before);
    expect(asked.filter(({ host }) => host.endsWith('-git'))).toHaveLength(2);
  });

  onCloud('gives an open one whose base the source has deleted a base of its own', async () => {
    const number = place.from('orphaned');
    await place.push('base', null);
    comments.addComment(place.at(number), place.deed, { text: 'Still open' });
    const { code, stdout } = await place.sync();
    expect(stdout).not.toContain('was changed on GitHub');
    expect(code, stdout).toBe(0);
    expect(place.textsWith(number, 'Still open')).toHaveLength(1);
    expect((await place.sync()).stdout).not.toContain('was changed on GitHub');
  });

  onCloud('leaves a deleted branch to the open one, whatever happens to an ended one', async () => {
    const ended = place.from('ended');
    expect(declinePullRequest(place.at(ended), place.deed)).toBeNull();
    expect((await place.sync()).code).toBe(0);
    const last = await place.push('ended', { 'second.txt': 'second\n' });
    const wanted = { branch: 'ended', destination: 'main', title: 'Again' };
    await openPullRequest(place.at(ended), place.deed, wanted);
    const open = place.from('ended');
    expect((await place.sync()).code).toBe(0);
    await place.push('ended', null);
    expect((await place.sync()).stdout).toContain(`pull request ${open} is open on it`);
    comments.addComment(place.at(ended), place.deed, { text: 'A last word' });
    expect((await place.sync()).stdout).toContain('1 pull request changed, 1 comment');
    expect(place.targetTip('ended')).toBe(last);
    expect(place.stateOf(open)).toBe('open ended -> main');
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
    git(directory, 'update-ref', `refs/heads/${branch}`, place.sourceTip('main') ?? '');
    await pushFork('f2.txt');
    const { code, stdout } = await place.sync('--json');
    expect(code).toBe(6);
    expect(stdout).toContain('its branch was changed on GitHub');
    expect(place.targetTip(branch)).toBe(place.sourceTip('main'));
  });
});
