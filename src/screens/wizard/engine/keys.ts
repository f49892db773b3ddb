import type { Binding } from '../../../ui/keys/keymap.ts';
import type { Command } from '../../../ui/palette/commands.ts';
import { paletteKey, paletteKeys } from '../../../ui/palette/palette-keys.ts';
import { plainText } from '../../../ui/text/line.ts';
import { glyphsOf } from '../../../ui/theme/glyphs.ts';
import { bodyOf, pageShift } from './body.ts';
import { helpOf } from './help.ts';
import { lastAct } from './history.ts';
import { wizardCommands } from './palette.ts';
import type { ActionOf, StateOf } from './state.ts';
import {
  type AnyScreen,
  type BodyOptions,
  type BodySize,
  shownStep,
  type TextInput,
  type Wizard,
} from './step.ts';
import { scrolledBy, scrollKeys } from './view.ts';

/** The keys of the current screen. */
export function screenKeys<Known>(wizard: Wizard<Known>, size: BodySize): readonly Binding[] {
  const { hasHelp, palette } = wizard.context.store.getState();
  if (hasHelp) return helpKeys(wizard, size);
  if (palette === null) return stepKeys(wizard, size);
  const { store } = wizard.context;
  const keys = paletteKeys(palette, commandsHere(wizard, { ...size, glyphs: glyphsOf({}) }), {
    close: () => store.dispatch({ type: 'palette', on: false }),
    move: (by, count) =>
      store.dispatch({ type: 'palette-input', input: { type: 'move', by, count } }),
  });
  return [...keys, interruptKey(wizard)];
}

/** The commands of the palette on this screen. */
export function commandsHere<Known>(
  wizard: Wizard<Known>,
  options: BodyOptions,
): readonly Command[] {
  const isCommand = (binding: Binding) =>
    !menuKeys.includes(binding) && !binding.keys.includes('ctrl+k');
  const bindings = stepKeys(wizard, options).filter(isCommand);
  return wizardCommands(wizard, { ...options, bindings });
}

function helpKeys<Known>(wizard: Wizard<Known>, size: BodySize): readonly Binding[] {
  const { store } = wizard.context;
  const close = () => store.dispatch({ type: 'help', on: false });
  const bindings = stepKeys(wizard, size);
  const rows = helpOf(wizard, { ...size, glyphs: glyphsOf({}), bindings }).length;
  const most = Math.max(0, rows - size.height);
  const scroll = (by: number) => {
    const to = scrolledBy(store.getState().scrolled, { by, most });
    store.dispatch({ type: 'scrolled', to });
  };
  return [
    { keys: ['esc', '?', 'enter'], label: 'back', help: 'Close this', run: close },
    ...(most === 0 ? [] : scrollKeys(size.height, scroll)),
    commandsKey(wizard),
    interruptKey(wizard),
  ];
}

function interruptKey<Known>({ context }: Wizard<Known>): Binding {
  return {
    keys: ['ctrl+c'],
    help: 'Stop now',
    run: () => context.end({ kind: 'interrupted' }),
  };
}

/** The keys of a step or of the exit, as its help lists them. */
export function stepKeys<Known>(wizard: Wizard<Known>, size: BodySize): readonly Binding[] {
  const { context, definition } = wizard;
  const state = context.store.getState();
  const step = shownStep(definition, state);
  const own = step.keys(context, size);
  const has = (key: string) => own.some(({ keys }) => keys.includes(key));
  const [first, ...rest] = own;
  const help: Binding = {
    keys: ['?'],
    label: 'help',
    help: 'Help',
    run: () => context.store.dispatch({ type: 'help', on: true }),
  };
  const leave: Binding = {
    keys: ['ctrl+q'],
    label: 'leave',
    help: state.isDemo ? 'Leave' : 'Leave; you can save the plan',
    run: context.leave,
  };
  return [
    ...(first === undefined ? [] : [first]),
    // A step may have its own meaning for Esc.
    ...(has('esc') ? [] : [backKey(wizard)]),
    ...(step.typesQuestionMarks?.(state) === true ? [] : [help]),
    ...(has('pagedown') ? [] : pageKeys(wizard, size)),
    ...undoKeys(wizard),
    ...rest,
    commandsKey(wizard),
    ...(step === definition.steps[0] || state.isLeaving ? [] : [leave]),
    interruptKey(wizard),
  ];
}

