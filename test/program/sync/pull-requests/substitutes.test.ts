import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declinePullRequest } from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { openPullRequest } from '../../../../sandbox/bitbucket/changes/open-pull-request.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

const refused = JSON.stringify({
  message: 'Validation Failed',
  errors: [{ resource: 'PullRequest', code: 'custom', message: 'It cannot be opened' }],
});

/** Once. @param options.dies as if the program were killed once the target has opened it after that */
function refuseToOpen({ sandbox }: PullRequestPlace, { dies = false } = {}): void {
  let tries = 0;
  sandbox.faults.decide(({ host, method, target }) => {
    if (tries === 2) return dies ? { kind: 'status', status: 403, body: 'no' } : null;
    if (host !== 'github' || method !== 'POST' || !target.endsWith('/pulls')) return null;
    tries += 1;
    if (tries === 1) return { kind: 'status', status: 422, body: refused };
    return dies ? { kind: 'lost-answer' } : null;
  });
}

describe('a pull request that a sync has opened between substitutes', () => {
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await openPullRequestPlace();
    await place.push('seven', { 'seven.txt': '7\n' }, place.sourceTip('main') ?? '');
    const wanted = { branch: 'seven', destination: 'main', title: 'Seven' };
    await openPullRequest(place.at(4), place.deed, wanted);
    refuseToOpen(place);
  });
  afterEach(() => place[Symbol.asyncDispose]());

  async function sync(): Promise<void> {
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(0);
  }

  function expectMerged(): void {
    expect(place.stateOf(7)).toBe('merged migrator/pr-7 -> migrator/pr-7-base');
    expect(place.targetTip('migrator/pr-7')).toBeNull();
    expect(place.targetTip('migrator/pr-7-base')).toBeNull();
    expect(place.targetTip('main')).toBe(place.sourceTip('main'));
  }

  it.each([
    ['', false],
    [', although the local copy was lost', true],
  ])('is merged on a base of its own%s', async (_, isLost) => {
    await sync();
    expect(place.stateOf(7)).toBe('open migrator/pr-7 -> main');
    await place.push('main', { 'again.txt': 'again\n' });
    await place.merge(7, 'squash');
    if (isLost) rmSync(join(place.folder, 'state', 'work'), { recursive: true });
    await sync();
    expectMerged();
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  it('is closed', async () => {
    await sync();
    expect(declinePullRequest(place.at(7), place.deed)).toBeNull();
    await sync();
    expect(place.stateOf(7)).toBe('closed migrator/pr-7 -> main');
    expect(place.targetTip('migrator/pr-7')).toBeNull();
  });

  it('is merged, although that sync was killed', async () => {
    refuseToOpen(place, { dies: true });
    expect((await place.sync()).code).not.toBe(0);
    place.sandbox.faults.clear();
    await place.merge(7, 'squash');
    await sync();
    expectMerged();
  });
});
