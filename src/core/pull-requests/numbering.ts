/** What takes the next number on the target. */
export interface NumberedItem {
  /** The number on the source. */
  readonly number: number;
  /** Nothing has this number there: a closed pull request is made in its place, so that the later ones keep theirs. */
  readonly isPlaceholder: boolean;
}

export interface Numbering {
  /** What is still to be made, in its order. */
  readonly items: readonly NumberedItem[];
  /** The number on the target of every pull request of the source, made or to be made. */
  readonly predicted: ReadonlyMap<number, number>;
}

/**
 * How numbers go on: the target gives them one after the other, to issues and pull requests alike. Where others
 * have taken some, numbers shift until a gap of the source makes room again. Pure.
 * @param options.numbers of the source, ascending
 * @param options.made number on the target by number on the source, placeholders among them
 * @param options.newest the newest number on the target; 0 if there is none
 */
export function planNumbers(options: {
  numbers: readonly number[];
  made: ReadonlyMap<number, number>;
  newest: number;
}): Numbering {
  const { numbers, made, newest } = options;
  const items: NumberedItem[] = [];
  const predicted = new Map<number, number>();
  // A list that does not show the newest yet must not make its number be given once more.
  let next = Math.max(newest, ...made.values()) + 1;
  for (const number of numbers) {
    const known = made.get(number);
    if (known !== undefined) {
      predicted.set(number, known);
      continue;
    }
    for (; next < number; next += 1) items.push({ number: next, isPlaceholder: true });
    items.push({ number, isPlaceholder: false });
    predicted.set(number, next);
    next += 1;
  }
  return { items, predicted };
}
