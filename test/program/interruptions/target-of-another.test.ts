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
