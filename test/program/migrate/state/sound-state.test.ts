import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import {
  addPullRequests,
  addRepositories,
  conversationsOf,
  countCreated,
} from '../../../helpers/repositories/migration-fixture.ts';
import { again, contentOf, keptStates, runArguments, statePath } from './state-place.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('a state that is sound', () => {
  it('has a way on where the key is lost for good', async () => {
    await addPullRequests(place, 'web');
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      path: /\/issues\/1\/comments$/,
      action: { kind: 'status', status: 403, body: '{"message":"Forbidden"}' },
    });
    expect((await place.run(runArguments)).code).toBe(6);
    rmSync(join(place.folder, 'state', 'marker.key'));
    const { stderr } = await place.run(runArguments);
    const cancel = /migrate --cancel mig_\w{12}/.exec(stderr)?.[0] ?? '';
    expect((await place.run([...cancel.split(' '), '--yes'])).code).toBe(0);
    place.sandbox.faults.clear();
    const { code } = await place.run([...runArguments, '--overwrite', '--yes']);
    expect(code).toBe(0);
    expect(conversationsOf(place, 'web').length).toBeGreaterThan(0);
  });

  it('continues nothing without the key that its pull requests were created with', async () => {
    await addPullRequests(place, 'web');
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      path: /\/issues\/1\/comments$/,
      action: { kind: 'status', status: 403, body: '{"message":"Forbidden"}' },
    });
    expect((await place.run(runArguments)).code).toBe(6);
    const made = countCreated(place);
    const keyPath = join(place.folder, 'state', 'marker.key');
    const key = readFileSync(keyPath);
    rmSync(keyPath);
    const [id = ''] = /mig_\w{12}/.exec((await place.run(['status', '--list'])).stdout) ?? [];
    for (const argv of [runArguments, ['verify', '--migration', id]]) {
      const { code, stderr } = await place.run(argv);
      expect(stderr).toContain('The state folder lacks marker.key');
      expect(code).toBe(8);
    }
    expect(countCreated(place)).toBe(made);
    expect(existsSync(keyPath)).toBe(false);
    writeFileSync(keyPath, key);
    expect((await place.run(runArguments)).code).toBe(0);
  });

  it('stays in place when a migration runs again, and a second plan for the same target is refused', async () => {
    await addRepositories(place, 'one', 'two');
    place.write('plan.json', place.plan('one'));
    expect((await place.run(runArguments)).code).toBe(0);
    expect((await place.run(again)).code).toBe(0);
    expect(keptStates(place)).toEqual([]);
    // A plan of its own for a target that exists: nothing was lost that could have made it.
    place.write('plan.json', place.plan('two:one'));
    const { code, stderr } = await place.run(again);
    expect(stderr).toContain('Repository already exists: acme/one');
    expect(code).toBe(3);
  });

  it('of a newer version is never changed, whatever is asked for', async () => {
    await addRepositories(place, 'one');
    expect((await place.run(runArguments)).code).toBe(0);
    const database = new DatabaseSync(statePath(place));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const before = contentOf(statePath(place));
    const { code, stderr } = await place.run(again);
    expect(stderr).toMatch(/The state at \S+ was written by a newer version of migrator/);
    expect(code).toBe(8);
    expect(contentOf(statePath(place))).toBe(before);
  });
});
