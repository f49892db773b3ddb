import { ratePerSecond } from './rate.ts';
import type { RunState } from './run-state.ts';
import type { Tally } from './work-done.ts';

/** How much was done when, the newest last; in repositories. */
export type WorkSamples = readonly { readonly at: number; readonly done: number }[];

/** Milliseconds: so far back it looks, because limits of an hour make the pace of minutes say little. */
const window = 30 * 60_000;
const mostSamples = 200;
const leastSamples = 20;
/** Milliseconds. */
const leastTime = 20_000;

/** The samples with one more, if the last is old enough. Pure. */
export function addSample(samples: WorkSamples, sample: { at: number; done: number }): WorkSamples {
  const last = samples.at(-1);
  // Ever longer intervals: there are never more of them than can be kept for the whole window.
  const [first = sample] = samples;
  const interval = Math.max(1000, Math.min(window, sample.at - first.at) / mostSamples);
  if (last !== undefined && sample.at - last.at < interval) return samples;
  // Work that is begun again is no work undone: what was before says nothing any more.
  if (last !== undefined && sample.done < last.done) return [sample];
  return [...samples.filter(({ at }) => at >= sample.at - window).slice(-2 * mostSamples), sample];
}

/**
 * Milliseconds until all repositories have had their turn, by the pace so far: never less than what the slowest of those that tell
 * how fast they are still needs. `null` as long as nothing honest can be said: at the beginning, or while a person holds the run.
 */
export function timeLeft(options: {
  run: RunState;
  tally: Tally;
  samples: WorkSamples;
  now: number;
}): number | null {
  const { run, samples, now } = options;
  const { total, done } = options.tally;
  const [first] = samples;
  if (run.status !== 'running' || run.isHeld || first === undefined) return null;
  const gained = done - first.done;
  const time = now - first.at;
  if (samples.length < leastSamples || time < leastTime || gained < Math.max(1, total / 50)) {
    return null;
  }
  const byPace = ((total - done) * time) / gained;
  return Math.max(byPace, ...slowest(run, now));
}

function slowest({ repositories }: RunState, now: number): readonly number[] {
  const times: number[] = [];
  for (const { progress, points } of repositories.values()) {
    if (progress === null || progress.total === null) continue;
    const rate = ratePerSecond(points, progress.done, now);
    if (rate !== null) times.push((1000 * (progress.total - progress.done)) / rate);
  }
  return times;
}
