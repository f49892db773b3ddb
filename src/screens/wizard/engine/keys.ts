import { assertNever } from '../../../core/assert-never.ts';
import type { Binding } from '../../../ui/keys/keymap.ts';
import type { Keystroke } from '../../../ui/keys/keystrokes.ts';
import { credentialsKeys } from '../steps/credentials/keys.ts';
import { discoveryKeys } from '../steps/discovery/keys.ts';
import { doctorKeys } from '../steps/doctor/keys.ts';
import { optionsKeys } from '../steps/options/keys.ts';
import { reviewKeys } from '../steps/review/keys.ts';
import { selectionKeys } from '../steps/selection/keys.ts';
import { back } from './navigation.ts';
import type { BodySize, Hands } from './step.ts';
import { resultOf } from './task.ts';

/** The keys of the screen that is shown. */
export function screenKeys(hands: Hands, size: BodySize): readonly Binding[] {
  const { store } = hands;
  const { isLeaving, hasHelp, step } = store.getState();
  const interrupt: Binding = {
    keys: ['ctrl+c'],
    help: 'End at once',
    run: () => hands.end({ kind: 'interrupted' }),
  };
  if (isLeaving) {
    const stay = () => store.dispatch({ type: 'leaving', on: false });
    return [...menuKeys, { keys: ['esc'], label: 'stay', help: 'Stay', run: stay }, interrupt];
  }
  if (hasHelp) {
    const close = () => store.dispatch({ type: 'help', on: false });
    const keys = ['esc', '?', 'enter', 'space'];
    return [{ keys, label: 'back', help: 'Close this', run: close }, interrupt];
  }
  const leave: Binding = {
    keys: ['ctrl+q'],
    label: 'leave',
    help: 'Leave; the plan can be saved',
    run: () => store.dispatch({ type: 'leaving', on: true }),
  };
  const backwards: Binding = {
    keys: ['esc'],
    label: step === 'welcome' ? 'leave' : 'back',
    help: step === 'welcome' ? 'Leave' : 'The step before, with everything as it is',
    run: () => back(hands),
  };
  const own = ownKeys(hands, size);
  // A screen may have a nearer meaning for Esc.
  const hasOwnBack = own.some(({ keys }) => keys.includes('esc'));
  const [first, ...rest] = own;
  return [
    ...(first === undefined ? [] : [first]),
    ...(hasOwnBack ? [] : [backwards]),
    ...rest,
    ...(step === 'welcome' ? [] : [leave]),
    interrupt,
  ];
}

function ownKeys(hands: Hands, size: BodySize): readonly Binding[] {
  const { step } = hands.store.getState();
  switch (step) {
    case 'welcome':
      return menuKeys;
    case 'confirmation':
      return isAsked(hands) ? [] : menuKeys;
    case 'doctor':
      return doctorKeys(hands, size);
    case 'credentials':
      return credentialsKeys(hands);
    case 'discovery':
      return discoveryKeys(hands);
    case 'selection':
      return selectionKeys(hands, size);
    case 'options':
      return optionsKeys(hands);
    case 'review':
      return reviewKeys(hands, size);
    default:
      return assertNever(step);
  }
}

/** Menus take them by themselves. */
const menuKeys: readonly Binding[] = [
  { keys: ['enter'], label: 'choose', help: 'Choose', run() {} },
  { keys: ['down'], label: 'next', help: 'The next one', run() {} },
  { keys: ['up'], help: 'The one before', run() {} },
];

/** Whether keys go to a screen of which the last drawing may be older than the last key. */
export function isMeant({ store }: Hands, screen: 'welcome' | 'confirmation' | 'leaving'): boolean {
  const { step, isLeaving, outcome } = store.getState();
  return outcome === null && (isLeaving ? 'leaving' : step) === screen;
}

/** A name has to be typed. */
function isAsked({ store }: Hands): boolean {
  const { review, confirmed } = store.getState();
  const replaced = resultOf(review.task)?.rehearsal.replaced ?? [];
  return confirmed < replaced.length;
}

/** What is typed and means nothing else. */
export function typeInto({ store }: Hands, stroke: Keystroke): void {
  const { step, isLeaving, hasHelp } = store.getState();
  if (isLeaving || hasHelp) return;
  const action = { type: 'key', stroke } as const;
  if (step === 'credentials') store.dispatch({ type: 'credentials', action });
  if (step === 'discovery') store.dispatch({ type: 'discovery', action: { type: 'pick', action } });
  if (step === 'selection') store.dispatch({ type: 'selection', action });
  if (step === 'options') store.dispatch({ type: 'options', action });
}

/** What is pasted goes where what is typed would go. */
export function pasteInto({ store }: Hands, text: string): void {
  const { step, isLeaving, hasHelp } = store.getState();
  if (isLeaving || hasHelp) return;
  const action = { type: 'paste', text } as const;
  if (step === 'credentials') store.dispatch({ type: 'credentials', action });
  if (step === 'discovery') store.dispatch({ type: 'discovery', action: { type: 'pick', action } });
  if (step === 'selection') store.dispatch({ type: 'selection', action });
  if (step === 'options') store.dispatch({ type: 'options', action });
}
