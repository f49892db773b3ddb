import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  allShown,
  makeBigCommit,
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
  refuseToNumber,
} from '../../helpers/repositories/pull-request-place.ts';
import { sources } from '../../helpers/sources.ts';

let place: PullRequestPlace;
function usePlace(source: SourceKind = 'bitbucket-cloud'): void {
  beforeEach(async () => {
    place = await openPullRequestPlace({ source });
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });
}

describe.each(sources)('pull requests of %s', (source) => {
  usePlace(source);

  it('arrive as pull requests with their numbers, merged ones merged, closed ones closed, open ones open, and once', async () => {
    await place.addRepository(pullRequestsOf(place.history));
    const { code, stdout, stderr } = await place.run(migrate);
    expect(stderr).not.toContain('warning');
    expect(code).toBe(0);
    expect(stdout).toContain('6 pull requests with 0 comments migrated');
    expect(place.shown()).toEqual(allShown);
    const ways = place.target().pulls.map(({ head, base }) => `${head.ref} -> ${base.ref}`);
    expect(ways).toEqual([
      'migrator/pr-1/head -> migrator/pr-1/base',
      'migrator/pr-2/head -> migrator/pr-2/base',
      'migrator/pr-3/head -> main',
      'topic -> main',
      'migrator/pr-5 -> main',
      'migrator/pr-6/head -> migrator/pr-6/base',
    ]);
    const { commits } = place.history;
    const heads = place.target().pulls.map(({ head }) => head.sha);
    expect(heads.slice(0, 5)).toEqual([
      commits.merged,
      commits.squashed,
      commits.declined,
      commits.open,
      commits.forked,
    ]);
    const branches = refsOf(place.target().directory);
    expect(branches).not.toMatch(/pr-\d+.(head|base)/);
    expect(branches).toContain('refs/heads/migrator/pr-5');
    expect(place.sandbox.github.notifications).toEqual([]);
    const again = await place.run(migrate);
    expect(again.code).toBe(0);
    expect(again.stderr).toContain('already completed: nothing was changed');
    expect(place.shown()).toEqual(allShown);
  });
});

