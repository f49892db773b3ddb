import { withoutActing } from '../../core/kernel/format/terminal-text.ts';
import type { Keystroke } from '../keys/keystrokes.ts';
import { splitCharacters } from '../text/text-width.ts';

/** A line that is being edited. */
export interface TextState {
  readonly text: string;
  /** In graphemes. */
  readonly cursor: number;
  /** The last input was too long and is left out; until the next key. */
  readonly isTooLong?: boolean;
  /** Nobody has typed the text: the first characters that are typed or pasted replace it. */
  readonly isPreset?: boolean;
}

/** In characters: a file pasted by mistake must not block the screen. */
export const longest = 10_000;

export function textOf(text: string): TextState {
  const clean = withoutActing(text);
  return { text: clean, cursor: splitCharacters(clean).length };
}

/** A text that a field begins with: typing replaces it, and Backspace or a cursor key begins to edit it. Pure. */
export function presetOf(text: string): TextState {
  return { ...textOf(text), isPreset: true };
}

/** After one more key; the same state where the key edits nothing. Pure. */
export function typeKey(state: TextState, { key, text }: Keystroke): TextState {
  if (text !== '') return insert(state, text);
  const characters = splitCharacters(state.text);
  const { text: before, cursor } = state;
  switch (key) {
    case 'backspace':
      return cursor === 0 ? state : remove(characters, cursor - 1, cursor);
    case 'delete':
      return cursor >= characters.length ? state : remove(characters, cursor, cursor + 1);
    case 'left':
      return { text: before, cursor: Math.max(0, cursor - 1) };
    case 'right':
      return { text: before, cursor: Math.min(characters.length, cursor + 1) };
    case 'home':
    case 'ctrl+a':
      return { text: before, cursor: 0 };
    case 'end':
    case 'ctrl+e':
      return { text: before, cursor: characters.length };
    case 'ctrl+u':
      return remove(characters, 0, cursor);
    case 'ctrl+k':
      return remove(characters, cursor, characters.length);
    case 'ctrl+w':
      return remove(characters, wordStart(characters, cursor), cursor);
    default:
      return state;
  }
}

/**
 * Inserts pasted text as one line, without control characters.
 * @param joint replaces line breaks
 */
export function paste(state: TextState, pasted: string, joint: '' | ' '): TextState {
  const clean = pasted
    .trim()
    .replace(/\s*[\r\n]+\s*/g, joint)
    .replace(/\t/g, ' ');
  return insert(state, clean);
}

function insert(state: TextState, more: string): TextState {
  const { text, cursor } = state.isPreset === true && more !== '' ? textOf('') : state;
  const characters = splitCharacters(text);
  const before = characters.slice(0, cursor).join('') + withoutActing(more);
  const all = before + characters.slice(cursor).join('');
  if (all.length > longest) return { text, cursor, isTooLong: true };
  // A combining character joins the one before it, so positions change.
  return { text: all, cursor: splitCharacters(before).length };
}

function remove(characters: readonly string[], from: number, to: number): TextState {
  return { text: [...characters.slice(0, from), ...characters.slice(to)].join(''), cursor: from };
}

function wordStart(characters: readonly string[], cursor: number): number {
  let at = cursor;
  while (at > 0 && characters[at - 1] === ' ') at -= 1;
  while (at > 0 && characters[at - 1] !== ' ') at -= 1;
  return at;
}
