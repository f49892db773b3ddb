import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { Choices } from '../../../../core/wizard/choices.ts';
import { line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { menuKeys } from '../../engine/keys.ts';
import type { Slice, StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, Exit, WizardContext } from '../../engine/step.ts';
import { idle, type Task } from '../../engine/tasks.ts';
import { failureView } from '../../engine/view.ts';
import { type PlanKnown, savePlan } from '../review/save-plan.ts';
import type { SecretsSlice } from '../secrets/step.ts';
import { optionsOf } from '../state/options.ts';

interface LeavingState {
  readonly saving: Task<Choices>;
}

interface LeavingAction {
  readonly type: 'saving';
  readonly task: Task<Choices>;
}

type Known = Slice<'leaving', LeavingState, LeavingAction> & PlanKnown & SecretsSlice;
type LeavingContext = WizardContext<Known>;

/** Asks before the selection is lost. */
export const leavingScreen: Exit<'leaving', LeavingState, LeavingAction, Known> = {
  name: 'leaving',
  initial: () => ({ saving: idle }),
  reduce: (_state, { task }) => ({ saving: task }),
  about: ({ isDemo }) =>
    isDemo
      ? 'Leaving ends the demo and removes its files.'
      : 'Leaving ends the wizard. You can migrate a saved plan later with its command.',
  body,
  keys: () => menuKeys,
  busy: ({ leaving }) => (leaving.saving.status === 'running' ? 'Saving the plan' : null),
  enter: forgetSaving,
  leave: forgetSaving,
};

function forgetSaving({ store }: LeavingContext): void {
  store.dispatch({ type: 'leaving', action: { type: 'saving', task: idle } });
}

function body(state: StateOf<Known>, { width, glyphs }: BodyOptions): Body<Known> {
  const { saving } = state.leaving;
  const question = state.secrets.hasWritten
    ? 'Leave? GitHub keeps everything written so far.'
    : 'Leave? Nothing was written to either host.';
  return {
    lines: [
      ...wrap(question, width).map((text) => line(text)),
      ...(saving.status === 'failed' ? failureView(saving.failure, { width, glyphs }) : []),
      [],
    ],
    menu: [
      { label: 'Stay', run: ({ stay }) => stay() },
      ...(canSave(state) ? [{ label: 'Save the plan and leave', run: saveAndLeave }] : []),
      { label: leaveText(state), run: ({ end }) => end({ kind: 'left', saved: null }) },
    ],
  };
}

/** Leaving keeps a saved plan. */
function leaveText(state: StateOf<Known>): string {
  const { saved } = state.review;
  if (state.isDemo) return 'Leave';
  if (saved !== null) return `Leave; keep ${safe(saved.choices.files.plan)} as saved`;
  return canSave(state) ? 'Leave without saving' : 'Leave';
}

/** Once repositories and organization are known. The demo removes its files. */
function canSave({ selection, options, isDemo }: StateOf<Known>): boolean {
  return !isDemo && selection.selected.size > 0 && optionsOf(options).organization !== '';
}

function saveAndLeave(context: LeavingContext): void {
  const { store, tasks, end } = context;
  tasks.run(
    'save',
    async (signal) => (await savePlan(context, signal)).choices,
    (task) => {
      store.dispatch({ type: 'leaving', action: { type: 'saving', task } });
      if (task.status === 'done') end({ kind: 'left', saved: task.value });
    },
  );
}
