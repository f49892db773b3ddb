import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { MigrationContext } from '../../replica/context/migration-context.ts';
import type { Elsewhere, QueueConditions, TaskQueue } from '../../work/task-queue.ts';
import type { RepositoryWork } from './repository-work.ts';

export type JobOutcome = 'succeeded' | 'skipped' | 'failed';

export interface RunRepositories {
  readonly context: Omit<MigrationContext, 'writer'>;
  /** Shared: where other processes work on them as well. */
  readonly work: RepositoryWork | SharedWork;
  readonly repositories: readonly PlannedRepository[];
  /** Skipped repositories, by slug. */
  readonly skipped: ReadonlyMap<string, SkippedRepository>;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new, and end the running repositories after their step. */
  readonly drain: AbortSignal;
}

/** A repository that this process alone may write about. */
export interface RepositoryTask<Work = RepositoryWork> {
  readonly work: Work;
  /** Aborted: stop at once, also because the right was lost. */
  readonly signal: AbortSignal;
  /** Aborted: a person at another process wants this repository left out. */
  readonly skip: AbortSignal | null;
}

/** Describes what other processes have to do with the repositories of this run. */
export interface SharedWork<One = PlannedRepository, Work = RepositoryWork> {
  createQueue(conditions: QueueConditions): TaskQueue<One>;
  /** @returns `elsewhere` where another process works on it */
  withTask<T>(one: One, use: (task: RepositoryTask<Work>) => Promise<T>): Promise<T | Elsewhere>;
  /** Calls this for each repository that another process ends. */
  watch(onEnded: (source: string, outcome: JobOutcome) => void): void;
  /** A person pauses the run, or lets it go on. */
  pause(isPaused: boolean): Promise<void>;
  /** A person wants a repository left out that another process may work on. */
  skip(source: string): Promise<void>;
}

export interface SkippedRepository {
  readonly reason: string;
  /** Of the target. */
  readonly webUrl: string | null;
}
