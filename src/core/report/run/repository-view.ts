import type { Failure } from '../../kernel/errors.ts';
import type { Progress, PullRequestCounts } from '../../ports/events.ts';
import type { RepositoryStatus, StepName } from '../../ports/records/migration.ts';
import type { RatePoint } from './rate.ts';

/** A step as of its latest event. Times are milliseconds since 1970. */
export interface StepView {
  readonly name: StepName;
  readonly status: 'running' | 'done' | 'skipped' | 'failed';
  readonly summary: string | null;
  /** `null` where an earlier run, or another process, has gone through it. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** Somebody waits for a host. */
export interface WaitView {
  readonly host: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A repository as of its latest event. */
export interface RepositoryView {
  readonly source: string;
  readonly target: string;
  readonly status: RepositoryStatus;
  readonly step: StepName | null;
  readonly progress: Progress | null;
  /** Where the progress stood at times, the newest last, to tell how fast it is. */
  readonly points: readonly RatePoint[];
  /** While it waits. */
  readonly wait: WaitView | null;
  /** Of its last turn, in the order in which they were begun. */
  readonly steps: readonly StepView[];
  /** How many steps are done, in earlier runs too. */
  readonly stepsDone: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly refs: number | null;
  readonly lfsObjects: number | null;
  readonly pullRequests: PullRequestCounts | null;
  readonly webUrl: string | null;
  readonly reason: string | null;
  readonly failure: Failure | null;
  readonly warnings: readonly string[];
  /** An earlier run has finished it, and this one leaves it as it is. */
  readonly endedEarlier: boolean;
}

export function pendingView({
  source,
  target,
}: {
  source: string;
  target: string;
}): RepositoryView {
  return {
    source,
    target,
    status: 'pending',
    step: null,
    progress: null,
    points: [],
    wait: null,
    steps: [],
    stepsDone: 0,
    startedAt: null,
    finishedAt: null,
    refs: null,
    lfsObjects: null,
    pullRequests: null,
    webUrl: null,
    reason: null,
    failure: null,
    warnings: [],
    endedEarlier: false,
  };
}
