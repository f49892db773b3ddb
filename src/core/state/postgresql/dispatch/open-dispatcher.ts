import type { Clock } from '../../../kernel/clock.ts';
import type { Redactor } from '../../../kernel/redact.ts';
import type { Dispatcher } from '../../../ports/state/dispatcher.ts';
import { type ConnectionOptions, DatabaseConnection } from '../connection/database-connection.ts';
import { findQueues } from './find-queues.ts';
import { QueueDatabase } from './queue-database.ts';
import { createQueueing } from './queue-repositories.ts';
import { startBoss } from './start-boss.ts';
import { createFetch } from './take-next.ts';
import { TakenJobs } from './taken-jobs.ts';
import { takenRepository } from './taken-repository.ts';
import { createTimers } from './timers.ts';

export interface DispatcherOptions extends ConnectionOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
}

/**
 * Opens the queue in a PostgreSQL database, which is created with the first that opens it. The server's clock decides.
 * @throws `state` where the database cannot be used, or holds a queue of a newer version
 */
export async function openDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { place, redactor } = options;
  const connection = new DatabaseConnection(options);
  const database = new QueueDatabase(connection, place);
  const boss = await database
    .guard(() => startBoss(database, place))
    .catch(async (error: unknown) => {
      await connection.close();
      throw error;
    });
  const taken = new TakenJobs(boss);
  const tools = { boss, database, taken, redactor };
  const fetch = createFetch(boss, place);
  const queue = createQueueing(tools);
  return {
    ...createTimers(tools, fetch),
    queue: (repositories) => database.guard(() => queue(repositories)),
    take: (selection) =>
      database.guard(async () => {
        const job = await fetch('repository', selection);
        return job === null ? null : takenRepository(tools, job);
      }),
    findQueues: () => findQueues(tools),
    async close() {
      taken.stop();
      await boss.stop({ graceful: false, close: false });
      await connection.close();
    },
  };
}
