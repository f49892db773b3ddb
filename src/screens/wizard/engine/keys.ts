import type { Binding } from '../../../ui/keys/keymap.ts';
import type { ActionOf } from './state.ts';
import { type BodySize, shownStep, type TextInput, type Wizard } from './step.ts';

/** The keys of the current screen. */
export function screenKeys<Known>(wizard: Wizard<Known>, size: BodySize): readonly Binding[] {
  const { context, definition } = wizard;
  const { isLeaving, hasHelp } = context.store.getState();
  const interrupt = interruptKey(wizard);
  if (isLeaving) {
    const stay: Binding = { keys: ['esc'], label: 'stay', help: 'Stay', run: context.stay };
    return [...definition.exit.keys(context, size), stay, interrupt];
  }
  if (hasHelp) {
    const close = () => context.store.dispatch({ type: 'help', on: false });
    const keys = ['esc', '?', 'enter', 'space'];
    return [{ keys, label: 'back', help: 'Close this', run: close }, interrupt];
  }
  return stepKeys(wizard, size);
}

function interruptKey<Known>({ context }: Wizard<Known>): Binding {
  return {
    keys: ['ctrl+c'],
    help: 'Stop now',
    run: () => context.end({ kind: 'interrupted' }),
  };
}

/** The keys of a step, as its help lists them. */
export function stepKeys<Known>(wizard: Wizard<Known>, size: BodySize): readonly Binding[] {
  const { context, definition } = wizard;
  const step = shownStep(definition, context.store.getState());
  const isFirst = step === definition.steps[0];
  const leave: Binding = {
    keys: ['ctrl+q'],
    label: 'leave',
    help: 'Leave; the plan can be saved',
    run: context.leave,
  };
  const backwards: Binding = {
    keys: ['esc'],
    label: isFirst ? 'leave' : 'back',
    help: isFirst ? 'Leave' : 'Previous step, keeping everything',
    run: context.back,
  };
  const own = step.keys(context, size);
  // A step may have its own meaning for Esc.
  const hasOwnBack = own.some(({ keys }) => keys.includes('esc'));
  const [first, ...rest] = own;
  return [
    ...(first === undefined ? [] : [first]),
    ...(hasOwnBack ? [] : [backwards]),
    ...rest,
    ...(isFirst ? [] : [leave]),
    interruptKey(wizard),
  ];
}

/** For footer and help: menus handle them. */
export const menuKeys: readonly Binding[] = [
  { keys: ['enter'], label: 'select', help: 'Select', run() {} },
  { keys: ['down'], label: 'next', help: 'Next', run() {} },
  { keys: ['up'], help: 'Previous', run() {} },
];

/** Whether a step still gets the keys: its last drawing may be older than the last key. */
export function isShown<Known>({ context, definition }: Wizard<Known>, name: string): boolean {
  const state = context.store.getState();
  return state.outcome === null && shownStep(definition, state).name === name;
}

/** Passes input without a binding to the step. */
export function typeInto<Known>({ context, definition }: Wizard<Known>, input: TextInput): void {
  const { store } = context;
  const state = store.getState();
  if (state.isLeaving || state.hasHelp) return;
  const step = shownStep(definition, state);
  if (step.input === undefined) return;
  // The action belongs to the slice of the step.
  const action = { type: step.name, action: step.input(input) };
  store.dispatch(action as ActionOf<Known>);
}
