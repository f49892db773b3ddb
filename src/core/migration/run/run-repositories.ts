import { interrupted, type MigratorError, toMigratorError } from '../../kernel/errors.ts';
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
    isOver: () => ending.aborted,
    onError(thrown) {
      const error = toMigratorError(thrown);
      // The others may end their steps.
      if (error.code === 'interrupted' && run.drain.aborted) return;
      stoppedBy ??= error;
      stop.abort(stoppedBy);
    },
  });

  ending.addEventListener('abort', scheduler.lookAgain, { once: true });
  runController.handleBy(scheduler.handler);
  const workers = Math.min(context.options.workers, run.repositories.length);
  try {
    await Promise.all(Array.from({ length: workers }, scheduler.work));
    await scheduler.settled();
  } finally {
    runController.handleBy(null);
    ending.removeEventListener('abort', scheduler.lookAgain);
  }
  return { stoppedBy: stoppedBy ?? (ending.aborted ? interrupted() : null) };
}
