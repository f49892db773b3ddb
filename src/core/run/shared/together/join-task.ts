import type { MigratorError } from '../../../kernel/errors.ts';
import { endWithoutLeader, followLeader } from '../../../work/follow-leader.ts';
import type { JoinRun } from '../join-run.ts';
import { type ClaimedTask, takeTurns } from './take-turns.ts';

interface JoinTask {
  /** Repositories at the same time. */
  readonly concurrency: number;
  /** @returns what the process that leads the run reads by its schema */
  readonly work: (task: JoinedTask) => Promise<unknown>;
}

interface JoinedTask extends ClaimedTask {
  /** Aborted: begin nothing new, since this process leaves, or the run has ended. */
  readonly drain: AbortSignal;
}

/** Works on repositories of a run that another process leads, until the run ends or this process is to leave. */
export async function joinTask(
  { services, sharing, dispatcher, migration: { id: migration }, run, ...job }: JoinRun,
  { concurrency, work }: JoinTask,
): Promise<MigratorError | null> {
  const { runs } = sharing;
  const ended = new AbortController();
  const over = AbortSignal.any([ended.signal, job.drain]);
  const joined = { services, runs, dispatcher, migration, run };
  const hasEnded = followLeader(joined);
  let isIdle = false;
  try {
    await takeTurns({
      ...{ services, runs, dispatcher, migration, run, concurrency, over },
      ...{ waves: job.waves, signal: job.signal },
      hasEnded: (source) => runs.hasResult({ migration, run: run.id, source }),
      async work(task) {
        isIdle = false;
        await task.claim.saveResult(await work({ ...task, drain: over }));
        services.emit({ type: 'log', level: 'info', message: `${run.task} done: ${task.source}` });
      },
      async takeLost() {
        isIdle = true;
        return null;
      },
      async everySecond() {
        if (await hasEnded({ isIdle })) ended.abort();
      },
    });
  } catch (thrown) {
    // What was cut off is of no use to anybody.
    if (ended.signal.aborted) return null;
    await endWithoutLeader(joined).catch(() => {});
    throw thrown;
  }
  return null;
}
