import type { PgBoss } from 'pg-boss';
import type { Redactor } from '../../../kernel/redact.ts';
import type { TakenRepository } from '../../../ports/state/dispatcher.ts';
import { failJob, removeJob } from './end-job.ts';
import { type FetchedJob, readJob } from './job-data.ts';
import type { QueueDatabase } from './queue-database.ts';
import type { TakenJobs } from './taken-jobs.ts';

/** The tools that the parts of the dispatcher share. */
export interface QueueTools {
  readonly boss: PgBoss;
  readonly database: QueueDatabase;
  readonly taken: TakenJobs;
  readonly redactor: Redactor;
}

/** A job that was fetched; its heartbeat is kept from now on. */
export function takenRepository(tools: QueueTools, job: FetchedJob): TakenRepository {
  const { boss, database, taken } = tools;
  const repository = readJob(job);
  async function end(work: () => Promise<unknown>): Promise<void> {
    try {
      await database.guard(work);
    } finally {
      // Also where the database is away: kept alive, it would be given to nobody else.
      taken.remove(job);
    }
  }
  taken.add(job);
  return {
    ...repository,
    done: () => end(() => removeJob(boss, job)),
    putBack: ({ afterMilliseconds }) =>
      end(() =>
        database.transaction(async () => {
          if (!(await failJob(boss, job))) return;
          await boss.update(job.name, undefined, {
            id: job.id,
            startAfter: Math.max(0, Math.ceil(afterMilliseconds)) / 1000,
          });
        }),
      ),
  };
}
