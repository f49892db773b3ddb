import { interrupted, type MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { RunCounts } from '../../ports/events.ts';
import type { RepositoriesOutcome, RunRepositories } from './repositories-run.ts';
import type { JobOutcome } from './repository-job.ts';
import { createScheduler } from './scheduler.ts';

/** Works through the repositories with as many workers as the options say. One that fails does not stop the others. */
export async function runRepositories(run: RunRepositories): Promise<RepositoriesOutcome> {
  const { context } = run;
  const { runController } = context;
  const stop = new AbortController();
  let stoppedBy: MigratorError | null = null;
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const ending = AbortSignal.any([signal, run.drain]);
  const outcomes = new Map<string, JobOutcome>();
  const scheduler = createScheduler({
    ...run,
    signal,
    outcomes,
    isOver: () => ending.aborted,
    onError(thrown) {
      const error = toMigratorError(thrown);
      // The others may end their steps.
      if (error.code === 'interrupted' && run.drain.aborted) return;
      stoppedBy ??= error;
      stop.abort(stoppedBy);
    },
  });

  async function worker(): Promise<void> {
    for (;;) {
      const planned = await scheduler.next();
      if (planned === null) return;
      await scheduler.give(planned);
    }
  }

  ending.addEventListener('abort', scheduler.lookAgain, { once: true });
  runController.handleBy(scheduler.handler);
  const workers = Math.min(context.options.workers, run.repositories.length);
  try {
    await Promise.all(Array.from({ length: workers }, worker));
    await scheduler.settled();
  } finally {
    runController.handleBy(null);
    ending.removeEventListener('abort', scheduler.lookAgain);
  }
  if (stoppedBy === null && ending.aborted) {
    stoppedBy = interrupted();
  }
  return { counts: countsOf(outcomes), stoppedBy };
}

function countsOf(outcomes: ReadonlyMap<string, JobOutcome>): RunCounts {
  const counts = { succeeded: 0, skipped: 0, failed: 0 };
  for (const outcome of outcomes.values()) counts[outcome] += 1;
  return counts;
}
