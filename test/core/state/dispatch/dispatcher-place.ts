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
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((one) => one.close()));
      await database[Symbol.asyncDispose]();
    },
  };
}

export function repository(given: Partial<DispatchedRepository> = {}): DispatchedRepository {
  const plain = { migration: 'mig_1', source: 'web', task: 'migrate', wave: null } as const;
  return { ...plain, run: 'run-1', decided: '{}', ...given };
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
