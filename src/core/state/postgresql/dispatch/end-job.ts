import type { PgBoss } from 'pg-boss';
import type { FetchedJob } from './job-data.ts';

/** What pg-boss answers, which its types leave out. */
interface CommandResult {
  readonly affected?: number;
}

/** Takes a job out of its queue. @returns whether it was still this attempt's */
export function removeJob(boss: PgBoss, { name, id, retryCount }: FetchedJob): Promise<boolean> {
  return changed(boss.deleteJob(name, { id, retryCount }));
}

/** Puts a job back into its queue. @returns whether it was still this attempt's */
export function failJob(
  boss: PgBoss,
  { name, id, retryCount }: FetchedJob,
  reason: string | null,
): Promise<boolean> {
  return changed(boss.fail(name, { id, retryCount }, reason === null ? null : { reason }));
}

async function changed(command: Promise<CommandResult>): Promise<boolean> {
  try {
    return (await command).affected === 1;
  } catch (thrown) {
    // The migration was purged.
    if ((thrown as { code?: unknown }).code === 'PGBOSS_QUEUE_NOT_FOUND') return false;
    throw thrown;
  }
}
