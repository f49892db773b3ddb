import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  addRepositories,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1', '-vv'];
const gone = 'acme/web, created earlier by this migration, no longer exists';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addPullRequests(place, 'web');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

type Fault = Omit<Parameters<Workplace['sandbox']['faults']['add']>[0], 'action'>;

/** The moments before which the target is taken away, by a request that comes right before them. */
const moments: Readonly<Record<string, Fault>> = {
  'the push': { host: 'github', method: 'PUT', path: /\/actions\/permissions$/ },
  'pull requests are opened': { host: 'github-git', method: 'POST', path: /git-receive-pack/ },
  'comments are written': { host: 'github', method: 'POST', path: /\/pulls$/ },
  'the settings': { host: 'github', method: 'PATCH', path: /\/pulls\/\d+$/ },
};

/** Under the old name somebody has another repository, which has as much as ours. */
function replace(take: 'rename' | 'delete'): string {
  const { github, organization } = place.sandbox;
  const owner = github.findAccount(organization);
  const ours = github.findRepository('acme/web');
  if (owner === null || ours === null) throw new Error('there is no acme/web');
  if (take === 'rename') github.renameRepository('acme/web', 'moved');
  else void github.deleteRepository('acme/web');
  const theirs = github.createRepository({ owner, creator: owner, name: 'web' });
  const work = makeRepository(place.folder, 'theirs');
  git(work, 'push', '-q', theirs.directory, 'main:main');
  github.addIssue('acme/web', { title: 'Theirs' });
  return photograph();
}

/** All that people see of the repository that stands there. */
function photograph(): string {
  const there = place.sandbox.github.findRepository('acme/web');
  if (there === null) return 'none';
  const { id, description, private: isPrivate, archived, actionsEnabled, issues, pulls } = there;
  const said = [...issues, ...pulls].map(({ title, state, comments }) => [
    title,
    state,
    comments.length,
  ]);
  return JSON.stringify([
    id,
    description,
    isPrivate,
    archived,
    actionsEnabled,
    said,
    refsOf(targetOf(place, 'web')),
  ]);
}

describe.each(Object.entries(moments))('a target that is replaced before %s', (_, fault) => {
  it.each(['rename', 'delete'] as const)('is not written to (%s)', async (take) => {
    let before = '';
    const onDone = () => {
      before = replace(take);
    };
    place.sandbox.faults.add({ ...fault, action: { kind: 'lost-answer', onDone } });
    const { code, stdout } = await place.runAlone(migrate);
    expect(before).not.toBe('');
    expect(photograph()).toBe(before);
    expect(stdout).toContain(gone);
    expect(code).toBe(6);
  });
});

describe('a target that an unfinished migration of the same state has created', () => {
  it.each([[], ['--overwrite', '--yes']])(
    'is refused in the checks, naming that migration (%j)',
    async (...flags) => {
      place.sandbox.faults.add({
        host: 'github-git',
        path: /git-receive-pack/,
        times: Number.POSITIVE_INFINITY,
        action: { kind: 'status', status: 403, body: 'Forbidden' },
      });
      expect((await place.runAlone(migrate)).code).toBe(6);
      place.sandbox.faults.clear();
      const before = photograph();
      await addRepositories(place, 'other');
      place.write('other.json', place.plan('other:web'));
      const { code, stderr } = await place.runAlone(['migrate', '--plan', 'other.json', ...flags]);
      expect(stderr).toMatch(/acme\/web belongs to the unfinished migration mig_[0-9a-z]{12}/);
      expect(code).toBe(3);
      expect(photograph()).toBe(before);
    },
  );
});
