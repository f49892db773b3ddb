import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type {
  DispatchedRepository,
  Dispatcher,
  TakenRepository,
} from '../../../../src/core/ports/state/dispatcher.ts';
import {
  type DispatcherPlace,
  openDispatcherPlace,
  repository,
  takeAll,
} from './dispatcher-place.ts';

/** One dispatcher for a file of tests, and a migration for each test. */
export function openOwnMigration() {
  let place: DispatcherPlace;
  let dispatcher: Dispatcher;
  let migration = '';
  let migrations = 0;
  const redactor = new Redactor();
  beforeAll(async () => {
    place = await openDispatcherPlace();
    dispatcher = await place.open({ redactor });
  });
  afterAll(() => place[Symbol.asyncDispose]());
  beforeEach(() => {
    migrations += 1;
    migration = `mig_${migrations}`;
  });
  afterEach(() => place.removeJobs());

  const selection = (waves: readonly string[] | null = null) => ({
    ...{ migrations: [migration], waves },
  });
  const ownRepository = (given: Partial<DispatchedRepository>) =>
    repository({ migration, ...given });
  return {
    redactor,
    get place() {
      return place;
    },
    get dispatcher() {
      return dispatcher;
    },
    get migration() {
      return migration;
    },
    selection,
    repository: ownRepository,
    queue: (...sources: readonly string[]) =>
      dispatcher.queue(sources.map((source) => ownRepository({ source }))),
    /** @throws where nothing waits */
    async take(): Promise<TakenRepository> {
      const taken = await dispatcher.take(selection());
      if (taken === null) throw new Error('nothing waits');
      return taken;
    },
    takeAll: (waves?: readonly string[]) => takeAll(dispatcher, selection(waves)),
    /** Names of the migration's queues, those of repositories and of timers. */
    async queues(): Promise<readonly string[]> {
      const names = await place.listQueues();
      return names.filter((name) => name.split('/')[1] === migration);
    },
    counts: () => place.countJobs(migration),
    async query(sql: string) {
      const client = await place.database.connect();
      try {
        return await client.query<Record<string, string>>(sql);
      } finally {
        await client.end();
      }
    },
  };
}
