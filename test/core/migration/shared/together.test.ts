import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createScoped } from '../../../../src/core/kernel/async/scoped.ts';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type { HeldLease } from '../../../../src/core/migration/control/write-guard.ts';
import type { MigrationServices } from '../../../../src/core/migration/migration-context.ts';
import type { JoinRun } from '../../../../src/core/migration/shared/join-run.ts';
import { eachTogether } from '../../../../src/core/migration/shared/together/each-together.ts';
import { joinTask } from '../../../../src/core/migration/shared/together/join-task.ts';
import { shareIfFree } from '../../../../src/core/migration/shared/together/share-if-free.ts';
import { newRun, type Together } from '../../../../src/core/migration/shared/together/together.ts';
import type { Migration } from '../../../../src/core/ports/records/migration.ts';
import type { ClaimWriter, SharedRun } from '../../../../src/core/ports/state/shared-run.ts';
import type { MigrationWriter, Store } from '../../../../src/core/ports/store.ts';
import { openDispatcher } from '../../../../src/core/state/postgresql/dispatch/open-dispatcher.ts';
import { createPostgresqlStore } from '../../../../src/core/state/postgresql/postgresql-store.ts';
import { openTestDatabase, type TestDatabase } from '../../../helpers/postgresql/test-database.ts';
import { markerKey, openDirectly } from '../../state/postgresql/database-place.ts';

const migration: Migration = {
  id: 'mig_000000000001',
  planDigest: 'digest',
  planText: '{"version":1}',
  source: { kind: 'bitbucket-cloud', workspace: 'acme' },
  target: { organization: 'acme-org' },
  settings: '{}',
  status: 'completed',
  createdAt: 1000,
  updatedAt: 1000,
};
const slugs = ['ant', 'bee', 'cat', 'dog', 'eel', 'fox'];
const never = new AbortController().signal;
const schema = z.object({ name: z.string(), by: z.number() });
type Result = z.infer<typeof schema>;

let database: TestDatabase;
let alive: Set<number>;
let opened: Store[];
/** How many times as fast as time the processes' clocks go. */
let pace: number;
/** Ends what a test leaves hanging. */
let over: AbortController;
beforeEach(async () => {
  database = await openTestDatabase();
  [alive, opened, pace, over] = [new Set([1, 2, 3]), [], 1, new AbortController()];
  await open().createMigration(
    migration,
    slugs.map((slug) => ({ source: slug, target: slug })),
  );
});
afterEach(async () => {
  over.abort();
  for (const store of opened) await store.close();
  await database[Symbol.asyncDispose]();
});

function open(): Store {
  const store = createPostgresqlStore({
    ...{ place: database.name, open: () => openDirectly(database.url), clock: systemClock },
    ...{ isProcessAlive: (pid) => alive.has(pid), hostname: 'here', machine: 'this one' },
    ...{ redactor: new Redactor(), markerKey },
  });
  opened.push(store);
  return store;
}

/** A process with connections of its own. */
function processOf(pid: number) {
  const store = open();
  const runs = store.shared;
  if (runs === null) throw new Error('nothing is shared');
  const clock = { ...systemClock, now: () => Date.now() * pace };
  const connection = { place: database.name, open: () => openDirectly(database.url), clock };
  const services = {
    ...{ store, clock, process: { pid, hostname: 'here' }, held: createScoped<HeldLease>() },
    emit: () => {},
    sharing: {
      runs,
      openDispatcher: () => openDispatcher({ ...connection, redactor: new Redactor() }),
    },
  };
  return { pid, services, sharing: services.sharing, store };
}

/** Has no end by itself. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Error('cut off'));
    AbortSignal.any([signal, over.signal]).addEventListener('abort', stop, { once: true });
  });
}

type Work = (source: string, signal: AbortSignal) => Promise<unknown>;

async function lead(options: {
  pid: number;
  work?: Work;
  concurrency?: number;
  run?: SharedRun;
}): Promise<{ results: readonly Result[]; told: readonly string[] }> {
  const { pid, work = async () => {}, concurrency = 1, run = newRun('verify', {}) } = options;
  const { services, sharing, store } = processOf(pid);
  const writer = await store.acquire(migration.id, services.process, 'verify');
  const told: string[] = [];
  const together: Together = { services, sharing, migration: migration.id, writer, run };
  try {
    const results = await eachTogether<Result>({
      ...{ together, concurrency, writer: null, schema, what: 'what was tried', signal: never },
      repositories: slugs.map((source) => ({ source })),
      async work({ source, signal }) {
        await work(source, signal);
        return { name: source, by: pid };
      },
      onResult: ({ name }) => void told.push(name),
    });
    return { results, told };
  } finally {
    await writer.release();
  }
}

/** Joins the next run that there is. @param work gives what is handed over, if anything else than usual */
async function join(pid: number, work: Work = async () => {}, concurrency = 1) {
  const { services, sharing } = processOf(pid);
  const run = await vi.waitUntil(() => sharing.runs.findRun(migration.id), {
    timeout: 20_000,
  });
  const dispatcher = await sharing.openDispatcher();
  const did: string[] = [];
  const job = {
    ...{ services, sharing, dispatcher, migration, run, waves: null },
    ...{ signal: never, drain: over.signal },
  } as unknown as JoinRun;
  try {
    const stopped = await joinTask(job, {
      concurrency,
      async work({ source, signal }) {
        const result = await work(source, signal);
        did.push(source);
        return result ?? { name: source, by: pid };
      },
    });
    return { did, stopped };
  } finally {
    await dispatcher.close();
  }
}

