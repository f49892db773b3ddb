import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type {
  DispatchedRepository,
  Dispatcher,
} from '../../../../src/core/ports/state/dispatcher.ts';
import {
  type DispatcherOptions,
  openDispatcher,
} from '../../../../src/core/state/postgresql/dispatch/open-dispatcher.ts';
import { openTestDatabase, type TestDatabase } from '../../../helpers/postgresql/test-database.ts';
import { openDirectly } from '../postgresql/database-place.ts';

/** One database for a file of tests, and what has it open. */
export interface DispatcherPlace extends AsyncDisposable {
  readonly database: TestDatabase;
  /** As another process does it. */
  open(given?: Partial<DispatcherOptions>): Promise<Dispatcher>;
  /** Counts a migration's repositories in the queue: `migrate queued` → 2. */
  countJobs(migration: string): Promise<Readonly<Record<string, number>>>;
  listQueues(): Promise<readonly string[]>;
  removeJobs(): Promise<void>;
}

export async function openDispatcherPlace(): Promise<DispatcherPlace> {
  const database = await openTestDatabase();
  const opened: Dispatcher[] = [];
  return {
    database,
    async open(given) {
      const dispatcher = await openDispatcher({
        ...{ place: 'db:5432/state', open: () => openDirectly(database.url), clock: systemClock },
        ...{ redactor: new Redactor(), ...given },
      });
      opened.push(dispatcher);
      return dispatcher;
    },
    async countJobs(migration) {
      const client = await database.connect();
      try {
        const { rows } = await client.query<{ what: string; jobs: number }>(
          `SELECT group_id || CASE WHEN state = 'active' THEN ' active' ELSE ' queued' END AS what,
             count(*)::integer AS jobs
           FROM migrator_queue.job WHERE split_part(name, '/', 1) = 'repository'
             AND split_part(name, '/', 2) = $1 AND state <= 'active' GROUP BY 1`,
          [migration],
        );
        return Object.fromEntries(rows.map(({ what, jobs }) => [what, jobs]));
      } finally {
        await client.end();
      }
    },
    async listQueues() {
      const client = await database.connect();
      const { rows } = await client.query<{ name: string }>(
        "SELECT name FROM migrator_queue.queue WHERE name ~ '^(repository|timer)/' ORDER BY name",
      );
      await client.end();
      return rows.map(({ name }) => name);
    },
    removeJobs: () => database.run('DELETE FROM migrator_queue.job'),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((one) => one.close()));
      await database[Symbol.asyncDispose]();
    },
  };
}

export function repository(given: Partial<DispatchedRepository> = {}): DispatchedRepository {
  const plain = { migration: 'mig_1', source: 'web', task: 'migrate', wave: null } as const;
  return { ...plain, run: 'run-1', taskOptions: '{}', ...given };
}

export const everything = { waves: null };

/** Takes until nothing is left that may be taken now, and ends each. */
export async function takeAll(
  dispatcher: Dispatcher,
  selection: Parameters<Dispatcher['take']>[0] = everything,
): Promise<readonly string[]> {
  const sources: string[] = [];
  for (;;) {
    const taken = await dispatcher.take(selection);
    if (taken === null) return sources;
    sources.push(taken.source);
    await taken.done();
  }
}
