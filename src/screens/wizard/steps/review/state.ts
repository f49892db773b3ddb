import type { DryRun } from '../../../../core/migration/run/dry-run-plan.ts';
import type { Plan } from '../../../../core/plan/plan-schema.ts';
import type { Choices } from '../../../../core/wizard/choices.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';
import { scrolledBy } from '../../view.ts';

export interface SavedPlan {
  readonly choices: Choices;
  readonly plan: Plan;
  /** Names that had to change. */
  readonly notes: readonly string[];
}

export interface Reviewed extends SavedPlan {
  readonly dryRun: DryRun;
}

export interface ReviewState {
  readonly task: Task<Reviewed>;
  /** Even if the checks fail. */
  readonly saved: SavedPlan | null;
  /** From the checks, besides problems. */
  readonly notes: readonly string[];
  readonly scrolled: number;
}

export type ReviewAction =
  | { readonly type: 'task'; readonly task: Task<Reviewed> }
  | { readonly type: 'saved'; readonly saved: SavedPlan }
  | { readonly type: 'note'; readonly message: string }
  | { readonly type: 'scroll'; readonly by: number; readonly most: number };

export type ReviewSlice = Slice<'review', ReviewState, ReviewAction>;

export const initialReview: ReviewState = { task: idle, saved: null, notes: [], scrolled: 0 };

/** Pure. */
export function reduceReview(state: ReviewState, action: ReviewAction): ReviewState {
  switch (action.type) {
    case 'task':
      return action.task.status === 'running'
        ? { ...state, task: action.task, notes: [], scrolled: 0 }
        : { ...state, task: action.task };
    case 'saved':
      return { ...state, saved: action.saved };
    case 'note':
      return { ...state, notes: [...new Set([...state.notes, action.message])] };
    case 'scroll':
      return { ...state, scrolled: scrolledBy(state.scrolled, action) };
  }
}

/** How many repositories the migration would write. Pure. */
export function aheadOf({ result }: DryRun): number {
  const ahead = result?.repositories.filter(({ action }) => action !== 'skip' && action !== 'done');
  return ahead?.length ?? 0;
}
