import { randomUUID } from 'node:crypto';
import { chunksOf } from '../../../kernel/chunks.ts';
import type { DispatchedRepository } from '../../../ports/state/dispatcher.ts';
import { keyOf, toJobData } from './job-data.ts';
import { fillQueue } from './missing-queue.ts';
import { queueName } from './queue-names.ts';
import type { QueueTools } from './taken-repository.ts';

/** So many in one statement: others take the first while the last are still on their way. */
const batchSize = 1000;

/**
 * Returns how repositories are queued in their order, which their priorities keep: pg-boss gives all jobs of one statement
 * one time. What is queued later comes after what this process has queued before. Nobody else ever queues into the same
 * queues, so that those of a run that has ended can be deleted while the next run fills its own.
 */
export function createQueueing({ boss, redactor }: Pick<QueueTools, 'boss' | 'redactor'>) {
  const filler = randomUUID();
  let queued = 0;
  const toJob = (one: DispatchedRepository, position: number) => ({
    data: toJobData(redactor, one),
    singletonKey: keyOf(one),
    group: { id: one.task },
    priority: -(queued + position),
  });
  return async (repositories: readonly DispatchedRepository[]): Promise<void> => {
    const jobs = repositories.map((one, position) => ({ one, job: toJob(one, position) }));
    const queueOf = ({ one }: (typeof jobs)[number]) =>
      queueName('repository', one.migration, { wave: one.wave, filler });
    for (const batch of chunksOf(jobs, batchSize)) {
      for (const [name, own] of Map.groupBy(batch, queueOf)) {
        const added = await fillQueue(boss, { kind: 'repository', name }, () =>
          boss.insert(
            name,
            own.map(({ job }) => job),
            { returnId: true },
          ),
        );
        // Most calls add nothing: numbers last for two billion that do.
        if ((added ?? []).length > 0) queued += own.length;
      }
    }
  };
}
