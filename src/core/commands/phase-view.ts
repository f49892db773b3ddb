import type { ProblemGroup } from '../report/group-problems.ts';
import type { OnPhaseProgress, Phase } from '../report/phase-progress.ts';
import type { Theme } from '../report/reporter.ts';
import type { RunControls } from '../work/pausing/run-controller.ts';
import type { LiveView, LiveViewOptions } from './live-view.ts';

/** A command that works in phases, as its screen names it. */
export interface PhaseRun {
  /** Two words at most: `Cut-over`. */
  readonly title: string;
  readonly workspace: string;
  readonly organization: string;
  readonly phases: readonly Phase[];
  /** Continues it later: a command line. */
  readonly resumeWith: string;
  /** Ends it, and takes back what it has put on the source; `null` where it puts nothing there. */
  readonly abort: (() => void) | null;
}

/** Describes what a command came to, as the lines that it prints say it. */
export interface PhaseResult {
  readonly verdict: 'good' | 'bad';
  /** One line. Safe for the terminal, like all that follows. */
  readonly title: string;
  /** The two sides, where the result names them. */
  readonly route?: { readonly from: string; readonly to: string };
  /** As they are printed; the palette may have coloured them. */
  readonly lines: readonly string[];
  /** Problems and failures by their cause. */
  readonly groups: readonly ProblemGroup[];
  /** Running it again may come to something else. */
  readonly canRepeat: boolean;
}

export type PhaseChoice = 'leave' | 'again' | 'abort';

/** How a command that works in phases shows them; in plain output only what it presents is said. */
export interface Phases {
  /** Shows a command, or the same once more. */
  begin(run: PhaseRun): Promise<void>;
  readonly report: OnPhaseProgress;
  /** Shows what the next question is about. */
  present(lines: readonly string[]): void;
  /** Shows a result until a person chooses; `leave` at once where nobody waits for it. */
  end(result: PhaseResult): Promise<PhaseChoice>;
}

/** Describes when a result stays on the screen until a key: `failures` only where something is left to do. */
export type StaysOpen = 'always' | 'failures' | 'never';

/** The screen of such a command. */
export interface PhaseView extends Omit<LiveView, 'log' | 'compare'>, Omit<Phases, 'begin'> {
  begin(run: PhaseRun): void;
}

export type OpenPhaseView = (
  options: Pick<LiveViewOptions, 'color' | 'verbosity' | 'interrupt' | 'drain' | 'onFailure'> & {
    readonly controls: Pick<RunControls, 'pause' | 'resume'>;
    readonly theme: Theme;
    readonly staysOpen: StaysOpen;
  },
) => Promise<PhaseView>;
