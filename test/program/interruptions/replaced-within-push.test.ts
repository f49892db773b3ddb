import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { targetOf } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;
let from: string;
beforeEach(async () => {
  place = await openWorkplace();
  from = makeRepository(place.folder, 'web');
  git(from, 'commit', '-q', '--allow-empty', '-m', 'second');
  const other = git(from, 'commit-tree', '-m', 'other', 'main^{tree}').trim();
  git(from, 'update-ref', 'refs/other/main', other);
  await place.sandbox.bitbucket.addRepository({ slug: 'web', from });
  place.write('plan.json', place.plan('web'));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** Git does it where our own client's push has failed. */
type By = 'our client' | 'git';

/** At the nth request of a push, after the last look at its id, somebody has another target under its name. */
async function migrateInto(by: By, request: number, fill: (directory: string) => void) {
  const { github, organization, faults } = place.sandbox;
  let before = '';
  let requests = 0;
  let isByGit = by !== 'git';
  faults.decide(({ host, target, method }) => {
    if (host !== 'github-git' || !target.includes('git-receive-pack')) return null;
    if (!isByGit) {
      isByGit = method === 'POST';
      return isByGit ? { kind: 'status', status: 500, body: 'no' } : null;
    }
    requests += 1;
    if (requests !== request) return null;
    const owner = github.findAccount(organization);
    if (owner === null) throw new Error('the sandbox has no organization');
    github.renameRepository('acme/web', 'moved');
    fill(github.createRepository({ owner, creator: owner, name: 'web' }).directory);
    before = refsOf(targetOf(place, 'web'));
    return null;
  });
  const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json', '--workers', '1']);
  return { code, stdout, before, after: refsOf(targetOf(place, 'web')) };
}

const clashes: readonly (readonly [string, string])[] = [
  ['a shorter history of the same branch', 'main~1:refs/heads/main'],
  ['another history', 'refs/other/main:refs/heads/main'],
];

describe.each(clashes)('a target that is replaced within a push by one with %s', (_, refspec) => {
  const fill = (directory: string) => git(from, 'push', '-q', directory, refspec);

  it.each([1, 2])('gets nothing from our client (request %i)', async (request) => {
    const { code, stdout, before, after } = await migrateInto('our client', request, fill);
    expect(before).not.toBe('');
    expect(after).toBe(before);
    expect(stdout).toContain('acme/web, created earlier by this migration, no longer exists');
    expect(code).toBe(6);
  });

  it.each([1, 2, 3])('keeps its branches where git pushes (request %i)', async (request) => {
    const { code, before, after } = await migrateInto('git', request, fill);
    expect(before).not.toBe('');
    expect(after).toContain(before.trim());
    expect(code).toBe(6);
  });
});
