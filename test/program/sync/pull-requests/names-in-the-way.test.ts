import { afterEach, describe, expect, it } from 'vitest';
import { declinePullRequest } from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { openPullRequest } from '../../../../sandbox/bitbucket/changes/open-pull-request.ts';
import type { ArrivingRequest } from '../../../../sandbox/network/faults.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

let place: PullRequestPlace;
afterEach(() => place[Symbol.asyncDispose]());

const main = () => place.sourceTip('main') ?? '';
const decline = (number: number) =>
  expect(declinePullRequest(place.at(number), place.deed)).toBeNull();

/** A new branch of the source, and an open pull request from it. */
async function open(branch: string, title: string): Promise<void> {
  await place.push(branch, { [`${title}.txt`]: `${title}\n` }, main());
  await openPullRequest(place.at(4), place.deed, { branch, destination: 'main', title });
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
    place = await openPullRequestPlace();
    await open('deep/er', 'seven');
    expect((await place.sync()).code).toBe(0);
    await replace('topic', 'topic/deeper');
    await replace('deep/er', 'deep');
    await place.push('elsewhere', { 'e.txt': 'e\n' }, main());
    const first = await place.sync('--json');
    expect(first.code).toBe(6);
    const words = (used: string, number: number, wanted: string) =>
      `the target has branch ${used} for its open pull request ${number}, and Git cannot hold ${wanted} beside it`;
    for (const text of [words('topic', 4, 'topic/deeper'), words('deep/er', 7, 'deep')])
      expect(first.stdout).toContain(text);
    expect(first.stdout).toContain('"refs":{"created":1,"moved":0,"deleted":0}');
    expect([place.stateOf(4), place.stateOf(7)]).toEqual([
      'open topic -> main',
      'open deep/er -> main',
    ]);
    place.requests();
    const again = await place.sync();
    expect(again.stdout).toContain('partly   web  nothing changed; left as it is: branch topic (');
    expect(place.requests().filter((one) => !one.startsWith('GET '))).toEqual([]);
    const verified = await place.run(['verify', '--migration', place.migration, '--verbose']);
    expect(verified.code, verified.stdout).toBe(0);
    expect(verified.stdout).toContain(`is not migrated: ${words('topic', 4, 'topic/deeper')}`);
    decline(4);
    decline(7);
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect([place.stateOf(4), place.stateOf(7)]).toEqual([
      'closed topic -> main',
      'closed deep/er -> main',
    ]);
    await expectEqual('topic', 'topic/deeper', 'deep/er', 'deep');
  });

  it('is migrated at once where the pull request has ended on the source', async () => {
    place = await openPullRequestPlace('bitbucket-data-center');
    await open('deep/er', 'seven');
    expect((await place.sync()).code).toBe(0);
    // A Data Center declines what was open from a branch that is deleted.
    await replace('topic', 'topic/deeper');
    await replace('deep/er', 'deep');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(4)).toBe('closed topic -> main');
    expect(place.stateOf(7)).toBe('closed deep/er -> main');
    await expectEqual('topic', 'topic/deeper', 'deep/er', 'deep');
  });

  it('may be the branch of a new pull request, which is opened on one of ours meanwhile', async () => {
    place = await openPullRequestPlace();
    await place.push('topic', null);
    await open('topic/deeper', 'seven');
    const wanted = { branch: 'declined', destination: 'topic/deeper', title: 'eight' };
    await openPullRequest(place.at(4), place.deed, wanted);
    const first = await place.sync();
    expect(first.code, first.stdout).toBe(6);
    expect(place.stateOf(7)).toBe('open migrator/pr-7 -> main');
    expect(place.targetTip('migrator/pr-7')).toBe(place.sourceTip('topic/deeper'));
    expect(place.stateOf(8)).toBe('open declined -> migrator/pr-8-base');
    decline(4);
    expect((await place.sync()).code).toBe(0);
    await place.push('topic/deeper', { 'seven.txt': 'more\n' });
    const { code, stdout } = await place.sync('--reread', 'open');
    expect(code, stdout).toBe(0);
    expect(place.targetTip('migrator/pr-7')).toBe(place.sourceTip('topic/deeper'));
    expect(place.stateOf(8)).toBe('open declined -> topic/deeper');
    await expectEqual('topic', 'topic/deeper');
  });

  it('has its new pull request where the other one has ended in the same sync', async () => {
    place = await openPullRequestPlace();
    decline(4);
    await place.push('topic', null);
    await open('topic/deeper', 'seven');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(4)).toBe('closed topic -> main');
    expect(place.stateOf(7)).toBe('open topic/deeper -> main');
    await expectEqual('topic', 'topic/deeper');
  });

  it('takes the place of one that was merged before', async () => {
    place = await openPullRequestPlace();
    await place.merge(4, 'squash', true);
    await place.push('topic/deeper', { 'd.txt': 'd\n' }, main());
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
    expect(place.stateOf(4)).toMatch(/^merged topic -> /);
    await expectEqual('topic', 'topic/deeper', 'main');
  });
});

describe('a sync that was killed while it put one branch in the place of another', () => {
  it('is ended by the next one, with the pull request as on the source', async () => {
    place = await openPullRequestPlace();
    let struck = true;
    for (let write = 1; struck; write += 1) {
      const [gone, created] =
        write % 2 === 1 ? [`n${write}`, `n${write}/x`] : [`n${write}/x`, `n${write}`];
      await open(gone, `number-${write}`);
      expect((await place.sync()).code).toBe(0);
      const number = 6 + write;
      decline(number);
      await replace(gone, created);
      struck = await endAfter(write);
      const { code, stdout } = await place.sync();
      expect({ write, code, stdout }).toMatchObject({ write, code: 0 });
      expect(place.stateOf(number)).toBe(`closed ${gone} -> main`);
      await expectEqual(gone, created);
      expect(write).toBeLessThan(20);
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

function isWrite({ host, method, target }: ArrivingRequest): boolean {
  const isPush = host === 'github-git' && method === 'POST' && target.includes('receive-pack');
  return isPush || (host === 'github' && method !== 'GET');
}
