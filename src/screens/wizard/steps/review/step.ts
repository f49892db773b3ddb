import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Step, WizardContext } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import { reviewKeys } from './keys.ts';
import { reviewPlan } from './review-plan.ts';
import type { PlanKnown } from './save-plan.ts';
import {
  aheadOf,
  initialReview,
  type ReviewAction,
  type Reviewed,
  type ReviewState,
  reduceReview,
} from './state.ts';
import { reviewLines } from './view.ts';

export const reviewStep: Step<'review', ReviewState, ReviewAction, PlanKnown> = {
  name: 'review',
  initial: () => initialReview,
  reduce: reduceReview,
  title: () => 'Review',
  body(state, { width, height, glyphs }) {
    const { scrolled } = state.review;
    return { lines: reviewLines(state, { width, glyphs }).slice(scrolled, scrolled + height) };
  },
  keys: reviewKeys,
  ask,
  busy: ({ review }) => (review.task.status === 'running' ? 'Checking everything' : null),
  enter: reviewPlan,
  leave({ store, tasks }) {
    tasks.stop('review');
    if (store.getState().review.task.status !== 'running') return;
    store.dispatch({ type: 'review', action: { type: 'task', task: idle } });
  },
  onEvent({ store }, event) {
    if (event.type !== 'preflight-note') return;
    store.dispatch({ type: 'review', action: { type: 'note', message: event.message } });
  },
};

async function ask(context: WizardContext<PlanKnown>, io: PromptIO): Promise<void> {
  const { store, back, forward, end } = context;
  const state = await until(store, ({ review }) => hasEnded(review.task));
  io.say(['', ...reviewLines(state, plainView)]);
  const reviewed = resultOf(state.review.task);
  const next = await io.choose(...nextQuestion(reviewed));
  if (next === 0) return back();
  if (next === 2) return forward('review');
  end({ kind: 'left', saved: store.getState().review.saved?.choices ?? null });
}

/** Starting is offered where it leads somewhere. */
function nextQuestion(reviewed: Reviewed | null): Parameters<PromptIO['choose']> {
  const ways = ['Change the options', 'Leave; the plan is saved'];
  if (reviewed === null || reviewed.dryRun.problems.length > 0) {
    return ['This has to be solved first.', ways];
  }
  if (aheadOf(reviewed.dryRun) === 0) return ['There is nothing to do.', ways];
  return ['Nothing has been written so far.', [...ways, 'Start the migration']];
}
