/** How much was done when, the newest last. */
export type WorkSamples = readonly WorkSample[];

interface WorkSample {
  readonly at: number;
  /** In repositories. */
  readonly done: number;
  /** Git data received, and pull requests written, by this run. */
  readonly bytes: number;
  readonly pulls: number;
}

/** Milliseconds: so far back it looks, because hourly limits make the speed of minutes say little. */
const window = 65 * 60_000;
const mostSamples = 200;

/** Tells whether a sample of this time would be kept. Pure. */
export function isSampleDue(samples: WorkSamples, at: number): boolean {
  const last = samples.at(-1);
  if (last === undefined) return true;
  // Ever longer intervals: there are never more of them than can be kept for the whole window.
  const span = at - (samples[0] ?? last).at;
  return at - last.at >= Math.max(1000, Math.min(window, span) / mostSamples);
}

/** The samples with one more, if the last is old enough. Pure. */
export function addSample(samples: WorkSamples, sample: WorkSample): WorkSamples {
  if (!isSampleDue(samples, sample.at)) return samples;
  const last = samples.at(-1);
  // Work that is begun again is no work undone: what was before says nothing any more.
  if (last !== undefined && sample.done < last.done && sample.bytes <= last.bytes) return [sample];
  return [...samples.filter(({ at }) => at >= sample.at - window).slice(-2 * mostSamples), sample];
}
