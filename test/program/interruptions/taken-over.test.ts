import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { environmentIn, programFile } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  addRepositories,
  conversationsOf,
  hasMoved,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-vv'];

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** As if a minute had passed since the process wrote that it lives. */
function letLeaseExpire(): void {
  const database = new DatabaseSync(join(place.folder, 'state', 'migrator.sqlite'));
  database.exec('UPDATE lease SET expires_at = 1');
  database.close();
}

/** Requests that change something on GitHub, whatever became of them. */
function writes(): number {
  return place.sandbox.requests.filter(
    ({ host, method, path }) =>
      (host === 'github' && method !== 'GET' && !path.endsWith('/graphql')) ||
      (host === 'github-git' && method === 'POST' && path.includes('git-receive-pack')),
  ).length;
}

describe('a process that is stopped and comes back after another has taken over', () => {
  const target = () => place.sandbox.github.findRepository('acme/one');

  it.each([
    ['the repository is made', 'create', () => target() !== null],
    ['Actions are switched off', 'create', () => target()?.actionsEnabled === false],
    ['Actions are switched on again', 'settings', () => target()?.actionsEnabled === true],
  ])(
    'when %s, with more to do in the step %s, writes nothing any more',
    async (_, step, isDone) => {
      await addRepositories(place, 'one', 'two');
      const { repositories, ...plan } = place.plan('one', 'two');
      // To show it to everybody is the last request of all.
      const shown = repositories.map((one) => ({ ...one, visibility: 'public' }));
      place.write('plan.json', { ...plan, repositories: shown });
      // What a slow answer stands for is done at once, so that the process is stopped while it waits for one.
      place.sandbox.faults.add({
        host: 'github',
        path: /\/(repos|actions\/permissions)$/,
        times: 3,
        action: { kind: 'slow', ms: 1000 },
      });
      const stopped = place.start(runArguments);
      await stopped.until(`one: ${step} ...`);
      await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
      stopped.child.kill('SIGSTOP');
      letLeaseExpire();
      const heir = await place.run(runArguments);
      expect(heir.stdout).toContain('2 done, 0 skipped, 0 failed');
      expect(heir.code).toBe(0);
      const state = (await place.run(['status', '--migration', await newestMigration(place)]))
        .stdout;
      const before = writes();

      stopped.child.kill('SIGCONT');
      const { code, stderr } = await stopped.ended;
      expect(stderr).toContain('Another process took over migration');
      expect(code).toBe(8);
      expect(writes()).toBe(before);
      const after = (await place.run(['status', '--migration', await newestMigration(place)]))
        .stdout;
      expect(after).toBe(state);
      for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
      expect(place.sandbox.github.repositories).toHaveLength(2);
    },
  );

  it('amid pull requests leaves them as the other has written them', async () => {
    await addPullRequests(place, 'web');
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      path: /\/pulls$/,
      times: 3,
      action: { kind: 'slow', ms: 1000 },
    });
    const stopped = place.start(runArguments);
    await stopped.until('web: pull requests ...');
    await expect
      .poll(() => conversationsOf(place, 'web').length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    stopped.child.kill('SIGSTOP');
    letLeaseExpire();
    expect((await place.run(runArguments)).code).toBe(0);
    const pulls = conversationsOf(place, 'web');
    const refs = refsOf(targetOf(place, 'web'));
    const before = writes();
    stopped.child.kill('SIGCONT');
    expect((await stopped.ended).code).toBe(8);
    expect(writes()).toBe(before);
    expect(conversationsOf(place, 'web')).toEqual(pulls);
    expect(pulls.filter((line) => line.startsWith('#1 Change line 10'))).toHaveLength(1);
    expect(refsOf(targetOf(place, 'web'))).toBe(refs);
  });
});

