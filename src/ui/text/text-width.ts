import stringWidth from 'string-width';

/** ASCII and our glyphs (theme/glyphs.ts), one column each: this is a hundred times faster than string-width. */
const narrow =
  /^[\u0020-\u007e\u2800-\u28ff\u00b7\u2013\u2026\u2190-\u2193\u21b7\u2219\u23ce\u2500\u2502\u256d-\u2570\u2581-\u258c\u2591\u25b4\u25b8\u25be\u25c9\u25cb\u25cf\u25f7\u2610\u2612\u2713\u2717\u276f]*$/;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Columns of a text: two for wide characters, none for combining ones. */
export function widthOf(text: string): number {
  return narrow.test(text) ? text.length : stringWidth(text);
}

/** Cuts a text to a width, with an ellipsis at its end. Characters stay whole. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const mark = widthOf(ellipsis) <= width ? ellipsis : '';
  return `${take(text, width - widthOf(mark))}${mark}`;
}

/** Cuts a path to a width, with an ellipsis at its beginning: its file name tells most. Characters stay whole. */
export function cutPath(path: string, width: number, ellipsis: string): string {
  if (widthOf(path) <= width) return path;
  const characters = splitCharacters(path);
  const mark = widthOf(ellipsis) <= width ? ellipsis : '';
  let room = width - widthOf(mark);
  let start = characters.length;
  while (start > 0 && widthOf(characters[start - 1] ?? '') <= room) {
    start -= 1;
    room -= widthOf(characters[start] ?? '');
  }
  return `${mark}${characters.slice(start).join('')}`;
}

/** Cuts or pads a text to a width. */
export function toWidth(text: string, width: number, ellipsis: string, align = 'left'): string {
  const shown = cut(text, width, ellipsis);
  const space = ' '.repeat(Math.max(0, width - widthOf(shown)));
  return align === 'right' ? `${space}${shown}` : `${shown}${space}`;
}

/** Graphemes. */
export function splitCharacters(text: string): string[] {
  return narrow.test(text)
    ? [...text]
    : Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function take(text: string, width: number): string {
  if (narrow.test(text)) return text.slice(0, Math.max(0, width));
  let taken = '';
  let room = width;
  for (const { segment } of graphemes.segment(text)) {
    room -= widthOf(segment);
    if (room < 0) break;
    taken += segment;
  }
  return taken;
}
