import type { DispatchedRepository, Dispatcher } from '../../../ports/state/dispatcher.ts';
import { findLost } from '../../../work/find-lost.ts';
import { nothingDecided } from '../../../work/shared-queue.ts';
import { takeResults } from '../../../work/take-results.ts';
import { shareRun } from '../share-run.ts';
import { takeTurns } from './take-turns.ts';
import type { EachTogether, Together } from './together.ts';

/** Shares a run, works on it, and gathers what all processes hand over. */
export function leadRun<Result>(
  together: Together,
  job: EachTogether<Result>,
): Promise<readonly Result[]> {
  const { services, migration, run } = together;
  const tasks = job.repositories.map(({ source, wave, decided = nothingDecided }) => ({
    ...{ migration, source, task: run.task, run: run.id, decided },
    wave: wave === undefined ? null : String(wave),
  }));
  const { repositories, signal } = job;
  const shared = { repositories, signal, clock: services.clock, tasks, onFailure: 'end' } as const;
  return shareRun({ ...together, ...shared }, async ({ dispatcher, othersEnd }) => {
    const result = await gather(together, { ...job, dispatcher, tasks });
    await othersEnd();
    return { result, left: false };
  });
}

interface Gather<Result> extends EachTogether<Result> {
  readonly dispatcher: Dispatcher;
  readonly tasks: readonly DispatchedRepository[];
}

async function gather<Result>(
  { services, sharing, migration, run }: Together,
  job: Gather<Result>,
): Promise<readonly Result[]> {
  const { dispatcher, tasks, signal } = job;
  const { runs } = sharing;
  const open = new Map(tasks.map((task) => [task.source, task]));
  const results = new Map<string, Result>();
  const over = new AbortController();
  const endIfDone = () => {
    if (open.size === 0) over.abort();
  };
  function take(source: string, result: Result): void {
    if (!open.delete(source)) return;
    results.set(source, result);
    job.onResult(result);
    endIfDone();
  }
  endIfDone();
  await takeTurns({
    ...{ services, runs, dispatcher, migration, run, signal, over: over.signal },
    ...{ waves: null, concurrency: Math.min(job.concurrency, tasks.length) },
    hasEnded: async (source) => !open.has(source),
    async work({ source, claim, signal: stop, failing }) {
      const result = await job.work({ source, writer: claim, signal: stop, failing });
      // Without the claim it would be another process's.
      await claim.saveResult(null);
      take(source, result);
    },
    takeLost: findLost({ runs, migration, open, now: services.clock.now }),
    async everySecond() {
      const taken = await takeResults({ ...job, runs, of: { migration, run: run.id } });
      for (const { source, result } of taken) take(source, result);
    },
  });
  return job.repositories.flatMap(({ source }) => results.get(source) ?? []);
}
