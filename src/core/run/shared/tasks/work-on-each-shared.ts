import type { RepositoryWriter } from '../../../ports/state/repository-writer.ts';
import { noTaskOptions } from '../../../work/shared-queue.ts';
import { type ResultFormat, takeResults } from '../../../work/take-results.ts';
import { workOnEach } from '../../../work/work-on-each.ts';
import { type Leading, leadRun, type RunToLead } from '../lead-run.ts';
import { toDispatched } from '../shared-work.ts';
import { type Task, takeTasks } from './take-tasks.ts';

/** One repository that is worked on here. */
interface RepositoryTask {
  readonly source: string;
  /** `null`: nothing is written. */
  readonly writer: RepositoryWriter | null;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted with it, and when work on another repository has failed in this process. */
  readonly failing: AbortSignal;
}

interface WorkOnEachShared<Result> extends ResultFormat<Result> {
  /** `null`: this process works by itself. */
  readonly shared: RunToLead | null;
  readonly repositories: readonly {
    readonly source: string;
    /** Left out: none. */
    readonly wave?: number | undefined;
    /** Data for a process that joins, as JSON. */
    readonly taskOptions?: string;
  }[];
  /** Repositories at the same time in this process. */
  readonly concurrency: number;
  /** By which this process writes where it works by itself. */
  readonly writer: RepositoryWriter | null;
  /** Does the same as the work of the processes that join. */
  readonly work: (task: RepositoryTask) => Promise<Result>;
  readonly onResult: (result: Result) => void;
  readonly signal: AbortSignal;
}

/**
 * Does the same for each repository, in this process and in all that join. A repository whose process dies is worked on again
 * by another one.
 * @returns the results in the order of the repositories
 * @throws what the work throws in this process; another one leaves the repository then
 */
export function workOnEachShared<Result>(
  job: WorkOnEachShared<Result>,
): Promise<readonly Result[]> {
  const { shared, repositories, concurrency: lanes, writer, signal } = job;
  if (shared !== null) return lead(shared, job);
  return workOnEach(repositories, { lanes, signal }, async ({ source }, failing) => {
    const result = await job.work({ source, writer, signal, failing });
    job.onResult(result);
    return result;
  });
}

function lead<Result>(
  shared: RunToLead,
  job: WorkOnEachShared<Result>,
): Promise<readonly Result[]> {
  const { repositories, signal } = job;
  const tasks = new Map(
    repositories.map((one) => {
      const { taskOptions = noTaskOptions } = one;
      return [one.source, toDispatched(shared.run, shared.migration, { ...one, taskOptions })];
    }),
  );
  const toTask = ({ source }: Task) => tasks.get(source) ?? null;
  const led = { ...shared, repositories, signal, toTask, onFailure: 'end' } as const;
  return leadRun<Task, readonly Result[]>(led, async (leading) => {
    const result = await gather(leading, { ...job, shared });
    await leading.othersEnd();
    return { result, isContinued: false };
  });
}

/** Works on the repositories, and gathers what all processes hand over. */
async function gather<Result>(
  { open, share }: Leading<Task>,
  job: WorkOnEachShared<Result> & { readonly shared: RunToLead },
): Promise<readonly Result[]> {
  const { repositories, signal, shared } = job;
  const { services, sharing, migration, run } = shared;
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
  await takeTasks({
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
