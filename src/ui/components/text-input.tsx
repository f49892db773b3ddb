import { usePaste } from 'ink';
import { type ReactNode, useState } from 'react';
import { useKeystrokes } from '../hooks/use-keys.ts';
import { useStore } from '../hooks/use-store.ts';
import { textLine } from '../input/text-line.ts';
import { paste, type TextState, textOf, typeKey } from '../input/text-state.ts';
import { createStore } from '../store.ts';
import { useUi } from '../theme/ui-context.tsx';
import { StyledLine } from './lines.tsx';

/**
 * A line to be typed or pasted into.
 * @param props.otherwise gets the keys that do not edit a line: `up`, `esc`, `ctrl+c`
 */
export function TextInput(props: {
  width: number;
  /** Asked for each key: it may be for an earlier screen. */
  isShown?: () => boolean;
  onChange?: () => void;
  onSubmit: (text: string) => void;
  otherwise?: (key: string) => void;
}): ReactNode {
  const { width, isShown, onChange, onSubmit, otherwise } = props;
  const { glyphs } = useUi();
  const [store] = useState(() => createStore(reduceText, textOf('')));
  const state = useStore(store);
  function change(next: (state: TextState) => TextState): void {
    const before = store.getState().text;
    store.dispatch(next);
    if (store.getState().text !== before) onChange?.();
  }
  useKeystrokes((stroke) => {
    if (stroke.key !== 'ctrl+c' && isShown?.() === false) return;
    // From the store: keys that arrive together come before the next drawing.
    if (stroke.key === 'enter') onSubmit(store.getState().text);
    else if (stroke.text !== '' || editing.has(stroke.key)) change((text) => typeKey(text, stroke));
    else otherwise?.(stroke.key);
  });
  usePaste((pasted) => {
    if (isShown?.() !== false) change((text) => paste(text, pasted, ' '));
  });
  return <StyledLine line={textLine(state, { width, glyphs, hasCursor: true })} />;
}

function reduceText(state: TextState, change: (state: TextState) => TextState): TextState {
  return change(state);
}

const editing: ReadonlySet<string> = new Set([
  ...['backspace', 'delete', 'left', 'right', 'home', 'end'],
  ...['ctrl+a', 'ctrl+e', 'ctrl+u', 'ctrl+k', 'ctrl+w'],
]);
