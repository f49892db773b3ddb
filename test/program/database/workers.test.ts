import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { hold } from '../../helpers/repositories/hold.ts';
import {
  addPullRequests,
  addRepositories,
  conversationsOf,
  hasMoved,
} from '../../helpers/repositories/migration-fixture.ts';

let database: TestDatabase;
let place: Workplace;
let environment: Readonly<Record<string, string>>;
beforeEach(async () => {
  [database, place] = await Promise.all([
    openTestDatabase(),
    openWorkplace({ limits: { bitbucket: 'none', github: 'none' } }),
  ]);
  environment = { MIGRATOR_DATABASE_URL: database.url };
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const slugs = ['one', 'two', 'three', 'four', 'five', 'six'];

/** Repositories by the process that has worked on them. */
async function workedOnBy(): Promise<ReadonlyMap<number, readonly string[]>> {
  const client = await database.connect();
  const { rows } = await client.query(
    `SELECT pid, array_agg(source ORDER BY source) AS sources FROM migrator.claim
     WHERE source <> '' AND source NOT LIKE '% %' GROUP BY pid`,
  );
  await client.end();
  return new Map(rows.map(({ pid, sources }) => [pid, sources]));
}

/** Answers of the target take so long that a process can be ended in the middle of its work. */
function slowDown(milliseconds: number): void {
  place.sandbox.faults.add({
    ...{ host: 'github', path: /\/repos\//, times: 1000 },
    action: { kind: 'slow', ms: milliseconds },
  });
}

function startWorker(...flags: readonly string[]) {
  return place.start(['worker', '-v', ...flags], environment);
}

describe('a migration that several processes work on', () => {
  beforeEach(async () => {
    await addRepositories(place, ...slugs);
    place.write('plan.json', place.plan(...slugs));
  });
  const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];

  it('is shared by its coordinator and two workers, and each repository arrives once', async () => {
    await addPullRequests(place, 'web');
    place.write('plan.json', place.plan('web', ...slugs));
    const workers = [startWorker('--max', '1'), startWorker('--max', '1')];
    for (const worker of workers) await worker.until('is waiting for migrations');
    const { code, stdout, stderr } = await place.runAlone(migrate, environment);
    expect(stderr).not.toContain('rror');
    expect(stdout).toContain('7 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    for (const slug of slugs) expect(hasMoved(place, slug)).toBe(true);
    expect(conversationsOf(place, 'web').length).toBeGreaterThan(0);
    expect((await workedOnBy()).size).toBe(3);
    for (const worker of workers) {
      worker.child.kill('SIGTERM');
      expect((await worker.ended).code).toBe(0);
    }
    const migration = await newest();
    await place.run(['audit', '--migration', migration, '--output', 'audit.jsonl'], environment);
    expect((await place.run(['audit', '--check', 'audit.jsonl'], environment)).code).toBe(0);
  });

  it('is taken over from a worker that was killed', async () => {
    slowDown(300);
    const killed = startWorker('--max', '2');
    await killed.until('is waiting for migrations');
    const run = place.start(migrate, environment);
    await killed.until(/\w+: push/);
    killed.child.kill('SIGKILL');
    const { code, stdout } = await run.ended;
    expect(stdout).toContain('6 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    for (const slug of slugs) expect(hasMoved(place, slug)).toBe(true);
  });

  it('goes on when its coordinator is killed, and is ended by the next one', async () => {
    slowDown(300);
    const worker = startWorker('--max', '1');
    await worker.until('is waiting for migrations');
    const first = place.start(migrate, environment);
    await worker.until(/\w+: push/);
    first.child.kill('SIGKILL');
    await first.ended;
    const other = await place.run(['migrate', '--cancel', await newest(), '--yes'], environment);
    expect(other.stderr).toMatch(/Another process is working on migration \S+: process/);
    expect(other.code).toBe(8);
    worker.child.kill('SIGSTOP');
    const list = await place.run(['status', '--list'], environment);
    expect(list.stdout).toMatch(/running/);
    worker.child.kill('SIGCONT');
    const { code, stdout } = await place.runAlone(migrate, environment);
    expect(stdout).toMatch(/6 done/);
    expect(code).toBe(0);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });

  it('goes on when its coordinator is asked to leave, and says so', async () => {
    slowDown(300);
    const worker = startWorker('--max', '1');
    await worker.until('is waiting for migrations');
    const first = place.start(migrate, environment);
    await worker.until(/\w+: push/);
    first.child.kill('SIGTERM');
    const { code, stderr } = await first.ended;
    expect(stderr).toContain('Workers continue. Watch them: migrator status --migration');
    expect(code).toBe(130);
    const migration = await newest();
    const watched = await place.run(['status', '--migration', migration, '--watch'], environment);
    expect(watched.code).toBe(0);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    const { stdout } = await place.runAlone(['migrate', '--resume', migration], environment);
    expect(stdout).toContain('6 done, 0 skipped, 0 failed');
  });

  it('is left in order by a worker that is stopped, whose repository another ends', async () => {
    slowDown(300);
    const worker = startWorker('--max', '1');
    await worker.until('is waiting for migrations');
    const run = place.start(migrate, environment);
    await worker.until(/\w+: push/);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    expect((await run.ended).stdout).toContain('6 done, 0 skipped, 0 failed');
  });

  it('leaves no mirror on a machine that has lost a repository to another one', async () => {
    const release = hold(place, 'one');
    const run = place.start([...migrate, '-vv'], environment);
    await run.until('one: fetch ...');
    const left = join(place.folder, 'elsewhere', 'work', await newest(), 'lost.git');
    await mkdir(left, { recursive: true });
    const worker = place.start(['worker', '--max', '1'], {
      ...environment,
      MIGRATOR_STATE_DIR: join(place.folder, 'elsewhere'),
      MIGRATOR_MARKER_KEY_FILE: join(place.folder, 'state', 'marker.key'),
    });
    await worker.until('Working on ');
    release();
    expect((await run.ended).code).toBe(0);
    await worker.until('Stopped working on ');
    expect(existsSync(dirname(left))).toBe(false);
    worker.child.kill('SIGTERM');
    await worker.ended;
  });

  it('is worked on by waves, where a worker has --only', async () => {
    const plan = place.plan(...slugs);
    const repositories = plan.repositories.map((one, index) => ({ ...one, wave: 1 + (index % 2) }));
    place.write('plan.json', { ...plan, repositories });
    slowDown(50);
    const worker = startWorker('--max', '2', '--only', '2');
    await worker.until('is waiting for migrations');
    expect((await place.runAlone(migrate, environment)).code).toBe(0);
    const pid = worker.child.pid ?? 0;
    const secondWave = slugs.filter((_, index) => index % 2 === 1);
    expect(secondWave).toEqual(expect.arrayContaining([...((await workedOnBy()).get(pid) ?? [])]));
    worker.child.kill('SIGTERM');
    await worker.ended;
  });

  it('needs a database, and reports whether a worker is alive', async () => {
    const alone = await place.run(['worker']);
    expect(alone.stderr).toContain('A worker needs the state in a database');
    expect(alone.code).toBe(3);
    expect((await place.run(['worker', '--health'])).code).toBe(1);
    const worker = startWorker();
    await worker.until('is waiting for migrations');
    const { code, stdout } = await place.run(['worker', '--health']);
    expect(stdout).toContain('Running: ');
    expect(code).toBe(0);
    worker.child.kill('SIGKILL');
    await worker.ended;
    expect((await place.run(['worker', '--health'])).code).toBe(1);
  });
});

async function newest(): Promise<string> {
  const { stdout } = await place.run(['status', '--list'], environment);
  return /mig_[0-9a-z]{12}/.exec(stdout)?.[0] ?? '';
}
