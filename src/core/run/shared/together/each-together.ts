import type { RepositoryWriter } from '../../../ports/state/repository-writer.ts';
import { nothingDecided } from '../../../work/shared-queue.ts';
import { type ResultFormat, takeResults } from '../../../work/take-results.ts';
import { workOnEach } from '../../../work/work-on-each.ts';
import { type Leading, leadRun, type Together } from '../lead-run.ts';
import { toDispatched } from '../shared-work.ts';
import { type Task, takeTurns } from './take-turns.ts';

/** One repository that is worked on here. */
interface Turn {
  readonly source: string;
  /** `null`: nothing is written. */
  readonly writer: RepositoryWriter | null;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted with it, and when work on another repository has failed in this process. */
  readonly failing: AbortSignal;
}

interface EachTogether<Result> extends ResultFormat<Result> {
  /** `null`: this process works by itself. */
  readonly together: Together | null;
  readonly repositories: readonly {
    readonly source: string;
    /** Left out: none. */
    readonly wave?: number | undefined;
    /** Data for a process that joins, as JSON. */
    readonly decided?: string;
  }[];
  /** Repositories at the same time in this process. */
  readonly concurrency: number;
  /** By which this process writes where it works by itself. */
  readonly writer: RepositoryWriter | null;
  /** Does the same as the work of the processes that join. */
  readonly work: (turn: Turn) => Promise<Result>;
  readonly onResult: (result: Result) => void;
  readonly signal: AbortSignal;
}

/**
 * Does the same for each repository, in this process and in all that join. A repository whose process dies is worked on again
 * by another one.
 * @returns the results in the order of the repositories
 * @throws what the work throws in this process; another one leaves the repository then
 */
export function eachTogether<Result>(job: EachTogether<Result>): Promise<readonly Result[]> {
  const { together, repositories, concurrency: lanes, writer, signal } = job;
  if (together !== null) return lead(together, job);
  return workOnEach(repositories, { lanes, signal }, async ({ source }, failing) => {
    const result = await job.work({ source, writer, signal, failing });
    job.onResult(result);
    return result;
  });
}

function lead<Result>(together: Together, job: EachTogether<Result>): Promise<readonly Result[]> {
  const { repositories, signal } = job;
  const tasks = new Map(
    repositories.map((one) => {
      const { decided = nothingDecided } = one;
      return [one.source, toDispatched(together.run, together.migration, { ...one, decided })];
    }),
  );
  const toTask = ({ source }: Task) => tasks.get(source) ?? null;
  const led = { ...together, repositories, signal, toTask, onFailure: 'end' } as const;
  return leadRun<Task, readonly Result[]>(led, async (leading) => {
    const result = await gather(leading, { ...job, together });
    await leading.othersEnd();
    return { result, isContinued: false };
  });
}

/** Works on the repositories, and gathers what all processes hand over. */
async function gather<Result>(
  { open, share }: Leading<Task>,
  job: EachTogether<Result> & { readonly together: Together },
): Promise<readonly Result[]> {
  const { repositories, signal, together } = job;
  const { services, sharing, migration, run } = together;
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
    ...{ share, clock: services.clock, signal, over: over.signal },
    concurrency: Math.min(job.concurrency, repositories.length),
    hasEnded: async (source) => !open.has(source),
    async work({ source, claim, signal: stop, failing }) {
      const result = await job.work({ source, writer: claim, signal: stop, failing });
      // Without the claim it would be another process's.
      await claim.saveResult(null);
      take(source, result);
    },
    async everySecond() {
      const of = { migration, run: run.id };
      for (const one of await takeResults({ ...job, runs: sharing.runs, of }))
        take(one.source, one.result);
    },
  });
  return repositories.flatMap(({ source }) => results.get(source) ?? []);
}
