import type { Dispatcher } from '../ports/state/dispatcher.ts';
import type { SharedRun, SharedRuns } from '../ports/state/shared-run.ts';
import type { MigrationWriter } from '../ports/store.ts';

/**
 * Records the run that processes may join, or that there is none, and deletes the queues of runs that have ended. They are found
 * before a write that only the process with the lease can make, so that none of them is one that a later run fills.
 */
export async function setRun(
  job: {
    readonly dispatcher: Pick<Dispatcher, 'findQueues'>;
    readonly runs: Pick<SharedRuns, 'listBusy'>;
    readonly migration: string;
    /** Of the migration's lease. */
    readonly writer: Pick<MigrationWriter, 'share'>;
  },
  run: SharedRun | null,
): Promise<void> {
  const { dispatcher, runs, migration, writer } = job;
  const found = await dispatcher.findQueues();
  await writer.share?.(run);
  // After it: what another migration has queued by then is of a run that has begun by then.
  const busy = await runs.listBusy();
  await found.deleteExcept(busy.filter((one) => one !== migration));
}
