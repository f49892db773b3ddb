import type { Key } from 'ink';
import { splitCharacters } from '../text/text-width.ts';

/** One key. */
export interface Keystroke {
  /** Its name in bindings: `a`, `A`, `space`, `enter`, `up`, `ctrl+c`. */
  readonly key: string;
  /** Text that it types, if any. */
  readonly text: string;
}

const named: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
];

const controls: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u001b': 'esc',
  '\b': 'backspace',
  '\u007f': 'backspace',
};

/** The keys of one input of Ink, which reports keys that arrive together as one string. Drops unknown ones. Pure. */
export function keystrokesOf(input: string, key: Key): readonly Keystroke[] {
  const name = named.find(([flag]) => key[flag] === true)?.[1];
  if (name !== undefined) return [{ key: name, text: '' }];
  if (key.tab) return [{ key: key.shift ? 'shift+tab' : 'tab', text: '' }];
  if (key.ctrl) return input === '' ? [] : [{ key: `ctrl+${input}`, text: '' }];
  if (key.meta) return [];
  return splitCharacters(input.replaceAll('\r\n', '\r')).flatMap(keystrokeOf);
}

function keystrokeOf(character: string): readonly Keystroke[] {
  const control = controls[character];
  if (control !== undefined) return [{ key: control, text: '' }];
  if (character === ' ') return [{ key: 'space', text: ' ' }];
  const code = character.charCodeAt(0);
  if (code > 0 && code <= 26) {
    return [{ key: `ctrl+${String.fromCharCode(code + 96)}`, text: '' }];
  }
  if (code < 32 || (code >= 0x7f && code <= 0x9f)) return [];
  return [{ key: character, text: character }];
}
