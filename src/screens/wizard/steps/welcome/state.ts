import type { UnfinishedMigration } from '../../../../core/replica/apply/guard/list-unfinished.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';

export interface WelcomeState {
  readonly unfinished: Task<readonly UnfinishedMigration[]>;
  /** Migration to continue once the credentials are verified; `null`: a new migration. */
  readonly resuming: Continued | null;
  /** Why the workspace is asked for: secrets have their own commands. */
  readonly purpose: 'migration' | 'secrets';
}

/** A migration that exists, and what is done with it. */
export type Continued =
  | { readonly kind: 'resume'; readonly id: string }
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

export type WelcomeAction =
  | { readonly type: 'unfinished'; readonly task: WelcomeState['unfinished'] }
  | { readonly type: 'resume'; readonly resuming: Continued | null }
  | { readonly type: 'purpose'; readonly purpose: WelcomeState['purpose'] };

export type WelcomeSlice = Slice<'welcome', WelcomeState, WelcomeAction>;

export const initialWelcome: WelcomeState = {
  unfinished: idle,
  resuming: null,
  purpose: 'migration',
};

/** Pure. */
export function reduceWelcome(state: WelcomeState, action: WelcomeAction): WelcomeState {
  switch (action.type) {
    case 'unfinished':
      return { ...state, unfinished: action.task };
    case 'resume':
      return { ...state, resuming: action.resuming };
    case 'purpose':
      return { ...state, purpose: action.purpose };
  }
}

/** Returns what is done instead of a new migration, for titles. Pure. */
export function errandOf({ resuming, purpose }: WelcomeState): string | null {
  if (resuming !== null) return `to ${resuming.kind} ${resuming.id}`;
  return purpose === 'secrets' ? 'for secrets' : null;
}
