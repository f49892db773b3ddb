import { interrupted, type MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { runTasks } from '../../work/run-tasks.ts';
import type { RunRepositories } from './repositories-run.ts';
import { createScheduler } from './scheduler.ts';

/**
 * Works through the repositories with as many workers as the options say. One that fails does not stop the others.
 * @returns why the run ended before all repositories had their turn
 */
export async function runRepositories(
  run: RunRepositories,
): Promise<{ readonly stoppedBy: MigratorError | null }> {
  const { context } = run;
  const { runController } = context;
  const stop = new AbortController();
  let stoppedBy: MigratorError | null = null;
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const ending = AbortSignal.any([signal, run.drain]);
  const scheduler = createScheduler({
    ...run,
    signal,
    over: ending,
    onError(thrown) {
      const error = toMigratorError(thrown);
      // The others may end their steps.
      if (error.code === 'interrupted' && run.drain.aborted) return;
      stoppedBy ??= error;
      stop.abort(stoppedBy);
    },
  });

  runController.handleBy(scheduler.handler);
  const workers = Math.min(context.options.workers, run.repositories.length);
  try {
    await runTasks({ ...scheduler, lanes: workers, room: context.lanes });
    await scheduler.settled();
  } finally {
    runController.handleBy(null);
  }
  return { stoppedBy: stoppedBy ?? (ending.aborted ? interrupted() : null) };
}
