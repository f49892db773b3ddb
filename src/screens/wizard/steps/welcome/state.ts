import type { UnfinishedMigration } from '../../../../core/migration/list-unfinished.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';

export interface WelcomeState {
  readonly unfinished: Task<readonly UnfinishedMigration[]>;
  /** The migration to resume once the credentials are verified; `null`: a new one. */
  readonly resuming: string | null;
  /** Why the workspace is asked for: secrets have their own commands. */
  readonly purpose: 'migration' | 'secrets';
}

export type WelcomeAction =
  | { readonly type: 'unfinished'; readonly task: WelcomeState['unfinished'] }
  | { readonly type: 'resume'; readonly id: string | null }
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
      return { ...state, resuming: action.id };
    case 'purpose':
      return { ...state, purpose: action.purpose };
  }
}

/** What is done instead of a new migration, for titles. Pure. */
export function errandOf({ resuming, purpose }: WelcomeState): string | null {
  if (resuming !== null) return `to resume ${resuming}`;
  return purpose === 'secrets' ? 'for secrets' : null;
}