describe('a process that is killed', () => {
  it('is taken over at once by a resume, without waiting for its lease to end', async () => {
    await addRepositories(place, 'one', 'two');
    place.sandbox.faults.add({ host: 'github-git', action: { kind: 'slow', ms: 3000 } });
    const running = place.start(runArguments);
    await running.until('one: push ...');
    running.child.kill('SIGKILL');
    await running.ended;
    place.sandbox.faults.clear();
    const id = await newestMigration(place);
    const { stdout } = await place.run(['status', '--migration', id]);
    expect(stdout).toContain(`${id}  interrupted`);
    expect(stdout).toMatch(/^interrupted +one/m);
    expect((await place.run(['status'])).stdout).toContain('0 of 2 done, 1 interrupted, 1 queued');
    const { code, stderr } = await place.run(['migrate', '--resume', id]);
    expect(stderr).not.toContain('is already running as');
    expect(code).toBe(0);
    for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
  });
});

/** Starts the program below a shell that becomes a `sleep`, which asks no child how it ended. */
async function startUnreaped() {
  const parent = spawn(
    'sh',
    [
      '-c',
      '"$@" >/dev/null 2>&1 & echo $!; exec sleep 600',
      'sh',
      process.execPath,
      programFile,
      ...runArguments,
    ],
    {
      cwd: place.folder,
      env: environmentIn({ cwd: place.folder, environment: usersEnvironment(place.sandbox) }),
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [line] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
  return { parent, pid: Number(line) };
}

const stateOf = (pid: number) =>
  execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();

describe('a process that is killed and whose parent never asks how it ended', () => {
  it('is succeeded at once, although signals still reach it', async () => {
    await addRepositories(place, 'one');
    place.sandbox.faults.add({ host: 'github-git', action: { kind: 'slow', ms: 60_000 } });
    const { parent, pid } = await startUnreaped();
    try {
      await expect
        .poll(() => place.sandbox.requests.some(({ host }) => host === 'github-git'))
        .toBe(true);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => stateOf(pid)).toMatch(/^Z/);
      place.sandbox.faults.clear();
      const id = await newestMigration(place);
      const { stdout } = await place.runAlone(['status', '--migration', id]);
      expect(stdout).toContain('interrupted');
      const { code, stderr } = await place.runAlone(['migrate', '--resume', id]);
      expect(stderr).not.toContain('is already running as');
      expect(code).toBe(0);
      expect(hasMoved(place, 'one')).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

describe('a second process', () => {
  it('is refused with the pid and the host of the first', async () => {
    await addRepositories(place, 'one');
    place.sandbox.faults.add({ host: 'github-git', action: { kind: 'slow', ms: 12_000 } });
    const running = place.start(runArguments);
    await running.until('one: push ...');
    const ways = [
      ['--plan', 'plan.json'],
      ['--resume', await newestMigration(place)],
    ];
    for (const way of ways) {
      const { code, stderr } = await place.run(['migrate', ...way]);
      expect(stderr).toMatch(
        new RegExp(`is already running as process ${running.child.pid} on \\S+`),
      );
      expect(stderr).toContain('migrator status --migration');
      expect(code).toBe(8);
    }
    expect((await running.ended).code).toBe(0);
  });

  it('is refused likewise where the first began the plan while the second was checking', async () => {
    await addRepositories(place, 'one');
    place.sandbox.faults.add({ host: 'github', action: { kind: 'slow', ms: 1000 }, times: 1 });
    const checked = () => place.sandbox.requests.some(({ host }) => host === 'github');
    const late = place.start(runArguments);
    await vi.waitFor(() => expect(checked()).toBe(true), { timeout: 60_000, interval: 50 });
    late.child.kill('SIGSTOP');
    place.sandbox.faults.add({ host: 'github-git', action: { kind: 'slow', ms: 12_000 } });
    const running = place.start(runArguments);
    await running.until('one: push ...');
    late.child.kill('SIGCONT');
    const { code, stderr } = await late.ended;
    expect(stderr).toContain(`is already running as process ${running.child.pid} on`);
    expect(stderr).not.toContain('upgrade your tier');
    expect(code).toBe(8);
    expect((await running.ended).code).toBe(0);
  });
});