/** Until a test lets it go on. */
function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function rowsOf(table: string): Promise<number> {
  const client = await database.connect();
  const { rows } = await client.query(`SELECT count(*)::integer AS n FROM migrator.${table}`);
  await client.end();
  return rows[0].n;
}

describe('work that several processes share', () => {
  it('is done once for each repository, and gathered in order', async () => {
    const bothWork = gate();
    const started: string[] = [];
    const work = async (source: string) => {
      started.push(source);
      if (started.length === 2) bothWork.open();
      await bothWork.opened;
    };
    const joined = join(2, work);
    const { results, told } = await lead({ pid: 1, work });
    expect(results.map(({ name }) => name)).toEqual(slugs);
    expect(new Set(results.map(({ by }) => by))).toEqual(new Set([1, 2]));
    expect([...told].sort()).toEqual(slugs);
    expect([...started].sort()).toEqual(slugs);
    const { did, stopped } = await joined;
    expect([...did].sort()).toEqual(results.filter(({ by }) => by === 2).map(({ name }) => name));
    expect(stopped).toBeNull();
    expect([await rowsOf('run'), await rowsOf('run_result')]).toEqual([0, 0]);
  });

  it('is taken over from a process that died, whose late result does not count', async () => {
    const dead = gate();
    const late: unknown[] = [];
    const joined = join(2, async (source, signal) => {
      dead.open();
      await hang(signal).catch(() => {});
      late.push(source);
    });
    const { results } = await lead({
      pid: 1,
      async work() {
        await dead.opened;
        alive.delete(2);
      },
    });
    expect(results.map(({ by }) => by)).toEqual(slugs.map(() => 1));
    over.abort();
    expect((await joined).did).toEqual(late);
    expect(late).toHaveLength(1);
  });

  it('begins anew where the process that led it died, and takes no result of the run before', async () => {
    const begun = gate();
    const handedOver = gate();
    const first = lead({
      pid: 1,
      async work(_, signal) {
        begun.open();
        await hang(signal);
      },
    });
    first.catch(() => {});
    await begun.opened;
    const joined = join(2, async (source) => {
      if (source === 'cat') handedOver.open();
      return { name: source, by: 99 };
    });
    await handedOver.opened;
    alive.delete(1);
    const { results } = await lead({ pid: 3 });
    expect(results).toEqual(slugs.map((name) => ({ name, by: 3 })));
    await joined;
    expect(await rowsOf('run_result')).toBe(0);
  });

  it('ends with a sentence where another process hands over what cannot be read', async () => {
    const handedOver = gate();
    const joined = join(2, async () => {
      handedOver.open();
      return { name: 7, text: 'of a newer version' };
    });
    const leading = lead({ pid: 1, work: () => handedOver.opened });
    await expect(leading).rejects.toMatchObject({
      code: 'state',
      message: expect.stringMatching(/^Cannot read what was tried of \w+ from another process$/),
      hint: expect.stringContaining('one version of the program on all machines'),
    });
    await joined;
    expect(await rowsOf('run')).toBe(0);
  });

  it('leaves a repository that failed in another process to the one that leads', async () => {
    const failed = gate();
    const joined = join(2, async () => {
      failed.open();
      throw new Error('the network is away here');
    });
    joined.catch(() => {});
    const { results } = await lead({ pid: 1, work: () => failed.opened });
    expect(results.map(({ by }) => by)).toEqual(slugs.map(() => 1));
    await expect(joined).rejects.toThrow('the network is away here');
  });

  it('keeps no worker where nobody leads it any more', async () => {
    pace = 30;
    const { store, services } = processOf(1);
    const writer = await store.acquire(migration.id, services.process, 'verify');
    await writer.share?.(newRun('verify', {}));
    const joined = join(2);
    alive.delete(1);
    expect((await joined).did).toEqual([]);
    expect(await rowsOf('run')).toBe(0);
  });
});

describe('sharing what only reads', () => {
  async function isShared(pid: number, task: SharedRun['task'] = 'verify'): Promise<boolean> {
    const { services } = processOf(pid);
    const run = newRun(task, {});
    return shareIfFree(
      services as unknown as MigrationServices,
      { migration: migration.id, run },
      async (shared) => shared !== null,
    );
  }
  async function held(): Promise<MigrationWriter> {
    const { store, services } = processOf(1);
    return store.acquire(migration.id, services.process, 'verify');
  }

  it('takes place where nobody works on the migration', async () => {
    expect(await isShared(2)).toBe(true);
    const writer = await held();
    expect(await isShared(2)).toBe(false);
    await writer.release();
    expect(await isShared(2)).toBe(true);
  });

  it('leaves a run alone whose workers go on by themselves', async () => {
    const writer = await held();
    const run: SharedRun = { id: randomUUID(), task: 'migrate', options: '{}' };
    await writer.share?.(run);
    const { sharing, services } = processOf(3);
    const of = { migration: migration.id, run: run.id, source: 'ant' };
    const claim: ClaimWriter | null = await sharing.runs.claim(of, services.process);
    await writer.release();
    expect(await isShared(2)).toBe(false);
    await claim?.release();
    expect(await isShared(2)).toBe(false);
    expect(await sharing.runs.findRun(migration.id)).toEqual(run);
  });
});
