import { parseMarkdown } from './markdown-tree.ts';

/**
 * Describes what a character reference such as `&amp;` stands for; the reference itself where it stands for nothing.
 */
export type ReferenceDecoder = (reference: string) => string;

export function createReferenceDecoder(): ReferenceDecoder {
  const known = new Map<string, string>();
  return (reference) => {
    const decoded =
      known.get(reference) ??
      parseMarkdown(`a${reference}a`, { html: true }).children?.[0]?.children?.[0]?.value?.slice(
        1,
        -1,
      ) ??
      reference;
    known.set(reference, decoded);
    return decoded;
  };
}

/** The text is not where the parser said it is. */
export class UnalignedText extends Error {}

const characterReference = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z0-9]{1,31});/iy;
const punctuation = /[!-/:-@[-`{-~]/;

/**
 * Where each character (UTF-16 unit) of a text as it is shown stands in the source: escapes and character references are
 * longer there, and lines begin with the marks of quotations.
 */
export function alignText(options: {
  value: string;
  source: string;
  start: number;
  end: number;
  decode: ReferenceDecoder;
}): readonly (readonly [start: number, end: number])[] {
  const { value, source, decode } = options;
  const places: (readonly [number, number])[] = [];
  let at = options.start;
  while (places.length < value.length) {
    const index = places.length;
    const character = value[index] ?? '';
    const begin = at;
    let shown = character;
    if (character === '\n') {
      // The marks of a quotation behind the last line end are no part of this text.
      at = Math.min(afterLineEnd(source, at, value, index), options.end);
    } else if (source[at] === '\\' && source[at + 1] === character && punctuation.test(character)) {
      at += 2;
    } else {
      [shown, at] = shownAt(source, at, decode);
    }
    if (at > options.end || !value.startsWith(shown, index))
      throw new UnalignedText('text is elsewhere');
    for (let unit = 0; unit < shown.length; unit += 1) places.push([begin, at]);
  }
  return places;
}

function shownAt(source: string, at: number, decode: ReferenceDecoder): [string, number] {
  characterReference.lastIndex = at;
  const reference = source[at] === '&' ? characterReference.exec(source)?.[0] : undefined;
  const decoded = reference === undefined ? undefined : decode(reference);
  if (reference === undefined || decoded === undefined || decoded === reference) {
    return [source[at] ?? '', at + 1];
  }
  return [decoded, at + reference.length];
}

function afterLineEnd(source: string, from: number, value: string, index: number): number {
  let at = from;
  while (source[at] === ' ' || source[at] === '\t') at += 1;
  if (source[at] !== '\n') throw new UnalignedText('a line ends elsewhere');
  at += 1;
  while (source[at] === ' ' || source[at] === '\t' || source[at] === '>') at += 1;
  // A deeply indented '>' on the second line of a paragraph is text.
  const marks = /^[> \t]*/.exec(value.slice(index + 1, index + 100))?.[0] ?? '';
  return source.slice(at - marks.length, at) === marks ? at - marks.length : at;
}
