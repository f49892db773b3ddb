import type { Plan } from '../../plan/plan-schema.ts';
import type { TimedEvent } from '../../ports/events.ts';
import type { Choices } from '../../wizard/choices.ts';
import type { WizardSession } from '../../wizard/session/session.ts';

/** How the screens end. */
export type WizardOutcome =
  /** By choice, before anything was written on a host. */
  | { readonly kind: 'left'; readonly saved: Choices | null }
  | { readonly kind: 'interrupted' }
  | {
      readonly kind: 'migrate';
      readonly choices: Choices;
      readonly plan: Plan;
      /** `owner/name` of the targets that may make room: their names were typed. */
      readonly confirmed: ReadonlySet<string>;
    }
  /** The commands of secrets, one after the other. */
  | {
      readonly kind: 'secrets';
      readonly workspace: string;
      /** One that the account is in, to be offered; `null` where none is known. */
      readonly organization: string | null;
    }
  /** The commands of the license, one after the other. */
  | { readonly kind: 'license' }
  | { readonly kind: 'resume'; readonly id: string }
  | { readonly kind: 'watch'; readonly id: string };

/** Shows the screens until they end. */
export type ShowWizard = (options: {
  /** Made by the screens, which are told of everything that is said while something is asked for. */
  readonly session: (onEvent: (event: TimedEvent) => void) => WizardSession;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly color: boolean;
  /** Questions and answers in lines, also where screens could be shown. */
  readonly plain: boolean;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
  /** Where answers are kept for the next time; `null`: nowhere. */
  readonly preferencesFolder: string | null;
  readonly isDemo: boolean;
  /** Aborted: a signal asks the process to end. */
  readonly drain: AbortSignal;
}) => Promise<WizardOutcome>;
