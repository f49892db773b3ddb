import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../helpers/repositories/pull-request-place.ts';
import { share } from '../../helpers/share.ts';

const ref = 'refs/heads/migrator/attachments';

async function openPlace(): Promise<PullRequestPlace> {
  const opened = await openPullRequestPlace({
    source: 'bitbucket-data-center',
    limits: { github: 'none' },
  });
  const { dataCenter } = opened.sandbox;
  const picture = dataCenter?.addAttachment('web', { name: 'a.png', bytes: Buffer.from('png') });
  const [, , , open] = pullRequestsOf(opened.history);
  await opened.addRepository([{ ...open, description: `![a picture](${picture})` }]);
  return opened;
}

const migrated = share(async () => {
  const opened = await openPlace();
  expect((await opened.run(migrate)).code).toBe(0);
  return opened;
});

let place: PullRequestPlace;

function tip(): string {
  return git(place.target().directory, 'for-each-ref', '--format=%(objectname)', ref).trim();
}

function files(): string {
  return git(place.target().directory, 'ls-tree', '--name-only', ref).trim();
}

/** Calls back when the host has carried out the push of the branch, whose answer is lost. */
function afterPush(onDone: () => void): void {
  let hasPulls = false;
  place.sandbox.faults.decide(({ host, method, target }) => {
    if (host === 'github' && /\/issues\?/.test(target)) hasPulls = true;
    const isPush = host === 'github-git' && method === 'POST' && target.endsWith('receive-pack');
    if (!hasPulls || !isPush) return null;
    hasPulls = false;
    return { kind: 'lost-answer', onDone };
  });
}

async function kill(): Promise<void> {
  const { child, ended } = place.start([...migrate, '-v']);
  afterPush(() => child.kill('SIGKILL'));
  expect((await ended).code).toBe(null);
  place.sandbox.faults.clear();
  expect(tip()).not.toBe('');
  expect(place.target().pulls).toEqual([]);
}

/** A run ends between the push of the branch and the first pull request. */
function refuseToOpen(): void {
  const body = '{"message":"Resource not accessible by personal access token"}';
  place.sandbox.faults.add({
    ...{ host: 'github', method: 'POST', path: /\/pulls$/, times: Number.POSITIVE_INFINITY },
    action: { kind: 'status', status: 403, body },
  });
}

async function expectClean(): Promise<void> {
  const { code, stdout } = await place.run(['verify', '--migration', await newestMigration(place)]);
  expect(stdout).toContain('No differences');
  expect(code).toBe(0);
  expect(place.shown()).toEqual(['#1 Add e: open']);
  expect(place.target().pulls[0]?.body).toContain(`/raw/migrator/attachments/${files()}`);
}

async function verifyJson(...more: string[]) {
  const { code, stdout, stderr } = await place.run([
    ...['verify', '--migration', await newestMigration(place), '--json'],
    ...more,
  ]);
  return { code, stderr, json: JSON.parse(stdout) };
}

describe('the branch of attachments', () => {
  beforeEach(async () => {
    place = await openPlace();
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });

  it('is adopted by a resume after the program was killed between its push and the answer', async () => {
    await kill();
    const pushed = tip();
    expect((await place.run(migrate)).code).toBe(0);
    expect(tip()).toBe(pushed);
    await expectClean();
  });

  it('is adopted with --reset-state after it was pushed and the state was lost', async () => {
    refuseToOpen();
    expect((await place.run(migrate)).code).toBe(6);
    place.sandbox.faults.clear();
    expect(place.target().pulls).toEqual([]);
    const pushed = tip();
    expect(pushed).not.toBe('');
    for (const name of ['migrator.sqlite', 'migrator.sqlite-wal', 'migrator.sqlite-shm'])
      rmSync(join(place.folder, 'state', name), { force: true });
    const { code, stderr } = await place.run([...migrate, '--reset-state', '--yes', '-v']);
    expect(stderr).toContain('already exists and has only what Bitbucket has: migrator uses it');
    expect(code).toBe(0);
    expect(tip()).toBe(pushed);
    await expectClean();
  });
});

describe('the branch of attachments of a migration that is done', () => {
  beforeEach(async () => {
    place = await migrated.get();
    place.forgetRequests();
  });

  describe('when somebody deletes it', () => {
    beforeEach(() => {
      git(place.target().directory, 'update-ref', '-d', ref);
    });

    it('is a difference that a repair can mend, and comes back', async () => {
      const { code, json } = await verifyJson();
      expect(code).toBe(6);
      expect(json.repositories[0].differences).toContainEqual(
        expect.objectContaining({
          name: 'migrator/attachments',
          message: expect.stringMatching(/^is missing; it pointed to [0-9a-f]{10}$/),
          advice: null,
        }),
      );
      expect((await verifyJson('--repair')).code).toBe(0);
      await expectClean();
    });

    it.each([
      ['--reset-repo', 'web'],
      ['--reset-state', '--yes'],
    ])('comes back with %s', async (...flags) => {
      const { code, stderr } = await place.run([...migrate, ...flags, '-v']);
      expect(stderr).toContain('migrator/attachments was deleted on GitHub; migrator restores it');
      expect(code).toBe(0);
      await expectClean();
    });
  });

  it('is recorded by a repair where an earlier version did not, and verify never advises to delete it', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(place.folder, 'state', 'migrator.sqlite'));
    database.exec(`DELETE FROM object WHERE kind = 'branch' AND source_id = '${ref}'`);
    database.close();
    const { code, json } = await verifyJson();
    expect(code).toBe(6);
    expect(JSON.stringify(json)).not.toContain('delete it');
    expect((await verifyJson('--repair')).code).toBe(0);
    await expectClean();
  });
});
