import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-vv'];

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one', 'two');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** A migration whose first repository was not let in. */
async function halfDone(): Promise<string> {
  place.sandbox.faults.add({
    host: 'github-git',
    path: /one\.git\/info\/refs\?service=git-receive-pack/,
    // Ours, and git's after it.
    times: 2,
    action: { kind: 'status', status: 403, body: 'Forbidden' },
  });
  expect((await place.run(runArguments)).code).toBe(6);
  return newestMigration(place);
}

describe('migrate --resume --dry-run', () => {
  it('says that it continues with what exists already', async () => {
    const id = await halfDone();
    const { code, stdout } = await place.run(['migrate', '--resume', id, '--dry-run']);
    expect(stdout).toMatch(/^resume +one /m);
    expect(stdout).toMatch(/^done +two /m);
    expect(code).toBe(0);
    const resumed = await place.run(['migrate', '--resume', id]);
    expect(resumed.stdout).toContain(
      '  2 done, 0 skipped, 0 failed in total\n  In this run, of 1 repository:\n  3 refs',
    );
  });
});

describe('migrate --cancel', () => {
  it('ends a migration, removes its mirrors, and says what the target holds', async () => {
    const id = await halfDone();
    const mirrors = join(place.folder, 'state', 'work', id);
    expect(existsSync(mirrors)).toBe(true);
    const requests = place.sandbox.requests.length;
    const { code, stdout } = await place.run(['migrate', '--cancel', id, '--yes']);
    expect(stdout).toContain(`Cancelled  ${id}`);
    expect(stdout).toContain('acme still has 2 repositories from it:');
    expect(stdout).toMatch(/acme\/one {2}incomplete/);
    expect(stdout).toMatch(/acme\/two {2}complete/);
    expect(code).toBe(0);
    expect(existsSync(mirrors)).toBe(false);
    expect(place.sandbox.requests).toHaveLength(requests);
    expect((await place.run(['status', '--migration', id])).stdout).toContain('cancelled');
  });

  it('reports the same as JSON, without any credentials', async () => {
    const id = await halfDone();
    const none = { SRC_API_TOKEN: undefined, DST_TOKEN: undefined };
    const { code, stdout } = await place.run(['migrate', '--cancel', id, '--yes', '--json'], none);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'cancelled',
      migration: id,
      repositories: [
        { source: 'one', target: 'one', status: 'failed' },
        { source: 'two', target: 'two', status: 'succeeded' },
      ],
    });
  });

  it('makes way for a new migration of the same plan, and cannot be resumed', async () => {
    const id = await halfDone();
    expect((await place.run(['migrate', '--cancel', id, '--yes'])).code).toBe(0);
    const resumed = await place.run(['migrate', '--resume', id]);
    expect(resumed.stderr).toContain(`Migration ${id} was cancelled and cannot be resumed`);
    expect(resumed.code).toBe(8);
    const next = await place.run([...runArguments, '--overwrite', '--yes']);
    expect(next.stdout).toContain('2 done, 0 skipped, 0 failed');
    expect(next.code).toBe(0);
    expect(await newestMigration(place)).not.toBe(id);
  });

  it('is refused while somebody runs the migration', async () => {
    place.sandbox.faults.add({
      host: 'github-git',
      times: 1,
      action: { kind: 'slow', ms: 10_000 },
    });
    const running = place.start(runArguments);
    await running.until('one: push ...');
    const id = await newestMigration(place);
    const { code, stderr } = await place.run(['migrate', '--cancel', id, '--yes']);
    expect(stderr).toContain(`is already running as process ${running.child.pid} on`);
    expect(code).toBe(8);
    expect((await running.ended).code).toBe(0);
  });

  it('needs a flag where nobody can be asked', async () => {
    const id = await halfDone();
    const { code, stderr } = await place.run(['migrate', '--cancel', id]);
    expect(stderr).toContain(`Cancelling ${id} needs confirmation`);
    expect(code).toBe(2);
    expect((await place.run(['status', '--migration', id])).stdout).not.toContain('cancelled');
  });

  it('says that there is nothing to cancel in a migration that is completed', async () => {
    expect((await place.run(runArguments)).code).toBe(0);
    const id = await newestMigration(place);
    const { code, stderr } = await place.run(['migrate', '--cancel', id, '--yes']);
    expect(stderr).toContain(`Migration ${id} is already complete: nothing to cancel`);
    expect(code).toBe(8);
  });

  it('rejects an unknown migration', async () => {
    const { code, stderr } = await place.run(['migrate', '--cancel', 'mig_000000000000', '--yes']);
    expect(stderr).toContain('No migration mig_000000000000');
    expect(code).toBe(8);
  });
});
