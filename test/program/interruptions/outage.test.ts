import { describe, expect, it } from 'vitest';
import type { HostName } from '../../../sandbox/network/faults.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import {
  addRepositories,
  hasMoved,
  newestMigration,
} from '../../helpers/repositories/migration-fixture.ts';

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '2', '-vv'];
const hosts: readonly HostName[] = ['bitbucket', 'bitbucket-git', 'github', 'github-git'];

async function openTwo(): Promise<Workplace> {
  const place = await openWorkplace();
  await addRepositories(place, 'one', 'two');
  return place;
}

/** From now on every connection is broken off. */
function pullThePlug(place: Workplace): void {
  for (const host of hosts) {
    place.sandbox.faults.add({
      host,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'reset' },
    });
  }
}

/** Starts a run whose network goes away as soon as all checks are done. */
async function startIntoOutage(place: Workplace) {
  place.sandbox.faults.add({
    host: 'bitbucket-git',
    times: Number.POSITIVE_INFINITY,
    action: { kind: 'reset' },
  });
  const running = place.start(runArguments);
  await running.until('one: fetch ...');
  pullThePlug(place);
  return running;
}

// Both wait most of the time, and do not look at the other.
describe.concurrent('a network that goes away while a migration runs', () => {
  it('is waited for, and the run ends as if nothing had happened', {
    timeout: 150_000,
  }, async () => {
    await using place = await openTwo();
    const running = await startIntoOutage(place);
    await running.until('it does not respond; checking again then');
    place.sandbox.faults.clear();
    const { code, stdout } = await running.ended;
    expect(stdout).toContain('2 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
    expect(place.sandbox.github.repositories).toHaveLength(2);
  });

  it('ends the run with 7 when it stays away, and a resume continues', {
    timeout: 150_000,
  }, async () => {
    await using place = await openTwo();
    place.write('migrator.yaml', 'network:\n  outage_seconds: 0\n');
    const running = await startIntoOutage(place);
    const { code, stdout, stderr } = await running.ended;
    expect(stderr).toMatch(/127\.0\.0\.1:\d+ has not responded for/);
    expect(stdout).toContain('0 done, 0 skipped, 0 failed, 2 queued');
    expect(code).toBe(7);
    const id = await newestMigration(place);
    expect(stdout).toContain(`migrator migrate --resume ${id}`);
    expect((await place.run(['status', '--migration', id])).stdout).toContain('paused');
    place.sandbox.faults.clear();
    const resumed = await place.run(['migrate', '--resume', id]);
    expect(resumed.stdout).toContain('2 done, 0 skipped, 0 failed');
    expect(resumed.code).toBe(0);
  });
});
