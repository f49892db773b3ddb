import type { EventOf, Progress } from '../../ports/records/events.ts';
import type { LeaseHolder, RepositoryStatus, StepName } from '../../ports/records/migration.ts';
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

/** Somebody waits for a host; `until` is in milliseconds since 1970. */
export type WaitView = Pick<EventOf<'waiting'>, 'host' | 'service' | 'reason' | 'until' | 'limit'>;

/** The pull requests of a repository that is at them. */
export interface PullsView {
  /** When they were begun. */
  readonly at: number;
  /** Waits of the repository until then. */
  readonly waited: number;
  /** How many earlier runs have written; `null` until that is known. */
  readonly from: number | null;
}

/** A repository as of its latest event. */
export interface RepositoryView
  extends Pick<
    EventOf<'repository-finished'>,
    'refs' | 'lfsObjects' | 'pullRequests' | 'webUrl' | 'reason' | 'failure'
  > {
  readonly source: string;
  readonly target: string;
  /** Of the Git data; `null`: unknown. */
  readonly sizeBytes: number | null;
  /** How many pull requests there are to migrate; `null`: nobody has counted them. */
  readonly expected: number | null;
  /** Content-creating requests that they take. */
  readonly requests: number | null;
  readonly status: RepositoryStatus;
  /** Another process that works on it, or did so last; `null`: this one, or none. */
  readonly process: LeaseHolder | null;
  readonly step: StepName | null;
  readonly progress: Progress | null;
  /** Where the progress stood at times, the newest last, to show how fast it is. */
  readonly points: readonly RatePoint[];
  /** While it waits. */
  readonly wait: WaitView | null;
  /** Milliseconds of its last turn that it waited for hosts, and that the run was paused. */
  readonly waited: number;
  readonly pulls: PullsView | null;
  /** Of its last turn, in the order in which they were begun. */
  readonly steps: readonly StepView[];
  /** How many steps are done, in earlier runs too. */
  readonly stepsDone: number;
  /** How many it takes; missing where it is migrated by requests. */
  readonly stepCount?: number | undefined;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly warnings: readonly string[];
  /** An earlier run has finished it, and this one leaves it as it is. */
  readonly endedEarlier: boolean;
}

/** A pause that has ended. Times are milliseconds since 1970. */
export interface Pause {
  readonly from: number;
  readonly to: number;
}

/** Describes the clock of a run: its pauses stop it. */
export interface RunClock {
  readonly pauses: readonly Pause[];
  readonly heldSince: number | null;
}

/** Milliseconds that a run, repository or step has taken, without the pauses of the run; `null`: it has not begun. Pure. */
export function timeTaken(
  { startedAt, finishedAt }: Pick<StepView, 'startedAt' | 'finishedAt'>,
  { pauses, heldSince }: RunClock,
  now: number,
): number | null {
  if (startedAt === null) return null;
  const end = finishedAt ?? now;
  const stops = heldSince === null ? pauses : [...pauses, { from: heldSince, to: end }];
  const paused = stops.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, startedAt)),
    0,
  );
  return Math.max(0, end - startedAt - paused);
}

export function pendingView(
  known: Pick<RepositoryView, 'source' | 'target'> &
    Partial<Pick<RepositoryView, 'sizeBytes' | 'expected' | 'requests' | 'stepCount'>>,
): RepositoryView {
  return {
    source: known.source,
    target: known.target,
    sizeBytes: known.sizeBytes ?? null,
    expected: known.expected ?? null,
    requests: known.requests ?? null,
    status: 'pending',
    process: null,
    step: null,
    progress: null,
    points: [],
    wait: null,
    waited: 0,
    pulls: null,
    steps: [],
    stepsDone: 0,
    ...(known.stepCount !== undefined && { stepCount: known.stepCount }),
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

/** Milliseconds that a run has worked, without pauses; `null` before it starts. Pure. */
export function activeTime(
  run: Parameters<typeof timeTaken>[0] & RunClock,
  now: number,
): number | null {
  return timeTaken(run, run, now);
}
