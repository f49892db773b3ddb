import { count } from '../../../../core/kernel/format/format.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import type { BodySize, WizardContext } from '../../engine/step.ts';
import { scrollKeys } from '../../shared/scroll.ts';
import { reviewPlan } from './review-plan.ts';
import type { PlanKnown } from './save-plan.ts';
import { aheadOf, type ReviewState } from './state.ts';
import { reviewLines } from './view.ts';

export function reviewKeys(
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
      help: 'Go on to the last question before anything is written',
      disabled: whyNot(store.getState().review),
      run: () => forward('review'),
    },
    ...scrollKeys(height, scroll),
    {
      keys: ['r'],
      label: 'check again',
      help: 'Ask the hosts again',
      run: () => reviewPlan(context),
    },
    {
      keys: ['?'],
      label: 'help',
      help: 'These keys',
      run: () => store.dispatch({ type: 'help', on: true }),
    },
  ];
}

function whyNot({ task }: ReviewState): string | null {
  if (task.status !== 'done')
    return task.status === 'failed' ? 'it could not be checked' : 'wait for the checks';
  const { dryRun } = task.value;
  const { problems } = dryRun;
  if (problems.length > 0) {
    const are = problems.length === 1 ? 'has' : 'have';
    return `${count(problems.length, 'problem')} ${are} to be solved first`;
  }
  return aheadOf(dryRun) === 0 ? 'there is nothing to do' : null;
}
