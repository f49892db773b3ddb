import stringWidth from 'string-width';

/** ASCII, and signs of ours (glyphs.ts) that fill most of a screen, one column each: looking them up costs a hundred times more. */
const narrow = /^[\u0020-\u007e\u2800-\u28ff\u2026\u2013\u2190-\u2193\u2713\u2717\u276f\u2219]*$/;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Columns that a text takes: wide characters two, combining ones none. */
export function widthOf(text: string): number {
  return narrow.test(text) ? text.length : stringWidth(text);
}

/** At most so many columns of a text; where something is left out, the ellipsis says so. Characters stay whole. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const mark = widthOf(ellipsis) <= width ? ellipsis : '';
  return `${take(text, width - widthOf(mark))}${mark}`;
}

/** The same with the end kept and the beginning left out. */
export function cutStart(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const mark = widthOf(ellipsis) <= width ? ellipsis : '';
  const parts = splitCharacters(text).reverse();
  const kept: string[] = [];
  let room = width - widthOf(mark);
  for (const part of parts) {
    room -= widthOf(part);
    if (room < 0) break;
    kept.push(part);
  }
  return `${mark}${kept.reverse().join('')}`;
}

/** Exactly so many columns: cut, or filled up with spaces. */
export function toWidth(text: string, width: number, ellipsis: string, align = 'left'): string {
  const shown = cut(text, width, ellipsis);
  const space = ' '.repeat(Math.max(0, width - widthOf(shown)));
  return align === 'right' ? `${space}${shown}` : `${shown}${space}`;
}

/** What people take for single characters. */
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
