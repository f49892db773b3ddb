import { usePaste } from 'ink';
import { useState } from 'react';
import { paste, type TextState, textOf, typeKey } from '../input/text-state.ts';
import type { Keystroke } from '../keys/keystrokes.ts';
import { createStore } from '../store.ts';
import { useStore } from './use-store.ts';

type TextAction =
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string; readonly joint: '' | ' ' };

function reduceText(state: TextState, action: TextAction): TextState {
  return action.type === 'key'
    ? typeKey(state, action.stroke)
    : paste(state, action.text, action.joint);
}

/** A line that can be typed and pasted into. */
export interface EditedText {
  readonly state: TextState;
  /** The newest text, also within one burst of keys. */
  readonly current: () => string;
  readonly type: (stroke: Keystroke) => void;
}

/** @param options.joint what the line breaks of a pasted text become */
export function useText(options: {
  initial: string;
  joint: '' | ' ';
  isActive: boolean;
  onChange?: ((text: string) => void) | undefined;
}): EditedText {
  const [store] = useState(() => createStore(reduceText, textOf(options.initial)));
  const state = useStore(store);
  function change(action: TextAction): void {
    const before = store.getState().text;
    store.dispatch(action);
    const { text } = store.getState();
    if (text !== before) options.onChange?.(text);
  }
  usePaste((text) => change({ type: 'paste', text, joint: options.joint }), {
    isActive: options.isActive,
  });
  return {
    state,
    current: () => store.getState().text,
    type: (stroke) => change({ type: 'key', stroke }),
  };
}
