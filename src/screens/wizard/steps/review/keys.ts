import { count } from '../../../../core/report/format.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import { enter } from '../../engine/navigation.ts';
import type { WizardState } from '../../engine/state.ts';
import type { BodySize, Hands } from '../../engine/step.ts';
import { review } from './save-plan.ts';
import { aheadOf } from './state.ts';
import { reviewLines } from './view.ts';

export function reviewKeys(hands: Hands, size: BodySize): readonly Binding[] {
  const { store } = hands;
  const state = store.getState();
  const most = () => {
    const lines = reviewLines(store.getState(), { width: size.width });
    return Math.max(0, lines.length - size.height);
  };
  const scroll = (by: number) => () =>
    store.dispatch({ type: 'review', action: { type: 'scroll', by, most: most() } });
  return [
    {
      keys: ['enter'],
      label: 'continue',
      help: 'Go on to the last question before anything is written',
      disabled: whyNot(state),
      run: () => enter(hands, 'confirmation'),
    },
    { keys: ['down'], label: 'more', help: 'Further down', run: scroll(1) },
    { keys: ['up'], help: 'Further up', run: scroll(-1) },
    { keys: ['pagedown', 'space'], help: 'A page down', run: scroll(size.height - 1) },
    { keys: ['pageup'], help: 'A page up', run: scroll(1 - size.height) },
    {
      keys: ['r'],
      label: 'check again',
      help: 'Ask the hosts again',
      run: () => review(hands),
    },
    {
      keys: ['?'],
      label: 'help',
      help: 'These keys',
      run: () => store.dispatch({ type: 'help', on: true }),
    },
  ];
}

function whyNot({ review: { task } }: WizardState): string | null {
  if (task.status !== 'done')
    return task.status === 'failed' ? 'it could not be checked' : 'wait for the checks';
  const { rehearsal } = task.value;
  const { problems } = rehearsal;
  if (problems.length > 0) {
    const are = problems.length === 1 ? 'has' : 'have';
    return `${count(problems.length, 'problem')} ${are} to be solved first`;
  }
  return aheadOf(rehearsal) === 0 ? 'there is nothing to do' : null;
}
