import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../helpers/repositories/pull-request-place.ts';

const kept = 'refs/heads/migrator/pr-2';
let place: PullRequestPlace;

beforeEach(async () => {
  place = await openPullRequestPlace();
  const [, , declined, , forked] = pullRequestsOf(place.history);
  await place.addRepository([declined ?? {}, forked ?? {}]);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

function hasKept(): boolean {
  return git(place.target().directory, 'for-each-ref', kept) !== '';
}

describe('the branch that keeps the commits of an open pull request of a fork', () => {
  it('comes back with --reset-repo after somebody deleted it', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    git(place.target().directory, 'update-ref', '-d', kept);
    expect((await place.run([...migrate, '--reset-repo', 'web'])).code).toBe(0);
    expect(hasKept()).toBe(true);
  });

  it('goes when the pull request is declined between a kill after the push and the resume', async () => {
    const { child, ended } = place.start(migrate);
    let hasPulls = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host === 'github' && /\/issues\?/.test(target)) hasPulls = true;
      const isPush = host === 'github-git' && method === 'POST' && target.endsWith('receive-pack');
      if (!hasPulls || !isPush) return null;
      return { kind: 'lost-answer', onDone: () => child.kill('SIGKILL') };
    });
    expect((await ended).code).toBe(null);
    place.sandbox.faults.clear();
    expect(hasKept()).toBe(true);
    const [, forked] = place.sandbox.bitbucket.findRepository('web')?.pullRequests ?? [];
    Object.assign(forked ?? {}, { state: 'DECLINED' });
    // Without its work folder a resume reads the list again.
    rmSync(join(place.folder, 'state', 'work'), { recursive: true });
    const { code, stderr } = await place.run(migrate);
    expect(code, stderr).toBe(0);
    expect(place.shown()).toEqual(['#1 Add c: closed', '#2 Add d: closed']);
    expect(hasKept()).toBe(false);
  });
});
