import { afterEach, beforeEach, vi } from 'vitest';
import * as z from 'zod';
import { createScoped } from '../../../../src/core/kernel/async/scoped.ts';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type { Migration } from '../../../../src/core/ports/records/migration.ts';
import type { SharedRun } from '../../../../src/core/ports/state/shared-run.ts';
import type { Store } from '../../../../src/core/ports/store.ts';
import type { WriteLease } from '../../../../src/core/replica/context/write-guard.ts';
import type { JoinRun } from '../../../../src/core/run/shared/join-run.ts';
import { newRun, type RunToLead } from '../../../../src/core/run/shared/lead-run.ts';
import { joinTask } from '../../../../src/core/run/shared/tasks/join-task.ts';
import { workOnEachShared } from '../../../../src/core/run/shared/tasks/work-on-each-shared.ts';
import { openDispatcher } from '../../../../src/core/state/postgresql/dispatch/open-dispatcher.ts';
import { createPostgresqlStore } from '../../../../src/core/state/postgresql/postgresql-store.ts';
import { openTestDatabase, type TestDatabase } from '../../../helpers/postgresql/test-database.ts';
import { markerKey, openDirectly } from '../../state/postgresql/database-place.ts';

export const migration: Migration = {
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
export const slugs = ['ant', 'bee', 'cat', 'dog', 'eel', 'fox'];
const never = new AbortController().signal;
const schema = z.object({ name: z.string(), by: z.number() });
type Result = z.infer<typeof schema>;

type Work = (source: string, signal: AbortSignal) => Promise<unknown>;

/** Until a test lets it go on. */
export function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A migration of six repositories in a database of its own, and processes 1 to 3, for each test of a file. */
export function sharedTaskPlaceForEach() {
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
      ...{ store, clock, process: { pid, hostname: 'here' }, lease: createScoped<WriteLease>() },
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
    const shared: RunToLead = { services, sharing, migration: migration.id, writer, run };
    try {
      const results = await workOnEachShared<Result>({
        ...{ shared, concurrency, writer: null, schema, what: 'what was tried', signal: never },
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
      timeout: 60_000,
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

  async function rowsOf(table: string): Promise<number> {
    const client = await database.connect();
    const { rows } = await client.query(`SELECT count(*)::integer AS n FROM migrator.${table}`);
    await client.end();
    return rows[0].n;
  }

  async function queues(): Promise<readonly string[]> {
    const client = await database.connect();
    const { rows } = await client.query<{ name: string }>(
      "SELECT name FROM migrator_queue.queue WHERE name LIKE 'repository/%' ORDER BY name",
    );
    await client.end();
    return rows.map(({ name }) => name);
  }

  return {
    processOf,
    hang,
    queues,
    url: () => database.url,
    lead,
    join,
    rowsOf,
    die: (pid: number) => void alive.delete(pid),
    endAll: () => over.abort(),
    speedUp(times: number) {
      pace = times;
    },
  };
}
