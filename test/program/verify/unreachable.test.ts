import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HostName } from '../../../sandbox/network/faults.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

const anyTimes = Number.POSITIVE_INFINITY;
/** Options that verify does not have. */
const ofOthers = /resume|--workers|--delay|--reset/i;

let place: Workplace;
let verify: readonly string[];
beforeAll(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one', 'two');
  expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
  verify = ['verify', '--migration', await newestMigration(place)];
  // So that nobody waits for long for what does not come.
  place.write('migrator.yaml', 'network:\n  outage_seconds: 2\n');
});
afterEach(() => {
  place.sandbox.faults.clear();
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

function breakConnections(host: HostName, path: RegExp, times: number): void {
  place.sandbox.faults.add({ host, path, times, action: { kind: 'reset' } });
}

describe('verify, when a list of refs does not come', () => {
  it('asks once more after a broken connection', async () => {
    breakConnections('github-git', /one\.git\/info\/refs/, 1);
    const { code, stdout } = await place.run(verify);
    expect(stdout).toContain('No differences');
    expect(stdout).not.toContain('Not verified');
    expect(code).toBe(0);
  });

  it('says which repository was not verified and why, gives the others their verdict, and ends with 7', async () => {
    breakConnections('github-git', /one\.git\/info\/refs/, anyTimes);
    const { code, stdout, stderr } = await place.run([...verify, '--output', 'page.html']);
    expect(code).toBe(7);
    expect(stdout).toContain('Not verified: 1 of 2 repositories');
    expect(stdout).toMatch(
      /^ {2}one: Listing refs in .*\/one\.git: The connection to \S+ was lost/m,
    );
    expect(stdout).toContain('run verify again.');
    expect(stdout).toMatch(/[1-9]\d* items compared, [1-9]\d* equal: No differences/);
    expect(stdout + stderr).not.toMatch(ofOthers);
    const page = readFileSync(join(place.folder, 'page.html'), 'utf8');
    expect(page).toContain('Not verified: 1 of 2 repositories');
    expect(page).toMatch(/The connection to \S+ was lost/);
    expect(page).not.toMatch(ofOthers);
  });

  it('says so in JSON', async () => {
    breakConnections('github-git', /one\.git\/info\/refs/, anyTimes);
    const { code, stdout } = await place.run([...verify, '--json']);
    expect(code).toBe(7);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'unverified',
      unverified: 1,
      repositories: [
        { source: 'one', defects: 0, unverified: { code: 'unavailable' } },
        { source: 'two', defects: 0, unverified: null },
      ],
    });
  });

  it('has a report also where the host is gone for all of them', async () => {
    for (const host of ['github', 'github-git'] as const) breakConnections(host, /./, anyTimes);
    const { code, stdout, stderr } = await place.run([...verify, '--json']);
    expect(code).toBe(7);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'unverified', unverified: 2 });
    expect(stdout + stderr).not.toMatch(ofOthers);
  });
});

describe('verify, when a repository cannot be compared to its end', () => {
  it('keeps the defects that it has found there', async () => {
    const made = place.sandbox.github.findRepository('acme/one');
    if (made === null) throw new Error('there is no acme/one');
    made.private = false;
    breakConnections('bitbucket-git', /one\.git\/info\/refs/, anyTimes);
    const { code, stdout } = await place.run([...verify, '--reread-source', '--json']);
    made.private = true;
    expect(code).toBe(7);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'defects',
      unverified: 1,
      repositories: [
        { source: 'one', defects: 1, unverified: { code: 'unavailable' } },
        { source: 'two', defects: 0, unverified: null },
      ],
    });
  });
});

describe('verify, when one repository is closed to the token', () => {
  it('says that it was not verified, gives the others their verdict, and ends with 6', async () => {
    const body = '{"message":"Resource not accessible by personal access token"}';
    place.sandbox.faults.add({
      host: 'github',
      path: /\/repos\/acme\/one(\?|$)/,
      times: anyTimes,
      action: { kind: 'status', status: 403, body },
    });
    const { code, stdout } = await place.run([...verify, '--json']);
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'unverified',
      repositories: [
        { source: 'one', unverified: { code: 'permission' } },
        { source: 'two', defects: 0, unverified: null },
      ],
    });
  });
});
