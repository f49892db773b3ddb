import type { Program } from '../kernel/program.ts';
import type { TimedEvent } from '../ports/records/events.ts';
import type { Store } from '../ports/store.ts';
import type { TargetNaming } from '../ports/target-naming.ts';
import type { LogFile } from '../report/log-file.ts';
import type { RunState } from '../report/run/run-state.ts';
import type { TaskbarProgress } from '../report/run/taskbar.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { App, AppFlags } from './app.ts';
import type { OpenLiveView, OpenWatchView } from './live-view.ts';
import type { OpenPhaseView, StaysOpen } from './phase-view.ts';
import type { OpenResultView } from './run-result.ts';
import type { ShowWizard } from './wizard-outcome.ts';

/** Describes what a command gets: the process, the views and the composition root. */
export interface CommandProgram extends Program {
  /** Opens the full interface of the terminal; `null` where none can be shown. */
  readonly openLiveView: OpenLiveView | null;
  /** The same for a command that works in phases. */
  readonly openPhaseView: OpenPhaseView | null;
  /** The same for a run of another process. */
  readonly openWatchView: OpenWatchView | null;
  /** Shows the result of a run that a wizard has started; `null` where the terminal cannot. */
  readonly openResultView: OpenResultView | null;
  /** Shows the wizard; `null` where the terminal cannot. */
  readonly showWizard: ShowWizard | null;
  /** A menu of the wizard has started this command; left out otherwise. */
  readonly isFromWizard?: true;
  /** The terminal is the one that a person looks at; `null`: it has not said so. Left out where there is none. */
  readonly isFocused?: () => boolean | null;
  /** Progress in the terminal's tab or taskbar; `null` or left out where it shows none. */
  readonly taskbar?: TaskbarProgress | null;
  readonly telemetry: Telemetry | null;
  /** The file of --log-file. */
  readonly log: LogFile | null;
  readonly openApp: OpenApp;
  readonly openStore: OpenStore;
  /** The target's rules for names, for commands that ask no host. */
  readonly naming: TargetNaming;
}

/** Describes what a command's handler gets. */
export interface HandlerInput<Flags> {
  readonly flags: Flags;
  readonly program: CommandProgram;
}

export interface OpenAppOptions {
  readonly program: CommandProgram;
  readonly flags: AppFlags;
  /** Standard output is for the command's result: events are lines on standard error, even with --json. */
  readonly resultOnly?: boolean;
  /** The result lists what a sync changed: no event does without -v. */
  readonly listsSyncs?: boolean;
  /** The command says which phase it is in: without -v, a run inside a phase does not say how it begins. */
  readonly saysPhases?: boolean;
  /** The caller itself reports which variables have no effect on trust. */
  readonly tellsOfTrust?: boolean;
  /** Gets every event, redacted. */
  readonly onEvent?: (event: TimedEvent) => void;
  /** The run of this command, which may be watched from outside; left out by commands that have none. */
  readonly watchedRun?: () => RunState;
  /** An end without failures is announced to nobody: it is repeated, or a part of something larger. */
  readonly endsQuietly?: boolean;
  /** The run that the full interface shows, where the terminal and the flags allow it. */
  readonly liveRun?: () => RunState;
  /** The full interface shows phases, where the terminal and the flags allow it: when a result stays on the screen. */
  readonly livePhases?: StaysOpen;
}

/**
 * Opens the durable state alone, for commands that ask no host. The caller closes it.
 * @throws `configuration` if migrator.yaml or the database's address cannot be used
 */
export type OpenStore = (options: {
  readonly program: Program;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
}) => Promise<Store>;

/** @throws `configuration` if migrator.yaml cannot be used */
type OpenApp = (options: OpenAppOptions) => Promise<App>;
