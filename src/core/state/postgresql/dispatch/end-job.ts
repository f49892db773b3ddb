import type { PgBoss } from 'pg-boss';
import type { FetchedJob } from './job-data.ts';
import { unlessMissing } from './missing-queue.ts';

/** The part of pg-boss's answer that its types leave out. */
interface CommandResult {
  readonly affected?: number;
}

/** Takes a job out of its queue. @returns whether it was still this attempt's */
export function removeJob(boss: PgBoss, { name, id, retryCount }: FetchedJob): Promise<boolean> {
  return changed(boss.deleteJob(name, { id, retryCount }));
}

/** Puts a job back into its queue. @returns whether it was still this attempt's */
export function failJob(boss: PgBoss, { name, id, retryCount }: FetchedJob): Promise<boolean> {
  return changed(boss.fail(name, { id, retryCount }, null));
}

async function changed(command: Promise<CommandResult>): Promise<boolean> {
  return (await unlessMissing(command, {})).affected === 1;
}
