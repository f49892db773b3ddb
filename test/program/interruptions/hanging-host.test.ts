import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostName } from '../../../sandbox/network/faults.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addPullRequests, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

/** Far beyond the outage below, and short of the read time-out, after which the first of several attempts would end. */
const bound = 30_000;

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addPullRequests(place, 'web');
  place.write('migrator.yaml', 'network:\n  outage_seconds: 3\n');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** Requests arrive and get no answer. */
function hang(host: HostName, path: RegExp): void {
  const action = { kind: 'slow', ms: 10 * bound } as const;
  place.sandbox.faults.add({ host, path, times: Number.POSITIVE_INFINITY, action });
}

async function timed(args: readonly string[]) {
  const startedAt = performance.now();
  const ended = await place.runAlone(args);
  return { ...ended, milliseconds: performance.now() - startedAt };
}

describe('network.outage_seconds bounds', () => {
  it('a list that hangs in discover', async () => {
    hang('bitbucket', /\/repositories\/[^/]+\?/);
    const workspace = place.sandbox.workspace;
    const ended = await timed(['discover', '--workspace', workspace, '--output', 'inventory.json']);
    expect(ended.stderr).toMatch(/did not respond within [\d.]+ s/);
    expect(ended.code).toBe(7);
    expect(ended.milliseconds).toBeLessThan(bound);
  });

  it('a list of pull requests that hangs in a step of migrate', async () => {
    hang('bitbucket', /\/pullrequests\?/);
    const ended = await timed(['migrate', '--plan', 'plan.json']);
    expect(ended.stderr + ended.stdout).toMatch(/did not respond within [\d.]+ s/);
    expect([6, 7]).toContain(ended.code);
    expect(ended.milliseconds).toBeLessThan(bound);
  });

  it('a list of refs that hangs in verify', async () => {
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    hang('github-git', /info\/refs/);
    const ended = await timed(['verify', '--migration', await newestMigration(place)]);
    expect(ended.stdout).toContain('Not verified: 1 of 1 repository');
    expect(ended.code).toBe(7);
    expect(ended.milliseconds).toBeLessThan(bound);
  });
});
