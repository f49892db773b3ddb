import { cutLine, type Line, line } from '../text/line.ts';
import { splitCharacters, widthOf } from '../text/text-width.ts';
import type { Glyphs } from '../theme/glyphs.ts';
import { longest, type TextState } from './text-state.ts';

/**
 * A line that is being edited, with the cursor as an inverse character: the terminal's own stays hidden. Of a long line, the
 * part around the cursor.
 * @param options.isMasked shows every character as the same one
 * @param options.hasCursor keys go here
 */
export function textLine(
  { text, cursor, isTooLong = false }: TextState,
  options: { width: number; glyphs: Glyphs; isMasked?: boolean; hasCursor: boolean },
): Line {
  const { glyphs, hasCursor } = options;
  if (isTooLong && hasCursor) {
    const notice = `too long: at most ${longest.toLocaleString('en')} characters`;
    return cutLine(line(['warning', notice]), options.width, glyphs.ellipsis);
  }
  const characters = splitCharacters(text).map((one) => (options.isMasked ? glyphs.mask : one));
  const room = Math.max(1, options.width - 1);
  let start = 0;
  const before = () => characters.slice(start, cursor).reduce((sum, one) => sum + widthOf(one), 0);
  let used = before();
  while (used > room) {
    used -= widthOf(characters[start] ?? '');
    start += 1;
  }
  let end = cursor;
  while (end < characters.length && used + widthOf(characters[end] ?? '') <= room) {
    used += widthOf(characters[end] ?? '');
    end += 1;
  }
  if (!hasCursor) return line(characters.slice(start, end).join(''));
  const at = cursor < end ? (characters[cursor] ?? ' ') : ' ';
  return line(
    characters.slice(start, cursor).join(''),
    ['cursor', at],
    characters.slice(cursor + 1, Math.max(end, cursor + 1)).join(''),
  );
}
