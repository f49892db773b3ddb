import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  hasMoved,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

const first = ['migrate', '--plan', 'first.json', '--workers', '1'];
const second = ['migrate', '--plan', 'second.json', '--workers', '1'];

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'web', 'other');
  place.write('first.json', place.plan('web'));
  place.write('second.json', place.plan('other:web'));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** Kills a migration once it has asked for its target. @param isLost the target never gets the request */
async function killAtCreation(args: readonly string[], { isLost }: { isLost: boolean }) {
  const running = place.start([...args]);
  place.sandbox.faults.decide(({ host, method, target }) => {
    if (host !== 'github' || method !== 'POST' || !target.endsWith('/repos')) return null;
    const onDone = () => void running.child.kill('SIGKILL');
    if (!isLost) return { kind: 'lost-answer', onDone };
    onDone();
    return { kind: 'reset' };
  });
  await running.ended;
  place.sandbox.faults.clear();
}

/** Kills a migration once the state knows the target that it has created. */
async function killAfterCreation(args: readonly string[]) {
  const running = place.start([...args]);
  place.sandbox.faults.decide(({ host, method, target }) => {
    if (host !== 'github' || method !== 'PUT' || !target.endsWith('/actions/permissions')) {
      return null;
    }
    running.child.kill('SIGKILL');
    return { kind: 'reset' };
  });
  await running.ended;
  place.sandbox.faults.clear();
}

describe('two migrations of one state with the same target', () => {
  it('does not replace what a lost request of the other may have created', async () => {
    await killAtCreation(first, { isLost: false });
    const made = place.sandbox.github.findRepository('acme/web')?.id;
    const { code, stderr } = await place.runAlone([...second, '--overwrite', '--yes']);
    expect(stderr).toMatch(/acme\/web belongs to the unfinished migration mig_[0-9a-z]{12}/);
    expect(code).toBe(3);
    expect((await place.runAlone(first)).code).toBe(0);
    expect(place.sandbox.github.findRepository('acme/web')?.id).toBe(made);
    expect(hasMoved(place, 'web')).toBe(true);
  });

  it('does not adopt what the other has created since a request was lost', async () => {
    await killAtCreation(first, { isLost: true });
    expect(place.sandbox.github.findRepository('acme/web')).toBe(null);
    await killAfterCreation(second);
    const { code, stdout } = await place.runAlone(first);
    expect(stdout).toMatch(/acme\/web belongs to the unfinished migration mig_[0-9a-z]{12}/);
    expect(code).toBe(6);
    expect(refsOf(targetOf(place, 'web'))).toBe('');
    expect((await place.runAlone(second)).code).toBe(0);
  });
});

describe('an empty repository that somebody else creates under the name of a lost request', () => {
  it.each(['a lost answer', 'a kill'])('is left to them after %s', async (how) => {
    const { github, organization } = place.sandbox;
    const owner = github.findAccount(organization);
    if (owner === null) throw new Error('the sandbox has no organization');
    const theirs = { owner, creator: owner, name: 'web', private: true };
    const running = how === 'a kill' ? place.start([...first]) : null;
    let id: number | null = null;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'github' || method !== 'POST' || !target.endsWith('/repos') || id !== null) {
        return null;
      }
      ({ id } = github.createRepository({ ...theirs, description: 'Of a colleague' }));
      running?.child.kill('SIGKILL');
      return { kind: 'reset' };
    });
    await running?.ended;
    const { code, stdout, stderr } = await place.run(first);
    expect(code).toBe(6);
    expect(stdout + stderr).toContain('Repository already exists: acme/web');
    expect(github.findRepository('acme/web')).toMatchObject({ id, private: true, hasIssues: true });
    expect(refsOf(targetOf(place, 'web'))).toBe('');
  });

  it('is left to them as soon as it has an issue', async () => {
    const { github, organization } = place.sandbox;
    const owner = github.findAccount(organization);
    if (owner === null) throw new Error('the sandbox has no organization');
    let isThere = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'github' || method !== 'POST' || !target.endsWith('/repos') || isThere) {
        return null;
      }
      isThere = true;
      github.createRepository({ owner, creator: owner, name: 'web', private: true });
      github.addIssue('acme/web', { title: 'Theirs' });
      return { kind: 'reset' };
    });
    expect(await place.run(first)).toMatchObject({ code: 6 });
    expect(refsOf(targetOf(place, 'web'))).toBe('');
  });
});
