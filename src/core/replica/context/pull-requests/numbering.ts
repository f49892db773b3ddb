/** Describes what takes the next number on the target. */
export interface NumberedItem {
  /** The number on the source. */
  readonly number: number;
  /** Nothing has this number there: a closed pull request is made in its place, so that the later ones keep theirs. */
  readonly isPlaceholder: boolean;
}

/** So many pull requests are read, pushed, merged and cleared away together: three pushes for all of them. */
export const batchSize = 50;
/** Placeholders need no reading, and every batch costs pushes, of which a host may allow few a minute. */
const placeholdersOfBatch = 500;

/** In their order. Pure. */
export function batchesOf(items: readonly NumberedItem[]): readonly (readonly NumberedItem[])[] {
  const batches: NumberedItem[][] = [];
  let batch: NumberedItem[] = [];
  let placeholders = 0;
  for (const item of items) {
    const others = batch.length - placeholders;
    if (item.isPlaceholder ? placeholders === placeholdersOfBatch : others === batchSize) {
      batches.push(batch);
      batch = [];
      placeholders = 0;
    }
    batch.push(item);
    if (item.isPlaceholder) placeholders += 1;
  }
  return batch.length === 0 ? batches : [...batches, batch];
}

export interface Numbering {
  /** Items that are still to be created, in order. */
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

/** The numbers on the target as they are foreseen, while others may take some in between. */
export interface Numbers {
  /** Items that are still to be created, as they were foreseen at first. */
  readonly items: readonly NumberedItem[];
  /** How often something got another number than was foreseen: texts that name numbers are then old. */
  readonly shifts: number;
  /** The highest that is known to be given on the target. */
  readonly newest: number;
  /** On the target; `null`: the source has no such pull request. */
  onTarget(number: number): number | null;
  /** Tells whether the number of a placeholder is still to be had. */
  isFree(number: number): boolean;
  /** @param made its number on the target */
  note(item: { number: number; made: number }): void;
}

export function trackNumbers(options: Parameters<typeof planNumbers>[0]): Numbers {
  const made = new Map(options.made);
  let newest = Math.max(options.newest, ...made.values());
  const { items, predicted: foreseen } = planNumbers(options);
  let predicted = foreseen;
  let shifts = 0;
  return {
    items,
    get shifts() {
      return shifts;
    },
    get newest() {
      return newest;
    },
    onTarget: (number) => predicted.get(number) ?? null,
    isFree: (number) => number > newest,
    note({ number, made: given }) {
      made.set(number, given);
      newest = Math.max(newest, given);
      if (given === (predicted.get(number) ?? number)) return;
      shifts += 1;
      ({ predicted } = planNumbers({ ...options, made, newest }));
    },
  };
}
