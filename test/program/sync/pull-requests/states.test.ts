import { beforeEach, describe, expect, it } from 'vitest';
import {
  declinePullRequest,
  editPullRequest,
  reopenPullRequest,
} from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { openPullRequest } from '../../../../sandbox/bitbucket/changes/open-pull-request.ts';
import { mergeStrategies } from '../../../../sandbox/bitbucket/enforcement/merge-pull-request.ts';
import { onlyOn } from '../../../helpers/only-on.ts';
import { share } from '../../../helpers/share.ts';
import { sources } from '../../../helpers/sources.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

const baseOf = (branch: string) => `${branch}-base`;
const withBase = (branch: string) => ({ branch, into: baseOf(branch) });

describe.each(sources)('sync of states of pull requests from %s', (source) => {
  const isCloud = source === 'bitbucket-cloud';
  const { onCloud, onDataCenter } = onlyOn(source);
  const strategies = isCloud ? mergeStrategies : (['squash'] as const);
  /** Each test changes the pull requests from the branches that it names. */
  const ofOneProduct = isCloud
    ? [...['early', 'narrow'], ...['declined-late', 'arrived'].map(withBase)]
    : ['refused', 'replaced', 'reopened'];
  const shared = share(() =>
    openPullRequestPlace({
      source,
      branches: [...ofOneProduct, ...strategies.map(withBase)],
    }),
  );
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await shared.get();
  });
  const main = () => place.sourceTip('main') ?? '';

  onCloud('tells of a base that the target does not take, and takes it later', async () => {
    const number = place.from('early');
    await place.push('release', { 'r.txt': 'r\n' }, place.sourceTip('early') ?? '');
    const change = { destinationBranch: 'release' };
    expect(editPullRequest(place.at(number), place.deed, change)).toBeNull();
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(stdout).toContain(
      `pull request ${number} (still targets main: there are no commits between release`,
    );
    expect(place.stateOf(number)).toBe('open early -> main');
    await place.push('early', { 'more.txt': 'more\n' });
    const later = await place.sync();
    expect(later.code, later.stdout).toBe(0);
    expect(place.stateOf(number)).toBe('open early -> release');
  });

  it.each(strategies)('merges by %s', async (strategy) => {
    const number = place.from(strategy);
    // Of a Data Center without: seven pushes would take more than a minute.
    if (isCloud) await place.push(strategy, { 'e.txt': 'last\n' });
    await place.merge(number, strategy, strategy === 'squash');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    const ours = `migrator/pr-${number}/base`;
    const base = strategy === 'squash' ? ours : baseOf(strategy);
    expect(place.stateOf(number)).toBe(`merged ${strategy} -> ${base}`);
    expect(place.pull(number).body).toContain('State: merged');
    expect(place.targetTip(baseOf(strategy))).toBe(place.sourceTip(baseOf(strategy)));
    expect(place.targetTip(strategy)).toBe(place.sourceTip(strategy));
    expect(place.targetTip(ours)).toBeNull();
    expect((await place.sync()).stdout).toContain('1 unchanged');
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified.stdout).not.toMatch(new RegExp(`pull request ${number}\\b`));
  });

  onCloud('closes what was declined, also where its commits are in the base by now', async () => {
    const number = place.from('declined-late');
    const into = baseOf('declined-late');
    expect(declinePullRequest(place.at(number), place.deed, { reason: 'No' })).toBeNull();
    await place.push(into, { 'z.txt': 'z\n' }, place.sourceTip('declined-late') ?? '');
    const { code } = await place.sync();
    expect(code).toBe(0);
    expect(place.stateOf(number)).toBe(`closed declined-late -> ${into}`);
    expect(place.pull(number).body).toContain('State: declined');
  });

  onCloud('keeps an open one open whose commits have come into its base', async () => {
    const number = place.from('arrived');
    const { pull } = place.at(number);
    await place.push(baseOf('arrived'), { 'z.txt': 'z\n' }, place.sourceTip('arrived') ?? '');
    // The source notices by itself; it may be late with it.
    Object.assign(pull, { state: 'OPEN', mergeCommit: null, closedBy: null, closedOn: null });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(number)).toBe(`open arrived -> migrator/pr-${number}-base`);
    Object.assign(pull, { state: 'MERGED', closedOn: place.deed.on, updatedOn: place.deed.on });
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(number)).toBe(`merged arrived -> migrator/pr-${number}/base`);
  });

  onDataCenter(
    'reports once what the target does not open again, and then finds both sides equal',
    async () => {
      const number = place.from('refused');
      expect(declinePullRequest(place.at(number), place.deed)).toBeNull();
      expect((await place.sync()).code).toBe(0);
      // Force-pushed while it was closed: GitHub reopens no such pull request, and another one is open on its branch.
      await place.push('refused', { 'forced.txt': 'other\n' }, main());
      const other = { branch: 'refused', destination: 'declined', title: 'Other' };
      await openPullRequest(place.at(number), place.deed, other);
      expect((await place.sync()).code).toBe(0);
      expect(reopenPullRequest(place.at(number), place.deed)).toBeNull();
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
    const number = place.from('replaced');
    expect(declinePullRequest(place.at(number), place.deed)).toBeNull();
    expect((await place.sync()).code).toBe(0);
    await place.push('replaced', { 'forced.txt': 'other\n' }, main());
    expect((await place.sync()).code).toBe(0);
    expect(reopenPullRequest(place.at(number), place.deed)).toBeNull();
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
    expect(place.targetTip('replaced')).not.toBe(place.sourceTip('replaced'));
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(number)).toBe('open replaced -> main');
    expect(place.targetTip('replaced')).toBe(place.sourceTip('replaced'));
    await expect.poll(() => place.pull(number).head.sha).toBe(place.sourceTip('replaced'));
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  onDataCenter('opens again what was declined', async () => {
    const number = place.from('reopened');
    expect(declinePullRequest(place.at(number), place.deed)).toBeNull();
    expect(declinePullRequest(place.at(3), place.deed)).not.toBeNull();
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(number)).toBe('closed reopened -> main');
    const again = { ...place.at(number), pull: place.at(3).pull };
    expect(reopenPullRequest(place.at(number), place.deed)).toBeNull();
    expect(reopenPullRequest(again, place.deed)).toBeNull();
    await place.push('declined', { 'c.txt': 'more\n' });
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(number)).toBe('open reopened -> main');
    // Its head is the temporary branch that it was migrated with.
    expect(place.stateOf(3)).toBe('open migrator/pr-3/head -> main');
    await expect.poll(() => place.pull(3).head.sha).toBe(place.sourceTip('declined'));
    expect((await place.sync()).stdout).toContain('1 unchanged');
    for (const text of ['later\n', 'last\n']) {
      await place.push('declined', { 'c.txt': text });
      const later = await place.sync();
      expect(later.code, later.stdout).toBe(0);
      await expect.poll(() => place.pull(3).head.sha).toBe(place.sourceTip('declined'));
      expect((await place.sync()).stdout).toContain('1 unchanged');
    }
    await place.merge(3, 'squash');
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(3)).toBe('merged migrator/pr-3/head -> migrator/pr-3/base');
    expect(place.targetTip('migrator/pr-3/head')).toBeNull();
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified.code, verified.stdout).toBe(0);
  });

  onCloud('merges one whose target on the source had its commits before', async () => {
    const number = place.from('narrow');
    const before = place.sourceTip('main');
    const head = place.sourceTip('narrow') ?? '';
    await place.push('wide', { 'wide.txt': 'wide\n' }, head);
    editPullRequest(place.at(number), place.deed, { destinationBranch: 'wide' });
    await place.push('wide', { 'wide.txt': 'wider\n' });
    expect(place.at(number).pull.state).toBe('MERGED');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(number)).toBe(`merged narrow -> migrator/pr-${number}/base`);
    expect(place.targetTip('main')).toBe(before);
    expect(place.targetTip(`migrator/pr-${number}/base`)).toBeNull();
  });
});
