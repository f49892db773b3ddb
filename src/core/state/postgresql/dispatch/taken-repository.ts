import type { PgBoss } from 'pg-boss';
import type { Redactor } from '../../../kernel/redact.ts';
import type { TakenRepository } from '../../../ports/state/dispatcher.ts';
import { failJob, removeJob } from './end-job.ts';
import type { HeldJobs } from './held-jobs.ts';
import { type FetchedJob, keyOf, readJob, toJobData } from './job-data.ts';
import type { QueueDatabase } from './queue-database.ts';
import { queueName, storable } from './queue-names.ts';
import { createQueue } from './queue-options.ts';
import { nextPriority } from './queue-rows.ts';

/** What the parts of the dispatcher share. */
export interface QueueTools {
  readonly boss: PgBoss;
  readonly database: QueueDatabase;
  readonly held: HeldJobs;
  /** Why something failed may echo what a host answered. */
  readonly redactor: Redactor;
}

/** A job that was fetched; its heartbeat is kept from now on. */
export function takenRepository(tools: QueueTools, job: FetchedJob): TakenRepository {
  const { boss, database, held, redactor } = tools;
  const repository = readJob(job);
  const redacted = (reason: string) => storable(redactor.text(reason));
  async function end(work: () => Promise<unknown>): Promise<void> {
    try {
      await database.guard(work);
    } finally {
      // Also where the database is away: kept alive, it would be given to nobody else.
      held.remove(job);
    }
  }
  held.add(job);
  return {
    ...repository,
    attempt: job.retryCount + 1,
    done: () => end(() => removeJob(boss, job)),
    putBack: ({ afterMilliseconds, reason }) =>
      end(() =>
        database.transaction(async () => {
          const why = reason === undefined ? null : redacted(reason);
          if (!(await failJob(boss, job, why))) return;
          await boss.update(job.name, undefined, {
            id: job.id,
            startAfter: Math.max(0, Math.ceil(afterMilliseconds)) / 1000,
            ...(reason === undefined
              ? {}
              : { priority: await nextPriority(database.query, repository.migration) }),
          });
        }),
      ),
    giveUp: (reason) =>
      end(async () => {
        const dead = queueName('dead', repository.migration);
        await createQueue(boss, 'dead', dead);
        await database.transaction(async () => {
          if (!(await removeJob(boss, job))) return;
          const data = { ...toJobData(redactor, repository), reason: redacted(reason) };
          const key = { singletonKey: keyOf(repository), group: { id: repository.task } };
          await boss.upsert(dead, data, key);
        });
      }),
  };
}
