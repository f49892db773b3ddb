import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import {
  addRepositories,
  hasMoved,
  newestMigration,
} from '../../helpers/repositories/migration-fixture.ts';
import { commit } from './sync-place.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one', 'two', 'three');
  const { repositories, ...plan } = place.plan('one', 'two', 'three');
  const waves = [1, 2, undefined];
  place.write('plan.json', {
    ...plan,
    repositories: repositories.map((planned, index) => ({ ...planned, wave: waves[index] })),
  });
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const migrate = (...args: readonly string[]) =>
  place.run(['migrate', '--plan', 'plan.json', ...args]);
const targets = () =>
  ['one', 'two', 'three'].filter(
    (name) => place.sandbox.github.findRepository(`${place.sandbox.organization}/${name}`) !== null,
  );

describe('a plan with waves', () => {
  it('is migrated one wave at a time, and then the rest', async () => {
    const first = await migrate('--wave', '1');
    expect(first.code).toBe(0);
    expect(targets()).toEqual(['one']);
    const id = await newestMigration(place);
    expect((await place.run(['status', '--migration', id])).stdout).toContain('paused');
    expect((await migrate('--wave', '2')).code).toBe(0);
    expect(targets()).toEqual(['one', 'two']);
    expect((await migrate()).code).toBe(0);
    expect(targets()).toEqual(['one', 'two', 'three']);
    expect((await place.run(['status', '--migration', id])).stdout).toContain('completed');
  });

  it('is synced as far as it is migrated, and by waves', async () => {
    expect((await migrate('--wave', '1')).code).toBe(0);
    const sync = ['sync', '--migration', await newestMigration(place)];
    commit(place.sandbox.bitbucket.gitDirectory('one'), 'main', 'More');
    const { code, stdout } = await place.run([...sync, '--wave', '1']);
    expect(code).toBe(0);
    expect(stdout).toContain('synced   one  1 ref moved');
    expect(hasMoved(place, 'one')).toBe(true);
    expect((await place.run(sync)).stdout).toContain(
      '2 repositories are not migrated yet: two, three',
    );
    const wrong = await place.run([...sync, '--wave', '7']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('The plan has no wave 7');
  });
});
