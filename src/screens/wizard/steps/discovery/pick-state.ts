import {
  paste,
  presetOf,
  type TextState,
  textOf,
  typeKey,
} from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';

/** A name that is typed or picked from known ones. */
export interface PickState {
  readonly text: TextState;
  readonly options: readonly string[];
  /** Index of the entry. */
  readonly cursor: number;
}

interface PickEntry {
  readonly name: string;
  /** It is not a known name. */
  readonly isTyped: boolean;
}

export type PickAction =
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string }
  /** The whole name. */
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'move'; readonly by: 1 | -1 }
  | { readonly type: 'options'; readonly options: readonly string[] };

export function pickOf(text: string, options: readonly string[] = []): PickState {
  const state = { text: presetOf(text), options, cursor: 0 };
  return { ...state, cursor: Math.max(0, placeOf(state, text)) };
}

/** The known names that match, then the typed one if it is new. Pure. */
export function entriesOf({ text, options }: Omit<PickState, 'cursor'>): readonly PickEntry[] {
  // A slash in front is the key that begins a filter elsewhere.
  const typed = text.text.trim().replace(/^\/+/, '');
  // A complete known name does not filter the others.
  const isKnown = options.includes(typed);
  const matching = isKnown
    ? options
    : options.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  const known = matching.map((name) => ({ name, isTyped: false }));
  return typed === '' || isKnown ? known : [...known, { name: typed, isTyped: true }];
}

/** Tells whether the text filters the known names, so that clearing it leads back to all of them. Pure. */
export function isFiltering({ text, options }: PickState): boolean {
  return text.text !== '' && options.length > 0 && !options.includes(text.text.trim());
}

/** The name at the cursor, or ''. */
export function pickedName(state: PickState): string {
  return entriesOf(state)[state.cursor]?.name ?? '';
}

/** Pure. */
export function reducePick(state: PickState, action: PickAction): PickState {
  switch (action.type) {
    case 'key':
      return typed(state, typeKey(state.text, action.stroke));
    case 'paste':
      return typed(state, paste(state.text, action.text, ''));
    case 'name': {
      const text = paste(textOf(''), action.name, '');
      const entries = entriesOf({ ...state, text });
      const cursor = entries.findIndex((entry) => entry.name === text.text);
      return { ...state, text, cursor: Math.max(0, cursor) };
    }
    case 'move': {
      const { length } = entriesOf(state);
      return { ...state, cursor: Math.max(0, Math.min(length - 1, state.cursor + action.by)) };
    }
    case 'options':
      return { ...pickOf(state.text.text, action.options), text: state.text };
  }
}

function typed(state: PickState, text: TextState): PickState {
  if (text === state.text) return state;
  const next = { ...state, text };
  if (text.text === state.text.text) return next;
  const exact = placeOf(next, text.text.trim());
  return { ...next, cursor: Math.max(0, exact) };
}

function placeOf(state: Omit<PickState, 'cursor'>, name: string): number {
  return entriesOf(state).findIndex((entry) => entry.name === name && !entry.isTyped);
}
