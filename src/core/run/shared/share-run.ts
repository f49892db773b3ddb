import type { Clock } from '../../kernel/clock.ts';
import type { DispatchedRepository, Dispatcher } from '../../ports/state/dispatcher.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { Sharing } from '../../replica/context/migration-context.ts';
import { othersLetGo } from '../../work/others-let-go.ts';
import { setRun } from '../../work/set-run.ts';

export interface ShareRun {
  readonly sharing: Sharing;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly migration: string;
  /** Of the migration's lease. */
  readonly writer: MigrationWriter;
  readonly run: SharedRun;
  /** Queued for whoever takes them, in this order. */
  readonly tasks: readonly DispatchedRepository[];
  /** All of them, also those that only this process works on. */
  readonly repositories: readonly { readonly source: string }[];
  /** Aborted: nobody waits for the others any more. */
  readonly signal: AbortSignal;
  /** `leave`: others may go on where the work has failed here. */
  readonly onFailure: 'leave' | 'end';
}

/** `left`: this process has stopped before the end, and others may go on. */
export interface Shared<Result> {
  readonly result: Result;
  readonly left: boolean;
}

interface Leading {
  readonly dispatcher: Dispatcher;
  /** Waits until no other process has any of the repositories. */
  readonly othersEnd: () => Promise<void>;
}

/** Shares a run with all processes that join, for as long as this one works on it. */
export async function shareRun<Result>(
  job: ShareRun,
  work: (leading: Leading) => Promise<Shared<Result>>,
): Promise<Result> {
  const { sharing, writer, migration, run } = job;
  const othersEnd = () => othersLetGo({ ...job, runs: sharing.runs });
  const dispatcher = await sharing.openDispatcher();
  const set = (now: SharedRun | null) =>
    setRun({ dispatcher, runs: sharing.runs, migration, writer }, now);
  try {
    await set(run);
    await dispatcher.queue(job.tasks);
    const { result, left } = await work({ dispatcher, othersEnd }).catch(
      async (thrown: unknown) => {
        if (job.onFailure === 'end') await set(null).catch(() => {});
        throw thrown;
      },
    );
    if (!left) await set(null);
    return result;
  } finally {
    await dispatcher.close();
  }
}
