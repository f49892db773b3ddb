import { randomUUID } from 'node:crypto';
import type { DispatchedTask } from '../../../ports/state/dispatcher.ts';
import type { RepositoryWriter } from '../../../ports/state/repository-writer.ts';
import type { SharedRun } from '../../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../../ports/store.ts';
import type { MigrationServices, Sharing } from '../../../replica/context/migration-context.ts';
import type { ResultFormat } from '../../../work/take-results.ts';

/** Describes what lets other processes take a share of the work. */
export interface Together {
  readonly services: Pick<MigrationServices, 'store' | 'process' | 'clock' | 'lease'>;
  readonly sharing: Sharing;
  readonly migration: string;
  /** Of the migration's lease. */
  readonly writer: MigrationWriter;
  readonly run: SharedRun;
}

/** @param options how it is run, for processes that join; never a credential */
export function newRun(task: DispatchedTask, options: unknown): SharedRun {
  return { id: randomUUID(), task, options: JSON.stringify(options) };
}

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

export interface EachTogether<Result> extends ResultFormat<Result> {
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
