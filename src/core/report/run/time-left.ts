import { ratePerSecond } from './rate.ts';
import type { RunState } from './run-state.ts';
import { type WorkDone, workDone } from './work-done.ts';

const leastSamples = 20;
/** Milliseconds. */
const leastTime = 20_000;

/**
 * Milliseconds until all repositories are done, by the speed so far, and at least what the slowest of those that report
 * progress needs. `null` while unknown: at the beginning, or while a person has paused the run. Pure.
 */
export function timeLeft(options: {
  run: RunState;
  /** Default: counted here. */
  work?: Pick<WorkDone, 'total' | 'done'>;
  now: number;
}): number | null {
  const { run, now, work = workDone(run) } = options;
  const { samples } = run;
  const { total, done } = work;
  const [first] = samples;
  if (run.status !== 'running' || run.heldSince !== null || first === undefined) return null;
  const gained = done - first.done;
  const time = now - first.at;
  if (samples.length < leastSamples || time < leastTime || gained < Math.max(1, total / 50)) {
    return null;
  }
  const bySpeed = ((total - done) * time) / gained;
  return Math.max(bySpeed, ...slowest(run, now));
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
