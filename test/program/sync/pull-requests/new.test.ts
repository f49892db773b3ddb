import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addComment } from '../../../../sandbox/bitbucket/changes/comments.ts';
import { declinePullRequest } from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { openPullRequest } from '../../../../sandbox/bitbucket/changes/open-pull-request.ts';
import { openWorkplace } from '../../../helpers/program/workplace.ts';
import { git, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../../helpers/repositories/host-copy.ts';
import { newestMigration, targetOf } from '../../../helpers/repositories/migration-fixture.ts';
import {
  goneBranches,
  makePullRequestHistory,
  pullRequestsOf,
} from '../../../helpers/repositories/pull-request-fixture.ts';
import { share } from '../../../helpers/share.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

/** Each test opens pull requests of its own. */
const shared = share(() => openPullRequestPlace());
let place: PullRequestPlace;
beforeEach(async () => {
  place = await shared.get();
});
afterEach(() => place.sandbox.faults.clear());

/** A new branch of the source, and an open pull request from it. @returns its number */
async function open(branch: string): Promise<number> {
  await place.push(branch, { [`${branch}.txt`]: 'new\n' }, place.sourceTip('main') ?? '');
  const wanted = { branch, destination: 'main', title: `From ${branch}` };
  const opened = await openPullRequest(place.at(4), place.deed, wanted);
  if (typeof opened === 'string') throw new Error(opened);
  return place.from(branch);
}

async function sync(): Promise<string> {
  const { code, stdout } = await place.sync();
  expect(code, stdout).toBe(0);
  return stdout;
}

describe('sync of new pull requests', () => {
  it('opens them under their numbers, merged ones among them', async () => {
    const merged = await open('quick');
    addComment(place.at(merged), place.deed, { text: 'Quickly' });
    await place.merge(merged, 'squash', true);
    const number = await open('slow');
    expect(number).toBe(merged + 1);
    expect(await sync()).toContain('2 pull requests created');
    const ours = `migrator/pr-${merged}`;
    expect(place.stateOf(merged)).toBe(`merged ${ours}/head -> ${ours}/base`);
    expect(place.textsWith(merged, 'Quickly')).toHaveLength(1);
    expect(place.stateOf(number)).toBe('open slow -> main');
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  it('opens them once where a push after them fails', async () => {
    const number = await open('repeated');
    await place.merge(number, 'squash', true);
    let opened = false;
    let failed = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host === 'github' && method === 'POST' && target.endsWith('/pulls')) opened = true;
      if (failed || !opened || host !== 'github-git' || !target.includes('receive-pack'))
        return null;
      failed = true;
      return { kind: 'status', status: 502 };
    });
    const stdout = await sync();
    expect(failed).toBe(true);
    expect(stdout).toContain('1 pull request created');
    const ours = `migrator/pr-${number}`;
    expect(place.stateOf(number)).toBe(`merged ${ours}/head -> ${ours}/base`);
    expect(place.sandbox.github.findRepository('acme/web')?.pulls).toHaveLength(number);
  });
});

const refused = JSON.stringify({
  message: 'Validation Failed',
  errors: [{ resource: 'PullRequest', code: 'custom', message: 'It cannot be opened' }],
});

/** Once. @param options.dies as if the program were killed once the target has opened it after that */
function refuseToOpen({ dies = false } = {}): void {
  let tries = 0;
  place.sandbox.faults.decide(({ host, method, target }) => {
    if (tries === 2) return dies ? { kind: 'status', status: 403, body: 'no' } : null;
    if (host !== 'github' || method !== 'POST' || !target.endsWith('/pulls')) return null;
    tries += 1;
    if (tries === 1) return { kind: 'status', status: 422, body: refused };
    return dies ? { kind: 'lost-answer' } : null;
  });
}

describe('a pull request that a sync has opened between substitutes', () => {
  function expectMerged(number: number): void {
    const ours = `migrator/pr-${number}`;
    expect(place.stateOf(number)).toBe(`merged ${ours} -> ${ours}-base`);
    expect(place.targetTip(ours)).toBeNull();
    expect(place.targetTip(`${ours}-base`)).toBeNull();
    expect(place.targetTip('main')).toBe(place.sourceTip('main'));
  }

  it.each([
    ['', 'kept', false],
    [', although the local copy was lost', 'lost', true],
  ])('is merged on a base of its own%s', async (_, branch, isLost) => {
    const number = await open(branch);
    refuseToOpen();
    await sync();
    expect(place.stateOf(number)).toBe(`open migrator/pr-${number} -> main`);
    await place.push('main', { [`beside-${branch}.txt`]: 'again\n' });
    await place.merge(number, 'squash');
    if (isLost) rmSync(join(place.folder, 'state', 'work'), { recursive: true });
    await sync();
    expectMerged(number);
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  it('is closed', async () => {
    const number = await open('closed');
    refuseToOpen();
    await sync();
    expect(declinePullRequest(place.at(number), place.deed)).toBeNull();
    await sync();
    expect(place.stateOf(number)).toBe(`closed migrator/pr-${number} -> main`);
    expect(place.targetTip(`migrator/pr-${number}`)).toBeNull();
  });

  it('is merged, although that sync was killed', async () => {
    const number = await open('killed');
    refuseToOpen({ dies: true });
    expect((await place.sync()).code).not.toBe(0);
    place.sandbox.faults.clear();
    await place.merge(number, 'squash');
    await sync();
    expectMerged(number);
  });
});

describe('the first pull requests that a sync finds', () => {
  it('leave a branch that somebody pushed to the target under a name of migrator’s', async () => {
    await using workplace = await openWorkplace();
    const history = makePullRequestHistory(workplace.folder, 'web');
    const { bitbucket } = workplace.sandbox;
    await hostCopy(bitbucket, { slug: 'web', from: history.folder, without: goneBranches });
    workplace.write('plan.json', workplace.plan('web'));
    expect((await workplace.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const target = targetOf(workplace, 'web');
    const tree = 'refs/heads/main^{tree}';
    const theirs = git(target, 'commit-tree', '-p', 'refs/heads/main', '-m', 'Work', tree).trim();
    git(target, 'update-ref', 'refs/heads/migrator/pr-5', theirs);
    for (const one of pullRequestsOf(history)) bitbucket.addPullRequest('web', one);
    const migration = await newestMigration(workplace);
    const { code, stdout } = await workplace.run(['sync', '--migration', migration]);
    expect(refsOf(target)).toContain(`${theirs} refs/heads/migrator/pr-5`);
    expect(stdout).toContain('changed on GitHub: branch migrator/pr-5');
    expect(code).toBe(6);
  });
});
