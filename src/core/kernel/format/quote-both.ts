/**
 * Returns two different texts in quotes, each on one line. Of long texts it quotes only the part where they begin to
 * differ. Pure.
 */
export function quoteBoth(one: string, other: string): readonly [one: string, other: string] {
  const isShort = one.length <= mostCharacters && other.length <= mostCharacters;
  const from = isShort ? 0 : startBefore(one, firstDifference(one, other));
  return [quoteFrom(one, from), quoteFrom(other, from)];
}

/** Enough for most titles. */
const mostCharacters = 120;
/** So many characters that are the same show where the difference is. */
const sameBefore = 30;
const shownOfLong = 100;

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** Begins with a word where one begins shortly before. */
function startBefore(text: string, at: number): number {
  const start = Math.max(0, at - sameBefore);
  if (start === 0) return 0;
  const space = text.slice(start, at).search(/\s(?=\S)/);
  return space >= 0 ? start + space + 1 : withoutHalf(text, start);
}

function quoteFrom(text: string, from: number): string {
  const to = text.length - from <= mostCharacters ? text.length : from + shownOfLong;
  const shown = text
    .slice(from, withoutHalf(text, to))
    .replace(/\s*[\r\n]\s*/g, ' ')
    .trim();
  return `“${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}”`;
}

/** Never cuts a surrogate pair in two. */
function withoutHalf(text: string, at: number): number {
  return /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at;
}
