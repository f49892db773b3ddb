import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTarget } from '../../faults/census/neutral/read-target.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import { onMachine } from '../../helpers/program/other-machine.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
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
  [database, place] = await Promise.all([openTestDatabase(), unlimited()]);
  environment = { MIGRATOR_DATABASE_URL: database.url };
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const unlimited = () => openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1', '-vv'];
const worker = ['worker', '--max', '1', '-vv'];

async function addAll(to: Workplace, ...slugs: readonly string[]): Promise<void> {
  await addPullRequests(to, 'web');
  await addRepositories(to, ...slugs);
  to.write('plan.json', to.plan('web', ...slugs));
}

/** Returns the requests that change the target, in the order of their arrival, whatever became of them. */
function writes(): readonly string[] {
  return place.sandbox.requests
    .filter(
      ({ host, method, path }) =>
        (host === 'github' && method !== 'GET' && !path.endsWith('/graphql')) ||
        (host === 'github-git' && method === 'POST' && path.includes('git-receive-pack')),
    )
    .map(({ method, path }) => `${method} ${path}`);
}

function slowDown(ms: number): void {
  const action = { kind: 'slow', ms } as const;
  place.sandbox.faults.add({ host: 'github', path: /\/repos\//, times: 10_000, action });
}

/** As if a minute had passed since the process renewed what it holds. */
function letClaimsExpire(pid: number | undefined): Promise<void> {
  return database.run(`UPDATE migrator.claim SET expires_at = 1 WHERE pid = ${pid}`);
}

/** The repository that the process works on. */
async function claimOf(pid: number | undefined): Promise<string | undefined> {
  const client = await database.connect();
  const { rows } = await client.query(
    `SELECT source FROM migrator.claim WHERE pid = $1 AND source <> '' AND source NOT LIKE '% %'
     AND expires_at > 1`,
    [pid],
  );
  await client.end();
  return rows[0]?.source;
}

describe('a worker that is stopped beyond its claim and comes back', () => {
  it('writes nothing more about what another has ended, and goes on with other repositories', async () => {
    const slugs = ['one', 'two', 'three', 'four'];
    await addAll(place, ...slugs);
    slowDown(200);
    const stopped = place.start(worker, environment);
    await stopped.until('is waiting for migrations');
    const run = place.start(migrate, environment);
    await stopped.until(/\w+: push \.\.\./);
    stopped.child.kill('SIGSTOP');
    const lost = (await claimOf(stopped.child.pid)) ?? '';
    expect(lost).not.toBe('');
    await letClaimsExpire(stopped.child.pid);
    expect((await run.ended).stdout).toContain('5 done, 0 skipped, 0 failed');
    place.sandbox.faults.clear();
    const before = writes();
    stopped.child.kill('SIGCONT');
    await stopped.until('Stopped working on mig_');
    expect(writes()).toEqual(before);
    for (const slug of slugs) expect(hasMoved(place, slug)).toBe(true);
    const conversations = conversationsOf(place, 'web');
    expect(new Set(conversations).size).toBe(conversations.length);

    await addRepositories(place, 'five', 'six', 'seven', 'eight');
    slowDown(300);
    const next = place.start(migrate, environment);
    await stopped.until(/done +(five|six|seven|eight)/);
    expect((await next.ended).stdout).toContain('4 done, 0 skipped, 0 failed');
    stopped.child.kill('SIGTERM');
    expect((await stopped.ended).code).toBe(0);
  });
});

describe('three processes, one with a clock that is an hour ahead', () => {
  it('come to the same end as one process with its state in a folder', async () => {
    const slugs = ['one', 'two', 'three'];
    await using usual = await unlimited();
    await Promise.all([addAll(usual, ...slugs), addAll(place, ...slugs)]);
    const workers = [
      place.start(worker, { ...environment, ...onMachine('ahead', { clockAhead: 3_600_000 }) }),
      place.start(worker, environment),
    ];
    for (const one of workers) await one.until('is waiting for migrations');
    slowDown(20);
    const [alone, together] = await Promise.all([
      usual.runAlone(migrate),
      place.runAlone(migrate, environment),
    ]);
    expect([alone.code, together.code]).toEqual([0, 0]);
    expect(together.stdout).toContain('4 done, 0 skipped, 0 failed');
    const formsOf = ({ sandbox }: Workplace) =>
      sandbox.github.repositories
        .map(readTarget)
        .sort((one, other) => one.name.localeCompare(other.name, 'en'));
    expect(formsOf(place)).toEqual(formsOf(usual));
    expect(conversationsOf(place, 'web')).toHaveLength(conversationsOf(usual, 'web').length);
    const client = await database.connect();
    const { rows } = await client.query(
      `SELECT max(expires_at) - migrator.now_ms() AS ahead FROM migrator.claim`,
    );
    const shown = await client.query(
      `SELECT count(*)::integer AS many FROM migrator.claim WHERE hostname = 'ahead' AND source NOT LIKE '% %' AND source <> ''`,
    );
    await client.end();
    expect(Number(rows[0]?.ahead)).toBeLessThanOrEqual(40_000);
    expect(shown.rows[0]?.many).toBeGreaterThan(0);
    for (const one of workers) {
      one.child.kill('SIGTERM');
      expect((await one.ended).code).toBe(0);
    }
  });
});
