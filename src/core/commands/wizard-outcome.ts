import type { ExitCode } from '../kernel/exit-codes.ts';
import type { Plan } from '../plan/plan-schema.ts';
import type { TimedEvent } from '../ports/records/events.ts';
import type { Theme } from '../report/reporter.ts';
import type { Choices } from '../wizard/choices.ts';
import type { Errands } from '../wizard/errands.ts';
import type { WizardSession } from '../wizard/session/session.ts';

/** A command that is run on a migration, by an entry of its menu. */
export type ChosenCommand =
  | { readonly kind: 'sync'; readonly id: string; readonly includeSettings: boolean }
  | { readonly kind: 'verify' | 'cutover' | 'abort' | 'rollback'; readonly id: string }
  | { readonly kind: 'settings'; readonly id: string; readonly dryRun: boolean };

/** How the screens end. */
export type WizardOutcome =
  | { readonly kind: 'left'; readonly saved: Choices | null }
  | { readonly kind: 'interrupted' }
  /** A sample workspace on this machine instead. */
  | { readonly kind: 'demo' }
  | {
      readonly kind: 'migrate';
      readonly choices: Choices;
      readonly plan: Plan;
      /** `owner/name` of the targets that may be replaced: their names were typed. */
      readonly confirmed: ReadonlySet<string>;
      /** Slugs of the repositories whose commits may get new hashes: the word was typed. */
      readonly rewritten: readonly string[];
    }
  | {
      readonly kind: 'errand';
      readonly exitCode: ExitCode;
      /** The lines that stay on the terminal. */
      readonly lines: readonly string[];
    }
  /** `again`: what a rollback has taken away. */
  | { readonly kind: 'resume' | 'again' | 'watch'; readonly id: string }
  | ChosenCommand;

/** Shows the screens until they end. */
export type ShowWizard = (options: {
  /** Opens the session; the screens get its events. */
  readonly session: (onEvent: (event: TimedEvent) => void) => WizardSession;
  readonly errands: Errands;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly color: boolean;
  readonly theme: Theme;
  /** Questions and answers, even where screens could be shown. */
  readonly plain: boolean;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
  /** For the answers, as defaults of the next time; `null`: nowhere. */
  readonly preferencesFolder: string | null;
  /** The user map that the options begin with where nothing is remembered; empty: none. */
  readonly userMap: string;
  readonly isDemo: boolean;
  /** Aborted: a signal asks the process to end. */
  readonly drain: AbortSignal;
}) => Promise<WizardOutcome>;