/** Only where there is something to take back. */
function undoKeys<Known>({ context, definition }: Wizard<Known>): readonly Binding[] {
  const state = context.store.getState();
  const last = lastAct(definition, state);
  if (last === null) return [];
  const screen = shownStep(definition, state);
  const run = () => {
    context.store.dispatch({ type: 'undo' });
    screen.undone?.(context);
  };
  const keys = typesLetters(screen, state) ? ['ctrl+z'] : ['z', 'ctrl+z'];
  return [{ keys, label: 'undo', help: `Undo: ${last.act.name}`, run }];
}

function commandsKey<Known>({ context, definition }: Wizard<Known>): Binding {
  const state = context.store.getState();
  const isTyped = typesLetters(shownStep(definition, state), state);
  return paletteKey(() => context.store.dispatch({ type: 'palette', on: true }), { isTyped });
}

function typesLetters<Known>(screen: AnyScreen<Known>, state: StateOf<Known>): boolean {
  return screen.types?.(state) ?? screen.input !== undefined;
}

function backKey<Known>({ context, definition }: Wizard<Known>): Binding {
  const { isLeaving, step } = context.store.getState();
  if (isLeaving) return { keys: ['esc'], label: 'stay', help: 'Stay', run: context.stay };
  const isFirst = step === definition.steps[0]?.name;
  return {
    keys: ['esc'],
    label: isFirst ? 'leave' : 'back',
    help: isFirst ? 'Leave' : 'Previous step; keeps your answers',
    run: context.back,
  };
}

/** For a body that is higher than the screen. */
function pageKeys<Known>(
  { context: { store }, definition }: Wizard<Known>,
  size: BodySize,
): readonly Binding[] {
  const shift = (by: 1 | -1) =>
    pageShift(definition, store.getState(), { ...size, glyphs: glyphsOf({}), by });
  if (shift(1) === 0 && shift(-1) === 0) return [];
  const page = (by: 1 | -1) => () =>
    store.dispatch({ type: 'scrolled', to: store.getState().scrolled + shift(by) });
  return [
    { keys: ['pagedown'], label: 'more', help: 'Page down', run: page(1) },
    { keys: ['pageup'], help: 'Page up', run: page(-1) },
  ];
}

/** For footer and help: menus handle them. */
export const menuKeys: readonly Binding[] = [
  { keys: ['enter'], label: 'select', help: 'Select', run() {} },
  { keys: ['down'], label: 'next', help: 'Next', run() {} },
  { keys: ['up'], help: 'Previous', run() {} },
];

/** Tells whether a step still gets the keys: its last drawing may be older than the last key. */
export function isShown<Known>({ context, definition }: Wizard<Known>, name: string): boolean {
  const state = context.store.getState();
  const isCovered = state.hasHelp || state.palette !== null;
  return state.outcome === null && !isCovered && shownStep(definition, state).name === name;
}

/** Passes input without a binding to the step. */
export function typeInto<Known>({ context, definition }: Wizard<Known>, input: TextInput): void {
  const { store } = context;
  const state = store.getState();
  if (state.palette !== null) {
    store.dispatch({ type: 'palette-input', input });
    return;
  }
  if (state.isLeaving || state.hasHelp) return;
  const step = shownStep(definition, state);
  if (step.input === undefined) return;
  // The action belongs to the slice of the step.
  const action = { type: step.name, action: step.input(input) };
  store.dispatch(action as ActionOf<Known>);
}

/** Why a key does nothing, as a sentence; `null` where the screen says it already. Pure. */
export function refusalText<Known>(
  { context, definition }: Wizard<Known>,
  size: BodySize,
  why: string,
): string | null {
  const state = context.store.getState();
  const body = bodyOf(definition, state, { ...size, glyphs: glyphsOf({}) });
  const isSaid = body.lines.some((one) => plainText(one).includes(why));
  return isSaid ? null : `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
}
