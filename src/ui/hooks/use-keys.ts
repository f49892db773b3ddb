import { useInput } from 'ink';
import { type Binding, press } from '../keys/keymap.ts';
import { type Keystroke, keystrokesOf } from '../keys/keystrokes.ts';

/** Every key, one at a time, also those that arrive together. */
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
 * @param options.bindings asked for every key, so that keys that arrive together see what the one before has done
 * @param options.onRefused told why a key does nothing just now
 * @param options.otherwise gets what is bound to nothing
 */
export function useKeys(options: {
  bindings: () => readonly Binding[];
  onRefused?: (why: string) => void;
  otherwise?: (stroke: Keystroke) => void;
  isActive?: boolean;
}): void {
  useKeystrokes(
    (stroke) => {
      const pressed = press(options.bindings(), stroke);
      if (pressed.result === 'refused') options.onRefused?.(pressed.why);
      if (pressed.result === 'unbound') options.otherwise?.(stroke);
    },
    { isActive: options.isActive ?? true },
  );
}
