import type { WizardOutcome } from '../../../core/wizard/outcome.ts';
import type { WizardSession } from '../../../core/wizard/session.ts';
import type { Store } from '../../../ui/store.ts';
import type { Preferences } from '../preferences.ts';
import type { WizardAction, WizardState } from './state.ts';
import type { Tasks } from './tasks.ts';

/** What keys and events work with. */
export interface Hands {
  readonly store: Store<WizardState, WizardAction>;
  readonly session: WizardSession;
  readonly preferences: Preferences;
  readonly tasks: Tasks;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
  readonly end: (outcome: WizardOutcome) => void;
}

/** The part of the terminal that the screens fill, which keys that turn pages need to know. */
export interface BodySize {
  readonly width: number;
  /** Rows between the title and the footer. */
  readonly height: number;
}
