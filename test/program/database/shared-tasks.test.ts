import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import { claimedBy, startWorkerHere } from '../../helpers/program/worker-here.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addPullRequests, addRepositories } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings, settingsOnTarget } from '../../helpers/settings/settings-place.ts';

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
const slugs = ['one', 'two', 'three', 'four', 'five', 'six'];

/** Migrates what plan.json has. */
async function migrated(own: Workplace, variables = {}, ...flags: readonly string[]) {
  await own.run(['migrate', '--plan', 'plan.json', ...flags], variables);
  const { stdout } = await own.run(['status', '--list'], variables);
  return /mig_[0-9a-z]{12}/.exec(stdout)?.[0] ?? '';
}

/** While a worker of another machine takes its share, which it has done by the end. */
async function withWorker(use: () => Promise<void>): Promise<void> {
  const leave = await startWorkerHere(place, environment);
  try {
    await use();
    expect((await claimedBy(database)).get('other')?.length).toBeGreaterThan(0);
  } finally {
    await leave();
  }
}

/** The repositories that a process begins with keep it until a worker has joined. */
function keepBusy(times = 4): void {
  const action = { kind: 'slow', ms: 4000 } as const;
  place.sandbox.faults.add({ host: 'github', path: /\/repos\//, times, action });
}

/** Requests of their REST and GraphQL APIs, as the hosts have seen them. */
function countRequests(): number {
  return place.sandbox.requests.filter(({ host }) => !host.endsWith('-git')).length;
}

describe('verify with a worker', () => {
  it('reports what one process reports, and counts the requests of both', async () => {
    await addPullRequests(place, 'web');
    await addRepositories(place, ...slugs);
    place.write('plan.json', place.plan('web', ...slugs));
    const migration = await migrated(place, environment);
    const odd = place.sandbox.github.findRepository(`${place.sandbox.organization}/two`);
    if (odd === null || odd === undefined) throw new Error('it was not migrated');
    odd.description = 'changed by hand';
    const verify = ['verify', '--migration', migration, '--json', '--reread-source'];
    const alone = await place.run(verify, environment);
    await withWorker(async () => {
      keepBusy();
      const before = countRequests();
      const together = await place.run(verify, environment);
      const [one, both] = [alone, together].map(({ stdout }) => JSON.parse(stdout));
      const sent = both.requests.hosts as readonly { requests: number }[];
      // The source's credentials are verified before anything is counted.
      const counted = countRequests() - before - 1;
      expect(sent.reduce((sum, { requests }) => sum + requests, 0)).toBe(counted);
      expect(both.requests.ref_lists).toBe(one.requests.ref_lists);
      const { at: _, requests: __, sha256: ___, ...rest } = one;
      expect(both).toMatchObject(rest);
      expect(rest.counts.defects).toBe(1);
      expect([alone.code, together.code]).toEqual([6, 6]);
    });
  });
});

describe('settings with a worker', () => {
  it('applies and reports what one process does, and nothing twice', async () => {
    await using other = await unlimited();
    const apply = async (own: Workplace, variables = {}) => {
      await addSettings(own, ...slugs);
      const id = await migrated(own, variables, '--settings', 'none');
      return ['settings', '--migration', id, '--settings', 'active', '--json'];
    };
    const alone = await other.run(await apply(other));
    const command = await apply(place, environment);
    await withWorker(async () => {
      keepBusy();
      const together = await place.run(command, environment);
      const [one, both] = [alone, together].map(({ stdout }) => JSON.parse(stdout));
      expect({ ...both, migration: one.migration }).toEqual(one);
      expect(together.code).toBe(alone.code);
    });
    for (const slug of slugs) {
      expect(settingsOnTarget(place, slug)).toEqual(settingsOnTarget(other, slug));
    }
  });
});

describe('settings with a worker that is killed', () => {
  it('are the same in each repository, and none is there twice', async () => {
    await addSettings(place, ...slugs);
    const id = await migrated(place, environment, '--settings', 'none');
    keepBusy();
    const action = { kind: 'slow', ms: 100 } as const;
    place.sandbox.faults.add({ host: 'github', path: /\/repos\//, times: 1000, action });
    const worker = place.start(['worker', '--max', '2'], environment);
    await worker.until('is waiting for migrations');
    const apply = ['settings', '--migration', id, '--settings', 'active'];
    const applying = place.run(apply, environment);
    const isAtWork = async () => (await claimsOf(worker.child.pid)) > 0;
    await vi.waitFor(async () => expect(await isAtWork()).toBe(true), 20_000);
    worker.child.kill('SIGKILL');
    await worker.ended;
    place.sandbox.faults.clear();
    expect((await applying).code).toBe(0);
    const [first, ...others] = slugs.map((slug) => settingsOnTarget(place, slug));
    // A key is taken only once.
    for (const one of others) expect({ ...one, keys: first?.keys }).toEqual(first);
    expect(first?.rulesets.map(({ title }) => title)).toHaveLength(2);
  });

  /** Repositories that a process works on. */
  async function claimsOf(pid: number | undefined): Promise<number> {
    const client = await database.connect();
    const { rows } = await client.query(
      `SELECT FROM migrator.claim
       WHERE pid = $1 AND source <> '' AND source NOT LIKE '% %' AND expires_at > migrator.now_ms()`,
      [pid],
    );
    await client.end();
    return rows.length;
  }
});

describe('secrets scaffold with a worker', () => {
  const scaffold = [
    ...['secrets', 'scaffold', '--manifest', 'secrets.yaml', '--target-org', 'acme'],
    ...['--plan', 'plan.json', '--json'],
  ];

  async function prepare(own: Workplace, variables = {}): Promise<void> {
    await addRepositories(own, ...slugs);
    await migrated(own, variables);
    const secrets = [{ name: 'NPM_TOKEN' }, { name: 'DEPLOY_KEY' }];
    const wanted = { secrets, environments: { live: [{ name: 'NPM_TOKEN' }] } };
    const repositories = Object.fromEntries(slugs.map((slug) => [slug, wanted]));
    own.write('secrets.yaml', { repositories });
  }

  /** Names and values' states, of repositories and their environments. */
  function secretsOf({ sandbox: { github } }: Workplace) {
    return slugs.map((slug) => {
      const repository = github.findRepository(`acme/${slug}`);
      if (repository === null) throw new Error(`no ${slug}`);
      const { id } = repository;
      const names = ({ secrets }: { secrets: ReadonlyMap<string, unknown> }) => [...secrets.keys()];
      const live = github.secrets.environmentsOf(id).get('live');
      return [names(github.secrets.ofRepository(id)), live && names(live)];
    });
  }

  it('creates and reports what one process does, and any machine knows the placeholders', async () => {
    await using other = await unlimited();
    await prepare(other);
    const alone = await other.run(scaffold);
    await prepare(place, environment);
    await withWorker(async () => {
      // It creates secrets of one repository at a time.
      keepBusy(1);
      const before = place.sandbox.requests.length;
      const together = await place.run(scaffold, environment);
      const [one, both] = [alone, together].map(({ stdout }) => told(stdout));
      expect(both).toEqual(one);
      expect([alone.code, together.code]).toEqual([0, 0]);
      const puts = place.sandbox.requests
        .slice(before)
        .flatMap(({ method, path }) => (method === 'PUT' ? [path] : []));
      expect(new Set(puts).size).toBe(puts.length);
    });
    expect(secretsOf(place)).toEqual(secretsOf(other));
    rmSync(join(place.folder, 'state', 'secrets'), { recursive: true, force: true });
    const status = scaffold.with(1, 'status');
    const { counts } = JSON.parse((await place.run(status, environment)).stdout);
    expect(counts).toMatchObject({ placeholder: 3 * slugs.length, present: 0 });
  });

  /** The two places have other addresses. */
  function told(stdout: string): unknown {
    return JSON.parse(
      stdout.replace(/127\.0\.0\.1:\d+/g, 'HOST').replace(/environments\/\d+/g, 'ID'),
    );
  }
});
