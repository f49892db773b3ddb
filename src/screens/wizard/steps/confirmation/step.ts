import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { menuKeys } from '../../engine/keys.ts';
import type { PromptIO } from '../../engine/prompt-io.ts';
import type { Step, WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import type { ConfirmationAction, ConfirmationState } from './state.ts';
import { type ConfirmationKnown, confirmationBody } from './view.ts';

export const confirmationStep: Step<
  'confirmation',
  ConfirmationState,
  ConfirmationAction,
  ConfirmationKnown
> = {
  name: 'confirmation',
  initial: () => ({ confirmed: 0 }),
  reduce: (_state, { count }) => ({ confirmed: count }),
  title: () => 'Confirmation',
  body: confirmationBody,
  keys: ({ store }) => {
    const { review, confirmation } = store.getState();
    const replaced = resultOf(review.task)?.dryRun.replaced ?? [];
    // The field of a name takes its keys by itself.
    return confirmation.confirmed < replaced.length ? [] : menuKeys;
  },
  ask,
  leave: ({ store }) =>
    store.dispatch({ type: 'confirmation', action: { type: 'confirmed', count: 0 } }),
};

/** Each name that is replaced has to be typed; another word leads back to the options. */
async function ask(context: WizardContext<ConfirmationKnown>, io: PromptIO): Promise<void> {
  const { store, enter, end } = context;
  const reviewed = resultOf(store.getState().review.task);
  if (reviewed === null) return enter('options');
  const { choices, plan, dryRun } = reviewed;
  const confirmed = new Set<string>();
  for (const { owner, name } of dryRun.replaced) {
    io.say(['', `${safe(owner)}/${safe(name)} makes room: it is renamed and kept.`]);
    if ((await io.ask('Type its name to confirm: ')) !== name) {
      io.say([`That is not ${safe(name)}: nothing is replaced.`]);
      return enter('options');
    }
    confirmed.add(`${owner}/${name}`);
  }
  end({ kind: 'migrate', choices, plan, confirmed });
}