describe('pull requests', () => {
  usePlace();

  it('keep their numbers across a gap, which a closed placeholder fills', async () => {
    const [first, second] = pullRequestsOf(place.history);
    await place.addRepository([{ ...first }, { ...second, number: 4 }]);
    const { code, stdout } = await place.run(migrate);
    expect(code).toBe(0);
    expect(stdout).toContain('2 placeholders to keep the numbers the same');
    expect(place.shown()).toEqual([
      '#1 Change line 10: merged',
      '#2 Placeholder for pull request 2: closed',
      '#3 Placeholder for pull request 3: closed',
      '#4 Add b: merged',
    ]);
  });

  it('are known in advance to be out of reach of a token without their scope, and not migrated where that is not wanted', async () => {
    await place.addRepository(pullRequestsOf(place.history));
    const scopes = ['read:user:bitbucket', 'read:repository:bitbucket'];
    const SRC_API_TOKEN = place.sandbox.bitbucket.credentials.addApiToken({ scopes });
    const refused = await place.run(migrate, { SRC_API_TOKEN });
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain('403 Forbidden');
    expect(refused.stderr).toContain('missing scope: read:pullrequest:bitbucket');
    expect(place.sandbox.github.repositories).toHaveLength(0);
    const { code, stdout } = await place.run([...migrate, '--no-pull-requests'], { SRC_API_TOKEN });
    expect(code).toBe(0);
    expect(stdout).not.toContain('pull request');
    expect(place.target().pulls).toEqual([]);
  });

  it('that a source does not offer at all leave the repository whole, with a warning', async () => {
    await place.addRepository(pullRequestsOf(place.history));
    const body = '{"type":"error","error":{"message":"Resource not found"}}';
    const action = { kind: 'status', status: 404, body } as const;
    place.sandbox.faults.add({ host: 'bitbucket', path: /pullrequests/, times: 9, action });
    const { code, stderr } = await place.run(migrate);
    expect(code).toBe(0);
    expect(stderr).toContain('Bitbucket has no pull requests for this repository');
  });

  it('get the numbers that are left where somebody was quicker, and a table says which', async () => {
    const [, , , open] = pullRequestsOf(place.history);
    const another = { title: 'Add c', source: { branch: 'declined' } };
    await place.addRepository([{ ...open, description: 'See #2' }, another]);
    refuseToNumber(place);
    expect((await place.run(migrate)).code).toBe(6);
    place.sandbox.faults.clear();
    place.sandbox.github.addIssue('acme/web', { title: 'Somebody was quicker' });
    const { code, stderr } = await place.run(migrate);
    expect(code).toBe(0);
    // Before anything is written, and once more where it happens.
    expect(stderr).toContain('acme/web already has #1');
    expect(stderr).toContain('issues or pull requests up to number 1');
    expect(place.shown().map((line) => line.replace(/:.*/, ''))).toEqual(['#2 Add e', '#3 Add c']);
    expect(place.target().pulls[0]?.body).toContain('/acme/web/pull/3');
    const list = await place.run(['status', '--list']);
    const [id = ''] = /mig_\w+/.exec(list.stdout) ?? [];
    const status = await place.run(['status', '--migration', id, '--repository', 'web']);
    expect(status.stdout).toContain('#1 -> #2');
    expect(status.stdout).toContain('#2 -> #3');
  });

  it('ask no code owner for a review, unless they are open', async () => {
    await place[Symbol.asyncDispose]();
    place = await openPullRequestPlace({}, { CODEOWNERS: '* @olga\n' });
    place.sandbox.github.addUser({ login: 'olga' });
    const closed = pullRequestsOf(place.history).filter(({ state }) => state !== undefined);
    await place.addRepository(closed);
    const org = place.sandbox.github;
    org.setMembership('acme', 'olga', { role: 'member', state: 'active' });
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    expect(place.shown()).toEqual([
      '#1 Change line 10: merged',
      '#2 Add b: merged',
      '#3 Add c: closed',
      '#4 Lost: merged',
    ]);
    expect(place.sandbox.github.notifications).toEqual([]);
  });

  it('follow a history that was cut: those below the cut are opened between substitutes', async () => {
    await place.addRepository(pullRequestsOf(place.history));
    place.write('migrator.yaml', 'migration:\n  shallow_clone: true\n  shallow_depth: 2\n');
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    expect(place.shown()).toEqual(allShown);
    const [, second] = place.target().pulls;
    expect(second?.body).toContain('not in the migrated part of the history');
    const commits = git(place.target().directory, 'rev-list', '--all').split('\n');
    const { merged, squashed, forked } = place.history.commits;
    for (const commit of [merged, squashed, forked]) expect(commits).not.toContain(commit);
  });

  it('are opened between substitutes where the target refuses what they hold, and say so', async () => {
    await place[Symbol.asyncDispose]();
    place = await openPullRequestPlace({
      limits: { github: 'none', sizes: { maxFileBytes: 3000 } },
    });
    const big = makeBigCommit(place.history.folder);
    const [first, second] = pullRequestsOf(place.history);
    await place.addRepository([
      { ...first },
      { ...second, title: 'Too large', state: 'DECLINED', source: { branch: 'big', commit: big } },
      { ...second },
    ]);
    git(place.sandbox.bitbucket.gitDirectory('web'), 'branch', '-q', '-D', 'big');
    const { code, stderr } = await place.run(migrate, place.enterprise());
    expect(stderr).not.toContain('warning');
    expect(code).toBe(0);
    expect(place.shown()).toEqual([
      '#1 Change line 10: merged',
      '#2 Too large: closed',
      '#3 Add b: merged',
    ]);
    expect(place.target().pulls[1]?.body).toContain('shows substitute commits');
  });
});
