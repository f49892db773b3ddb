import type { AnyUndo, PastAct } from './act.ts';
import type { Frame, StateOf } from './state.ts';
import type { WizardDefinition } from './step.ts';

const mostActs = 200;

/** Adds an act of a slice to the history, if it is one. Pure. */
export function remember(
  state: Frame,
  screen: { readonly name: string; readonly undo?: AnyUndo },
  change: { readonly action: unknown; readonly before: unknown; readonly after: unknown },
): readonly PastAct[] {
  const { history, step } = state;
  const { action, before, after } = change;
  if (before === after) return history;
  const act = screen.undo?.act(action as never, before as never, after as never) ?? null;
  if (act === null) return history;
  const last = history.at(-1);
  const isJoined =
    act.joins === true &&
    last?.slice === screen.name &&
    last.screen === step &&
    last.act.name === act.name;
  if (isJoined) return history;
  return [...history, { act, screen: step, slice: screen.name, before }].slice(-mostActs);
}

/** The last act on this screen that can still be taken back. Pure. */
export function lastAct<Known>(
  definition: WizardDefinition<Known>,
  state: StateOf<Known>,
): PastAct | null {
  if (state.isLeaving) return null;
  const isOpen = (past: PastAct) =>
    past.screen === state.step && restored(definition, state, past) !== sliceOf(state, past);
  return state.history.findLast(isOpen) ?? null;
}

/** Takes back the last act of this screen, and says so. Pure. */
export function undo<Known>(
  definition: WizardDefinition<Known>,
  state: StateOf<Known>,
): StateOf<Known> {
  const past = lastAct(definition, state);
  if (past === null) return state;
  const slice = restored(definition, state, past);
  return {
    ...state,
    history: withoutAct(state.history, past),
    notice: { text: `Undone: ${past.act.name}`, isDone: true },
    [past.slice]: slice,
  };
}

/** Later acts on the same slice, from other screens, go with it: what it was before them comes back. */
function withoutAct(history: readonly PastAct[], past: PastAct): readonly PastAct[] {
  const at = history.indexOf(past);
  return history.filter(({ slice }, index) => index < at || (index > at && slice !== past.slice));
}

function sliceOf<Known>(state: StateOf<Known>, { slice }: PastAct): unknown {
  return (state as Readonly<Record<string, unknown>>)[slice];
}

function restored<Known>(
  { steps }: WizardDefinition<Known>,
  state: StateOf<Known>,
  past: PastAct,
): unknown {
  const now = sliceOf(state, past);
  const step = steps.find(({ name }) => name === past.slice);
  return step?.undo?.restore(now as never, past.before as never) ?? now;
}
