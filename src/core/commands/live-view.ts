import type { Program } from '../kernel/program.ts';
import type { RunControls } from '../migration/control/run-controller.ts';
import type { BudgetView } from '../network/budgets.ts';
import type { TimedEvent } from '../ports/events.ts';
import type { Verbosity } from '../report/lines.ts';
import type { RunState } from '../report/run/run-state.ts';
import type { FollowedRun } from './status/follow-run.ts';

/** A screen that shows a run while it lasts, for a person who may have a hand in it. */
export interface LiveView {
  readonly show: (event: TimedEvent) => void;
  /** A line that stays on the terminal. */
  readonly say: (line: string) => void;
  /** Asks on the screen. */
  readonly ask: NonNullable<Program['ask']>;
  /** Leaves the terminal as it was found; what has been said stays. Resolves when that is done. */
  close(): Promise<void>;
}

/** What a screen is given. */
export interface LiveViewOptions {
  readonly color: boolean;
  /** Of the log lines. */
  readonly verbosity: Verbosity;
  readonly controls: RunControls;
  /** The run as it stands: every event that is shown has reached it. */
  readonly run: () => RunState;
  /** The hosts' limits as they stand. */
  readonly budgets: () => Promise<readonly BudgetView[]>;
  /** The state goes with the run: no command could look at it. Default: it stays. */
  readonly stateGoes?: boolean;
  /** What Ctrl+C does, which reaches nobody but the screen. */
  readonly interrupt: () => void;
  /** The run has been asked to end. */
  readonly drain: AbortSignal;
  /**
   * The screen could not go on: whoever has opened it has to tell the run in another way.
   * @param untold what it was given last and has not shown
   */
  readonly onFailure: (cause: unknown, untold: readonly TimedEvent[]) => void;
}

export type OpenLiveView = (options: LiveViewOptions) => Promise<LiveView>;

/**
 * Shows a run that another process makes.
 * @returns `over`: nobody works on it any more; `left` or `interrupted`: the person did not wait for that
 */
export type OpenWatchView = (options: {
  readonly color: boolean;
  readonly read: () => Promise<FollowedRun>;
  /** Milliseconds between two looks. */
  readonly interval: number;
}) => Promise<'over' | 'left' | 'interrupted'>;
