import type { MigratorError } from '../../../kernel/errors.ts';
import { type JoinRun, joinRun } from '../join-run.ts';
import { type ClaimedTask, takeTasks } from './take-tasks.ts';

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
export function joinTask(
  job: JoinRun,
  { concurrency, work }: JoinTask,
): Promise<MigratorError | null> {
  const { services, migration, run, signal } = job;
  const ended = new AbortController();
  const over = AbortSignal.any([ended.signal, job.drain]);
  let isIdle = false;
  return joinRun(job, { onFailure: 'end' }, async ({ share, hasEnded }) => {
    try {
      await takeTasks({
        ...{ share, clock: services.clock, concurrency, over, signal },
        hasEnded: (source) =>
          job.sharing.runs.hasResult({ migration: migration.id, run: run.id, source }),
        async work(task) {
          isIdle = false;
          await task.claim.saveResult(await work({ ...task, drain: over }));
          const message = `${run.task} done: ${task.source}`;
          services.emit({ type: 'log', level: 'info', message });
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
      if (!ended.signal.aborted) throw thrown;
    }
    return null;
  });
}
