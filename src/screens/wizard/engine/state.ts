import type { OngoingMigration } from '../../../core/migration/list-ongoing.ts';
import type { Choices, WizardOptions } from '../../../core/wizard/choices.ts';
import type { WizardOutcome } from '../../../core/wizard/outcome.ts';
import {
  type CredentialsAction,
  type CredentialsState,
  initialCredentials,
  reduceCredentials,
} from '../steps/credentials/state.ts';
import {
  type DiscoveryAction,
  type DiscoveryState,
  initialDiscovery,
  reduceDiscovery,
} from '../steps/discovery/state.ts';
import {
  type DoctorAction,
  type DoctorState,
  initialDoctor,
  reduceDoctor,
} from '../steps/doctor/state.ts';
import {
  initialOptions,
  type OptionsAction,
  type OptionsState,
  reduceOptions,
} from '../steps/options/state.ts';
import {
  initialReview,
  type ReviewAction,
  type ReviewState,
  reduceReview,
} from '../steps/review/state.ts';
import {
  initialSelection,
  reduceSelection,
  type SelectionAction,
  type SelectionState,
} from '../steps/selection/state.ts';
import { idle, type Task } from './task.ts';

export type Step =
  | 'welcome'
  /** Beside the way: everything that a migration needs. */
  | 'doctor'
  | 'credentials'
  | 'discovery'
  | 'selection'
  | 'options'
  | 'review'
  | 'confirmation';

/** Those of a new migration, after the welcome. */
export const steps: readonly Step[] = [
  'credentials',
  'discovery',
  'selection',
  'options',
  'review',
  'confirmation',
];

export interface WizardState {
  readonly step: Step;
  /** A migration that goes on once the credentials are good; `null`: a new one. */
  readonly resuming: string | null;
  /** What the workspace is asked for: secrets are brought over by commands of their own. */
  readonly purpose: 'migration' | 'secrets';
  readonly isLeaving: boolean;
  readonly hasHelp: boolean;
  /** A line about the last key. */
  readonly notice: string | null;
  /** A host lets us wait; milliseconds since 1970. */
  readonly waiting: { readonly host: string; readonly until: number } | null;
  readonly ongoing: Task<readonly OngoingMigration[]>;
  readonly doctor: DoctorState;
  readonly credentials: CredentialsState;
  readonly discovery: DiscoveryState;
  readonly selection: SelectionState;
  readonly options: OptionsState;
  readonly review: ReviewState;
  /** How many of the names that make room were typed. */
  readonly confirmed: number;
  /** What keeps a plan from being saved on the way out. */
  readonly saving: Task<Choices>;
  /** Both hosts are on this machine. */
  readonly isDemo: boolean;
  /** It has ended: nothing of it stays on the terminal. */
  readonly outcome: WizardOutcome | null;
}

export type WizardAction =
  | { readonly type: 'go'; readonly step: Step }
  | { readonly type: 'resume'; readonly id: string | null }
  | { readonly type: 'purpose'; readonly purpose: WizardState['purpose'] }
  | { readonly type: 'leaving'; readonly on: boolean }
  | { readonly type: 'help'; readonly on: boolean }
  | { readonly type: 'notice'; readonly text: string | null }
  /** Milliseconds since 1970. */
  | { readonly type: 'tick'; readonly now: number }
  | { readonly type: 'waiting'; readonly host: string; readonly until: number }
  | { readonly type: 'ongoing'; readonly task: Task<readonly OngoingMigration[]> }
  | { readonly type: 'doctor'; readonly action: DoctorAction }
  | { readonly type: 'credentials'; readonly action: CredentialsAction }
  | { readonly type: 'discovery'; readonly action: DiscoveryAction }
  | { readonly type: 'selection'; readonly action: SelectionAction }
  | { readonly type: 'options'; readonly action: OptionsAction }
  | { readonly type: 'review'; readonly action: ReviewAction }
  /** So many names were typed: Enter pressed twice confirms none but the one that was asked for. */
  | { readonly type: 'confirmed'; readonly count: number }
  | { readonly type: 'end'; readonly outcome: WizardOutcome }
  | { readonly type: 'saving'; readonly task: Task<Choices> };

/** What was answered the last time. Credentials are not among it. */
export interface LastAnswers {
  readonly workspace: string;
  readonly options: Partial<WizardOptions>;
}

export function initialWizard(options: {
  environment: Readonly<Record<string, string | undefined>>;
  last: LastAnswers;
  isDemo: boolean;
}): WizardState {
  return {
    step: 'welcome',
    resuming: null,
    purpose: 'migration',
    isLeaving: false,
    hasHelp: false,
    notice: null,
    waiting: null,
    ongoing: idle,
    doctor: initialDoctor,
    credentials: initialCredentials(options.environment),
    discovery: initialDiscovery(options.last.workspace),
    selection: initialSelection,
    options: initialOptions(options.last.options),
    review: initialReview,
    confirmed: 0,
    saving: idle,
    isDemo: options.isDemo,
    outcome: null,
  };
}

/** Pure. Going from step to step keeps everything that was typed and chosen. */
export function reduceWizard(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'go':
      return { ...state, step: action.step, notice: null, hasHelp: false, confirmed: 0 };
    case 'resume':
      return { ...state, resuming: action.id };
    case 'purpose':
      return { ...state, purpose: action.purpose };
    case 'leaving':
      return { ...state, isLeaving: action.on, hasHelp: false, notice: null, saving: idle };
    case 'help':
      return { ...state, hasHelp: action.on };
    case 'notice':
      return { ...state, notice: action.text };
    case 'waiting':
      return { ...state, waiting: { host: action.host, until: action.until } };
    case 'tick': {
      const isOver = state.waiting !== null && state.waiting.until <= action.now;
      return isOver ? { ...state, waiting: null } : state;
    }
    case 'ongoing':
      return { ...state, ongoing: action.task };
    case 'doctor':
      return { ...state, doctor: reduceDoctor(state.doctor, action.action) };
    case 'credentials':
      return { ...state, credentials: reduceCredentials(state.credentials, action.action) };
    case 'discovery':
      return { ...state, discovery: reduceDiscovery(state.discovery, action.action) };
    case 'selection':
      return { ...state, selection: reduceSelection(state.selection, action.action) };
    case 'options':
      return { ...state, options: reduceOptions(state.options, action.action) };
    case 'review':
      return { ...state, review: reduceReview(state.review, action.action) };
    case 'confirmed':
      return state.isLeaving ? state : { ...state, confirmed: action.count };
    case 'end':
      return { ...state, outcome: state.outcome ?? action.outcome };
    case 'saving':
      return { ...state, saving: action.task };
  }
}
