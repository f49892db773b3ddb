import { count } from '../../../../core/kernel/format/format.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { BodySize, Step, WizardContext } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import { scrollKeys } from '../../view.ts';
import { type PlanKnown, reviewPlan } from './save-plan.ts';
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

/** Offers to start only where something would be done. */
function nextQuestion(reviewed: Reviewed | null): Parameters<PromptIO['choose']> {
  const ways = ['Change the options', 'Leave; the plan is saved'];
  if (reviewed === null || reviewed.dryRun.problems.length > 0) {
    return ['Fix this first.', ways];
  }
  if (aheadOf(reviewed.dryRun) === 0) return ['Nothing to do.', ways];
  return ['Nothing is written yet.', [...ways, 'Start the migration']];
}

function reviewKeys(
  context: WizardContext<PlanKnown>,
  { width, height }: BodySize,
): readonly Binding[] {
  const { store, forward } = context;
  const scroll = (by: number) => {
    const most = Math.max(0, reviewLines(store.getState(), { width }).length - height);
    store.dispatch({ type: 'review', action: { type: 'scroll', by, most } });
  };
  return [
    {
      keys: ['enter'],
      label: 'continue',
      help: 'Continue to the confirmation; nothing is written yet',
      disabled: whyNot(store.getState().review),
      run: () => forward('review'),
    },
    ...scrollKeys(height, scroll),
    {
      keys: ['r'],
      label: 'check again',
      help: 'Check the hosts again',
      run: () => reviewPlan(context),
    },
    {
      keys: ['?'],
      label: 'help',
      help: 'Help',
      run: () => store.dispatch({ type: 'help', on: true }),
    },
  ];
}

function whyNot({ task }: ReviewState): string | null {
  if (task.status !== 'done')
    return task.status === 'failed' ? 'the check failed' : 'wait for the checks';
  const { dryRun } = task.value;
  const { problems } = dryRun;
  if (problems.length > 0) return `fix ${count(problems.length, 'problem')} first`;
  return aheadOf(dryRun) === 0 ? 'nothing to do' : null;
}
