/** A piece of a text, and whether it is a word of the filter. */
export interface FilteredPiece {
  readonly text: string;
  readonly matches: boolean;
}

/** The text in pieces, as the words of a filter occur in it. Pure. */
export function matchPieces(text: string, filter: string): readonly FilteredPiece[] {
  const words = wordsOf(filter).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (words.length === 0) return [{ text, matches: false }];
  // Capturing keeps the matches, at the odd places.
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((piece, index) => ({ text: piece, matches: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** A slash in front is the key that begins a filter elsewhere. */
function wordsOf(filter: string): readonly string[] {
  return filter.trimStart().replace(/^\/+/, '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** The items whose text contains every word of the filter, in any case and order. Pure. */
export function filterBy<T>(
  items: readonly T[],
  filter: string,
  textOf: (item: T) => string,
): readonly T[] {
  const words = wordsOf(filter);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
