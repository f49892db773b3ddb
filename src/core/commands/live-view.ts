import type { Program } from '../kernel/program.ts';
import type { TimedEvent } from '../ports/records/events.ts';
import type { ControlRequest } from '../ports/state/shared-run.ts';
import type { Verbosity } from '../report/lines.ts';
import type { Theme } from '../report/reporter.ts';
import type { RunState } from '../report/run/run-state.ts';
import type { RunControls } from '../work/pausing/run-controller.ts';

/** A run of another process, by its state and its live snapshot. */
export interface FollowedRun {
  readonly run: RunState;
  /** Recorded since the last read; empty at the first. */
  readonly news: readonly TimedEvent[];
  /** No process runs it. */
  readonly isOver: boolean;
  /** A process coordinates it, and does what a person wants. */
  readonly isLed: boolean;
}

/** The progress of the comparison with the target after a run. */
export interface ComparisonView {
  /** Repositories. */
  readonly done: number;
  readonly total: number;
  /** Slugs of those that are being compared. */
  readonly current: readonly string[];
  /** Items of them. */
  readonly compared: number;
  readonly equal: number;
  readonly defects: number;
  /** About how many it sends to the target. */
  readonly requests: number;
  /** Ends it without a result. */
  readonly skip: () => void;
}

/** A screen that shows and controls a run. */
export interface LiveView {
  readonly show: (event: TimedEvent) => void;
  /** A line that stays on the terminal. */
  readonly say: (line: string) => void;
  /** A line of the log, which goes with the screen. */
  readonly log: (line: string) => void;
  /** Shows a comparison in place of the run; `null`: it has ended. */
  readonly compare: (comparison: ComparisonView | null) => void;
  readonly ask: NonNullable<Program['ask']>;
  /** Restores the terminal; said lines stay. Resolves when that is done. */
  close(): Promise<void>;
}

export interface LiveViewOptions {
  readonly color: boolean;
  readonly theme: Theme;
  /** Of the log lines. */
  readonly verbosity: Verbosity;
  readonly controls: RunControls;
  /** The current run, including all events shown so far. */
  readonly run: () => RunState;
  /** The state is deleted after the run, so that no command can show it. */
  readonly stateGoes?: boolean;
  /** Acts as Ctrl+C, which the terminal sends as a key. */
  readonly interrupt: () => void;
  readonly drain: AbortSignal;
  /**
   * The screen has failed: the caller continues in plain output.
   * @param untold events that it has not shown
   */
  readonly onFailure: (cause: unknown, untold: readonly TimedEvent[]) => void;
}

export type OpenLiveView = (options: LiveViewOptions) => Promise<LiveView>;

/**
 * Shows a run of another process.
 * @returns `over`: the run has ended; `left` or `interrupted`: the person did not wait
 */
export type OpenWatchView = (options: {
  readonly color: boolean;
  readonly theme: Theme;
  readonly read: () => Promise<FollowedRun>;
  /** Milliseconds between two reads. */
  readonly interval: number;
  /** Tells the process that coordinates the run; `null` where that takes no requests. */
  readonly leaveRequest: ((request: ControlRequest) => Promise<void>) | null;
}) => Promise<'over' | 'left' | 'interrupted'>;
