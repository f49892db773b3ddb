import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArrivingRequest } from '../../../sandbox/network/faults.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import { addPullRequests, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { commit } from '../sync/sync-place.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addPullRequests(place, 'web');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];
const isWrite = ({ host, method, target }: ArrivingRequest) =>
  host.startsWith('github') &&
  method !== 'GET' &&
  target !== '/orgs/acme/repos' &&
  !target.endsWith('git-upload-pack');

/** Everything that its new owner sees of it. */
function photograph(): string {
  const there = place.sandbox.github.repositories.find(({ name }) => name === 'web-of-others');
  if (there === undefined) return 'none';
  const { description, private: isPrivate, archived, actionsEnabled, issues, pulls } = there;
  const said = [...issues, ...pulls].map(({ title, state, comments }) => [
    title,
    state,
    comments.length,
  ]);
  return JSON.stringify([
    description,
    isPrivate,
    archived,
    actionsEnabled,
    said,
    refsOf(there.directory),
  ]);
}

/** Gives the target to the account of the token, which can write to it as before; the host redirects its old name. */
function transfer(): string {
  const { github } = place.sandbox;
  const owner = github.tokens.list[0]?.user;
  const found = github.findRepository('acme/web');
  if (owner === undefined || found === null) throw new Error('there is nothing to transfer');
  github.renameRepository('acme/web', 'web-of-others');
  Object.assign(found, { owner });
  return photograph();
}

/** @param write it is transferred when this one arrives */
function transferAt(write: number) {
  const { faults } = place.sandbox;
  const slots = { photo: '', writes: 0 };
  faults.decide((request) => {
    if (!isWrite(request)) return null;
    slots.writes += 1;
    if (slots.writes !== write) return null;
    slots.photo = transfer();
    return null;
  });
  return slots;
}

describe('a target that is transferred to another owner', () => {
  it.each([1, 3, 8, 14, 19])('gets nothing more from write %i on', async (write) => {
    const slots = transferAt(write);
    const { code, stdout } = await place.run(migrate);
    expect(slots.photo).not.toBe('');
    expect(photograph()).toBe(slots.photo);
    expect(stdout).toContain('acme/web, created earlier by this migration, no longer exists');
    expect(code).toBe(6);
  });

  it('gets nothing from a sync or a repair', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    commit(place.sandbox.bitbucket.gitDirectory('web'), 'main', 'new');
    const photo = transfer();
    const migration = await newestMigration(place);
    for (const [command = '', ...more] of [['sync'], ['verify', '--repair', '--yes']]) {
      const { code } = await place.run([command, '--migration', migration, ...more]);
      expect({ command, code }).not.toEqual({ command, code: 0 });
      expect(photograph()).toBe(photo);
    }
  });
});
