/** Milliseconds of several runs of the same thing, or another amount. */
export type Samples = readonly number[];

export interface Spread {
  readonly minimum: number;
  readonly median: number;
  readonly maximum: number;
}

/** One line of a table: what was measured against what, in the same run. */
export interface Figure {
  readonly name: string;
  /** Milliseconds. */
  readonly ours: Samples;
  readonly baseline: Samples;
  /** Bound of the ratio of the medians; `null` where it is shown for information alone. */
  readonly bound: number | null;
}

/** One amount with a bound of its own, such as a number of requests. */
export interface Amount {
  readonly name: string;
  readonly unit: string;
  readonly samples: Samples;
  /** Bound of the largest sample; `null` where it is shown for information alone. */
  readonly bound: number | null;
  /** Figure that the bound belongs to; the maximum if left out. */
  readonly judged?: 'maximum' | 'median';
  /** Behind the point; none if left out. */
  readonly digits?: number;
  /** More of it is better: the bound is what the smallest sample must be at least. */
  readonly isLeast?: boolean;
}

/** @throws RangeError without samples */
export function spread(samples: Samples): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  const [minimum] = sorted;
  const maximum = sorted.at(-1);
  if (minimum === undefined || maximum === undefined) throw new RangeError('no samples');
  const middle = (sorted.length - 1) / 2;
  const lower = sorted[Math.floor(middle)] ?? minimum;
  const upper = sorted[Math.ceil(middle)] ?? maximum;
  return { minimum, median: (lower + upper) / 2, maximum };
}

/** Ours as multiples of the baseline's median. */
export function ratios({ ours, baseline }: Pick<Figure, 'ours' | 'baseline'>): Spread {
  const one = spread(baseline).median;
  const { minimum, median, maximum } = spread(ours);
  return { minimum: minimum / one, median: median / one, maximum: maximum / one };
}

/** Sample by sample: the first of all, the second of all and so on. */
export function sums(all: readonly Samples[]): number[] {
  const [first = []] = all;
  return first.map((_, index) => all.reduce((sum, samples) => sum + (samples[index] ?? 0), 0));
}

export function missesBound(figure: Figure): boolean {
  return figure.bound !== null && ratios(figure).median > figure.bound;
}

export function amountMissesBound({
  samples,
  bound,
  judged = 'maximum',
  isLeast = false,
}: Amount): boolean {
  if (bound === null) return false;
  const measured = spread(samples);
  return isLeast ? measured.minimum < bound : measured[judged] > bound;
}
