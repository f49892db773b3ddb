import { beforeEach, describe, expect, it } from 'vitest';
import { declinePullRequest } from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { openPullRequest } from '../../../../sandbox/bitbucket/changes/open-pull-request.ts';
import type { ArrivingRequest } from '../../../../sandbox/network/faults.ts';
import { share } from '../../../helpers/share.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

/** Of the branches to replace, every other one lies below the name that takes its place. */
const replaced = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? `n${at}` : `n${at}/x`));
/** Each test replaces the branches that it names. */
const branches = ['deep/er', 'waiting', 'ended', 'merged-before', ...replaced];
const shared = share(() => openPullRequestPlace({ branches }));
let place: PullRequestPlace;
beforeEach(async () => {
  place = await shared.get();
});

const main = () => place.sourceTip('main') ?? '';
const decline = (number: number) =>
  expect(declinePullRequest(place.at(number), place.deed)).toBeNull();

/** A new branch of the source, and an open pull request from it. @returns its number */
async function open(branch: string): Promise<number> {
  await place.push(branch, { 'new.txt': `${branch}\n` }, main());
  await openPullRequest(place.at(4), place.deed, { branch, destination: 'main', title: 'New' });
  return place.from(branch);
}

/** Puts one branch of the source in the place of another. */
async function replace(gone: string, created: string): Promise<string> {
  await place.push(gone, null);
  return place.push(created, { 'other.txt': `${created}\n` }, main());
}

/** Both sides are equal, and the next sync finds nothing. */
async function expectEqual(...branches: readonly string[]): Promise<void> {
  for (const branch of branches)
    expect([branch, place.targetTip(branch)]).toEqual([branch, place.sourceTip(branch)]);
  expect((await place.sync()).stdout).toContain('1 unchanged');
}

describe('a branch whose name has its place under that of an open pull request', () => {
  it('is migrated once the pull request has ended', async () => {
    const number = place.from('deep/er');
    await replace('topic', 'topic/deeper');
    await replace('deep/er', 'deep');
    await place.push('elsewhere', { 'e.txt': 'e\n' }, main());
    const first = await place.sync('--json');
    expect(first.code).toBe(6);
    const words = (used: string, by: number, wanted: string) =>
      `GitHub has branch ${used} for its open pull request ${by}, and Git cannot have ${wanted} beside it`;
    for (const text of [words('topic', 4, 'topic/deeper'), words('deep/er', number, 'deep')])
      expect(first.stdout).toContain(text);
    expect(first.stdout).toContain('"refs":{"created":1,"moved":0,"deleted":0}');
    expect([place.stateOf(4), place.stateOf(number)]).toEqual([
      'open topic -> main',
      'open deep/er -> main',
    ]);
    place.requests();
    const again = await place.sync();
    expect(again.stdout).toContain('partly   web  nothing changed; skipped: branch deep/er (');
    expect(again.stdout).toContain(', branch topic (');
    expect(place.requests().filter((one) => !one.startsWith('GET '))).toEqual([]);
    const verified = await place.run(['verify', '--migration', place.migration, '--verbose']);
    expect(verified.code, verified.stdout).toBe(0);
    expect(verified.stdout).toContain(`is not migrated: ${words('topic', 4, 'topic/deeper')}`);
    decline(4);
    decline(number);
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect([place.stateOf(4), place.stateOf(number)]).toEqual([
      'closed topic -> main',
      'closed deep/er -> main',
    ]);
    await expectEqual('topic', 'topic/deeper', 'deep/er', 'deep');
  });

  it('may be the branch of a new pull request, which is opened on one of ours meanwhile', async () => {
    const number = place.from('waiting');
    await place.push('waiting', null);
    const below = await open('waiting/deeper');
    const wanted = { branch: 'declined', destination: 'waiting/deeper', title: 'Onto it' };
    await openPullRequest(place.at(4), place.deed, wanted);
    const onto = place.from('declined');
    const first = await place.sync();
    expect(first.code, first.stdout).toBe(6);
    const ours = `migrator/pr-${below}`;
    expect(place.stateOf(below)).toBe(`open ${ours} -> main`);
    expect(place.targetTip(ours)).toBe(place.sourceTip('waiting/deeper'));
    expect(place.stateOf(onto)).toBe(`open declined -> migrator/pr-${onto}-base`);
    decline(number);
    expect((await place.sync()).code).toBe(0);
    await place.push('waiting/deeper', { 'new.txt': 'more\n' });
    const { code, stdout } = await place.sync('--reread', 'open');
    expect(code, stdout).toBe(0);
    expect(place.targetTip(ours)).toBe(place.sourceTip('waiting/deeper'));
    expect(place.stateOf(onto)).toBe('open declined -> waiting/deeper');
    await expectEqual('waiting', 'waiting/deeper');
  });

  it('has its new pull request where the other one has ended in the same sync', async () => {
    const number = place.from('ended');
    decline(number);
    await place.push('ended', null);
    const below = await open('ended/deeper');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(number)).toBe('closed ended -> main');
    expect(place.stateOf(below)).toBe('open ended/deeper -> main');
    await expectEqual('ended', 'ended/deeper');
  });

  it('takes the place of one that was merged before', async () => {
    const number = place.from('merged-before');
    await place.merge(number, 'squash', true);
    await place.push('merged-before/deeper', { 'd.txt': 'd\n' }, main());
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(number)).toMatch(/^merged merged-before -> /);
    await expectEqual('merged-before', 'merged-before/deeper', 'main');
  });
});

describe('a sync that was killed while it put one branch in the place of another', () => {
  it('is ended by the next one, with the pull request as on the source', async () => {
    let struck = true;
    for (let write = 1; struck; write += 1) {
      const gone = replaced[write - 1] ?? '';
      const created = gone.endsWith('/x') ? gone.slice(0, -2) : `${gone}/x`;
      const number = place.from(gone);
      decline(number);
      await replace(gone, created);
      struck = await endAfter(write);
      const { code, stdout } = await place.sync();
      expect({ write, code, stdout }).toMatchObject({ write, code: 0 });
      expect(place.stateOf(number)).toBe(`closed ${gone} -> main`);
      await expectEqual(gone, created);
    }
  });

  /** @returns whether it had so many writes */
  async function endAfter(write: number): Promise<boolean> {
    let writes = 0;
    place.sandbox.faults.decide((request) => {
      if (writes >= write) return { kind: 'status', status: 403, body: 'no' };
      if (!isWrite(request)) return null;
      writes += 1;
      return writes === write ? { kind: 'lost-answer' } : null;
    });
    await place.sync();
    place.sandbox.faults.clear();
    return writes === write;
  }
});

describe('a branch whose name has its place under that of a pull request that a Data Center declines', () => {
  it('is migrated at once', async () => {
    await using own = await openPullRequestPlace({
      source: 'bitbucket-data-center',
      branches: ['deep/er'],
    });
    place = own;
    const number = place.from('deep/er');
    // A Data Center declines what was open from a branch that is deleted.
    await replace('topic', 'topic/deeper');
    await replace('deep/er', 'deep');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(4)).toBe('closed topic -> main');
    expect(place.stateOf(number)).toBe('closed deep/er -> main');
    await expectEqual('topic', 'topic/deeper', 'deep/er', 'deep');
  });
});

function isWrite({ host, method, target }: ArrivingRequest): boolean {
  const isPush = host === 'github-git' && method === 'POST' && target.includes('receive-pack');
  return isPush || (host === 'github' && method !== 'GET');
}
