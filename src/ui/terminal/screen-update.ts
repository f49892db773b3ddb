const clearScreen = '\u001b[H\u001b[2J';
const eraseRest = '\u001b[K';

/**
 * Returns what turns one whole screen into another: only rows that differ, each at its place. Pure.
 * @param before `null`: nobody knows what is on the screen
 */
export function screenUpdate(before: readonly string[] | null, after: readonly string[]): string {
  const known = before ?? [];
  const rows = Math.max(known.length, after.length);
  const changed = Array.from({ length: rows }, (_, row) => {
    const text = after[row] ?? '';
    return text === (known[row] ?? '') ? '' : `\u001b[${row + 1};1H${text}${eraseRest}`;
  });
  return `${before === null ? clearScreen : ''}${changed.join('')}`;
}

/** Ink erases its last frame before it draws the next. */
const erasing = /^(?:\u001b\[(?:\d*(?:;\d*)?[HGJK]|\d*A))+/;

/**
 * Reads what Ink writes: a frame as its rows, none where it only takes the last one away; `null` for modes and the like. Pure.
 * @param drawn the text without its sequences
 */
export function frameOf(text: string, drawn: string): readonly string[] | null {
  const rest = text.replace(erasing, '');
  if (rest.trim() === '' && text !== '') return [];
  if (drawn === '') return null;
  const rows = rest.split('\n');
  return rows.at(-1) === '' ? rows.slice(0, -1) : rows;
}
