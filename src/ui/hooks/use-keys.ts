import { useInput } from 'ink';
import { type Binding, press } from '../keys/keymap.ts';
import { type Keystroke, keystrokesOf } from '../keys/keystrokes.ts';

/** Every key, one at a time, even where several arrive together. */
export function useKeystrokes(
  handle: (stroke: Keystroke) => void,
  options: { isActive?: boolean } = {},
): void {
  useInput((input, key) => {
    for (const stroke of keystrokesOf(input, key)) handle(stroke);
  }, options);
}

/**
 * Keys by a table of bindings.
 * @param options.bindings called for every key, so that each of a burst sees the effect of the one before
 * @param options.isDrawn whether the screen is on the terminal that keys would answer; otherwise only Ctrl+C acts
 * @param options.onRefused gets the reason why a key is disabled
 * @param options.otherwise gets keys without a binding
 */
export function useKeys(options: {
  bindings: () => readonly Binding[];
  isDrawn: () => boolean;
  onRefused: (why: string) => void;
  otherwise: (stroke: Keystroke) => void;
  isActive?: boolean;
}): void {
  useKeystrokes(
    (stroke) => {
      if (stroke.key !== 'ctrl+c' && !options.isDrawn()) return;
      const pressed = press(options.bindings(), stroke);
      if (pressed.result === 'refused') options.onRefused(pressed.why);
      if (pressed.result === 'unbound') options.otherwise(stroke);
    },
    { isActive: options.isActive ?? true },
  );
}
