import type { ChosenCommand, WizardOutcome } from '../../../../core/commands/wizard-outcome.ts';
import type { KnownMigration } from '../../../../core/replica/apply/guard/list-unfinished.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';

export interface WelcomeState {
  readonly migrations: Task<readonly KnownMigration[]>;
  /** Migration to continue once the credentials are verified; `null`: a new migration. */
  readonly resuming: Continued | null;
  /** Why the workspace is asked for: secrets have their own commands. */
  readonly purpose: 'migration' | 'secrets';
}

/** A migration that exists, and what is done with it. */
export type Continued =
  | { readonly kind: 'resume' | 'again' | 'watch'; readonly id: string }
  | Exclude<ChosenCommand, { readonly kind: 'sync' }>
  | {
      readonly kind: 'sync';
      readonly id: string;
      /** Its plan has some, so that a sync can compare them. */
      readonly hasSettings: boolean;
    };

/** Tells whether more than credentials is missing to continue it. Pure. */
export function asksMore(continued: Continued): boolean {
  return continued.kind === 'sync' && continued.hasSettings;
}

/** How the wizard ends once the credentials are verified. Pure. */
export function outcomeOf(continued: Continued): WizardOutcome {
  if (continued.kind !== 'sync') return continued;
  return { kind: 'sync', id: continued.id, includeSettings: false };
}

/** Names the command on the key that continues. Pure. */
export function verbOf({ kind }: Continued): string {
  const words: Partial<Record<Continued['kind'], string>> = {
    again: 'migrate again',
    cutover: 'cut over',
    rollback: 'roll back',
  };
  return words[kind] ?? kind;
}

export type WelcomeAction =
  | { readonly type: 'migrations'; readonly task: WelcomeState['migrations'] }
  | { readonly type: 'resume'; readonly resuming: Continued | null }
  | { readonly type: 'purpose'; readonly purpose: WelcomeState['purpose'] };

export type WelcomeSlice = Slice<'welcome', WelcomeState, WelcomeAction>;

export const initialWelcome: WelcomeState = {
  migrations: idle,
  resuming: null,
  purpose: 'migration',
};

/** Pure. */
export function reduceWelcome(state: WelcomeState, action: WelcomeAction): WelcomeState {
  switch (action.type) {
    case 'migrations':
      return { ...state, migrations: action.task };
    case 'resume':
      return { ...state, resuming: action.resuming };
    case 'purpose':
      return { ...state, purpose: action.purpose };
  }
}

/** Returns what is done instead of a new migration, for titles. Pure. */
export function errandOf({ resuming, purpose }: WelcomeState): string | null {
  if (resuming?.kind === 'settings') return `for settings of ${resuming.id}`;
  if (resuming !== null) return `to ${verbOf(resuming)} ${resuming.id}`;
  return purpose === 'secrets' ? 'for secrets' : null;
}
