import type { FoundQueues } from '../../../ports/state/dispatcher.ts';
import { deleteQueues } from './missing-queue.ts';
import { fits } from './queue-names.ts';
import { queuesOf } from './take-next.ts';
import type { QueueTools } from './taken-repository.ts';

/** Finds the queues of repositories of all runs. */
export function findQueues({
  boss,
  database,
}: Pick<QueueTools, 'boss' | 'database'>): Promise<FoundQueues> {
  return database.guard(async () => {
    const names = await queuesOf(boss, 'repository', { waves: null });
    return {
      deleteExcept: (migrations) =>
        database.guard(() => {
          const kept = { migrations, waves: null };
          const ended = names.filter((name) => !fits(name, 'repository', kept));
          return deleteQueues(boss, ended);
        }),
    };
  });
}
