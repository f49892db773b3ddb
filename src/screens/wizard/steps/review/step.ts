import { windowOf } from '../../../../ui/text/view-window.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Step, WizardContext } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import type { CalibrationSlice } from '../calibration/step.ts';
import {
  aheadOf,
  calibrationLabel,
  type ExistingChoice,
  initialReview,
  isExisting,
  problemGroups,
  type ReviewAction,
  type Reviewed,
  type ReviewState,
  reduceReview,
} from '../state/review.ts';
import { decide, reviewKeys } from './keys.ts';
import { type PlanKnown, reviewPlan } from './save-plan.ts';
import { existingTexts, reviewLines, reviewView } from './view.ts';

export const reviewStep: Step<'review', ReviewState, ReviewAction, PlanKnown & CalibrationSlice> = {
  name: 'review',
  initial: () => initialReview,
  reduce: reduceReview,
  title: () => 'Review',
  about: ({ isDemo }) =>
    `What is created, what it takes, and what changes. Press Enter to open a row. ${isDemo ? 'Nothing' : 'The plan is saved; nothing'} is written to either host.`,
  body(state, options) {
    const { lines } = reviewView(state, options);
    const { scrolled } = state.review;
    const { height, glyphs } = options;
    const at = { from: 0, to: 0, shift: scrolled, height, ellipsis: glyphs.ellipsis };
    return { lines: windowOf(lines, at) };
  },
  keys: reviewKeys,
  question: ({ review }) => review.task.status,
  ask,
  busy: ({ review }) => (review.task.status === 'running' ? 'Checking everything' : null),
  enter: reviewPlan,
  returned(context) {
    if (context.store.getState().review.task.status === 'idle') reviewPlan(context);
  },
  // An option: everything depends on it.
  undone: reviewPlan,
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

async function ask(
  context: WizardContext<PlanKnown & CalibrationSlice>,
  io: PromptIO,
): Promise<void> {
  const { store, back, enter, forward, end } = context;
  const state = await until(store, ({ review }) => hasEnded(review.task));
  io.say(['', ...reviewLines(state, plainView)]);
  const reviewed = resultOf(state.review.task);
  const next = await io.choose(...nextQuestion(reviewed, state.isDemo));
  const choice = reviewed === null ? undefined : choicesOf(reviewed)[next - 2];
  if (choice !== undefined) return decide(context, choice);
  if (next === 0) return back();
  if (next === 2) return forward('review');
  if (next === 3) return enter('calibration');
  end({ kind: 'left', saved: store.getState().review.saved?.choices ?? null });
}

/** Ways out that the review itself has. */
function choicesOf(reviewed: Reviewed): readonly ExistingChoice[] {
  return problemGroups(reviewed).some(isExisting) ? ['skip', 'overwrite'] : [];
}

/** Offers to start only where something would be done. */
function nextQuestion(reviewed: Reviewed | null, isDemo: boolean): Parameters<PromptIO['choose']> {
  const ways = ['Change the options', isDemo ? 'Leave' : 'Leave; the plan is saved'];
  if (reviewed === null || reviewed.dryRun.problems.length > 0) {
    const choices = reviewed === null ? [] : choicesOf(reviewed);
    const texts = existingTexts((reviewed?.dryRun.problems.length ?? 0) > 1);
    return ['Fix this first.', [...ways, ...choices.map((one) => texts[one])]];
  }
  if (aheadOf(reviewed.dryRun) === 0) return ['Nothing to do.', ways];
  const label = calibrationLabel(reviewed.due);
  const calibration = label === null ? [] : [label];
  return ['Nothing is written yet.', [...ways, 'Start the migration', ...calibration]];
}
