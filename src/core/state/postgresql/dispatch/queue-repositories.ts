import type { DispatchedRepository } from '../../../ports/state/dispatcher.ts';
import { keyOf, toJobData } from './job-data.ts';
import { queueName } from './queue-names.ts';
import { createQueue } from './queue-options.ts';
import { findQueued, nextPriority } from './queue-rows.ts';
import type { QueueTools } from './taken-repository.ts';

/** So many in one transaction: others take the first while the last are still on their way. */
const batchSize = 1000;

/** Queues repositories in their order, which their priorities keep: pg-boss gives all jobs of one statement one time. */
export async function queueRepositories(
  tools: QueueTools,
  repositories: readonly DispatchedRepository[],
): Promise<void> {
  const queues = new Set(repositories.map(queueOf));
  for (const name of queues) await createQueue(tools.boss, 'repository', name);
  for (const [migration, own] of Map.groupBy(repositories, (one) => one.migration)) {
    const once = firstOfEachKey(own);
    for (let start = 0; start < once.length; start += batchSize) {
      await queueBatch(tools, migration, once.slice(start, start + batchSize));
    }
  }
}

function firstOfEachKey(repositories: readonly DispatchedRepository[]) {
  const keys = new Set<string>();
  return repositories.filter((one) => keys.size < keys.add(keyOf(one)).size);
}

async function queueBatch(
  { boss, database, redactor }: QueueTools,
  migration: string,
  batch: readonly DispatchedRepository[],
): Promise<void> {
  await database.transaction(async () => {
    const queued = await findQueued(database.query, migration, batch.map(keyOf));
    const missing = batch.filter((one) => !queued.has(keyOf(one)));
    if (missing.length === 0) return;
    const first = await nextPriority(database.query, migration);
    const jobs = missing.map((one, position) => ({
      queue: queueOf(one),
      job: {
        data: toJobData(redactor, one),
        singletonKey: keyOf(one),
        group: { id: one.task },
        priority: first - position,
      },
    }));
    for (const [name, own] of Map.groupBy(jobs, ({ queue }) => queue)) {
      await boss.insert(
        name,
        own.map(({ job }) => job),
        { returnId: false },
      );
    }
  });
}

const queueOf = ({ migration, wave }: DispatchedRepository) =>
  queueName('repository', migration, wave);
