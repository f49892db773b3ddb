import { describe, expect, it } from 'vitest';
import { errorsOf, otherRuns, simulatedRuns } from '../../../../bench/estimate/accuracy.ts';
import { timeLeft } from '../../../../src/core/report/estimate/time-left.ts';
import {
  initialRunState,
  type RunState,
  reduceRunAll,
} from '../../../../src/core/report/run/run-state.ts';
import { at, finished, noon, started } from '../events.ts';

/** Seeds of runs: a third of a run is not always enough where nobody has counted the pull requests. */
const seeds = [1, 2, 3, 4, 5, 6];

describe('the time left', () => {
  it.each(Object.entries(simulatedRuns))(
    'implies a total within 25 %% at a third, a half and two thirds of a run: %s',
    (_, run) => {
      const errors = seeds.flatMap((seed) => errorsOf({ ...run, seed }));
      const known = errors.filter((error) => error !== null);
      for (const error of known) expect(Math.abs(error)).toBeLessThanOrEqual(0.25);
      expect(known.length).toBeGreaterThanOrEqual((run.isCounted ? 0.9 : 0.5) * errors.length);
    },
  );

  it('is hidden where it would be off, in runs of other sizes and shapes', () => {
    const errors = Object.values(otherRuns).flatMap((run) =>
      [7001, 7002].flatMap((seed) => errorsOf({ ...run, seed })),
    );
    const known = errors.filter((error) => error !== null);
    const off = known.filter((error) => Math.abs(error) > 0.25);
    expect(off.length).toBeLessThanOrEqual(0.02 * known.length);
    expect(known.length).toBeGreaterThan(0.6 * errors.length);
  });

  const sources = Array.from({ length: 20 }, (_, index) => `r${index}`);
  /** One after another, each in ten seconds. */
  function running(seconds: number): RunState {
    const begun = started(...sources) as Extract<
      ReturnType<typeof started>,
      { type: 'run-started' }
    >;
    const repositories = sources.map((source) => ({
      ...{ source, target: source, sizeBytes: 1000, pullRequests: 0, requests: 0 },
    }));
    const events = sources.slice(0, Math.ceil(seconds / 10)).flatMap((repository, index) => {
      const from = 10_000 * index;
      const first = [
        at({ type: 'repository-started', repository, target: repository }, from),
        at({ type: 'step-started', repository, step: 'fetch' }, from),
      ];
      if (from + 10_000 > 1000 * seconds) return first;
      const to = from + 10_000;
      const step = { repository, step: 'pull-requests' } as const;
      const ended = { ...step, outcome: 'skipped', summary: 'none' } as const;
      const last = [
        at({ type: 'step-started', ...step }, to),
        at({ type: 'step-finished', ...ended }, to),
      ];
      return [...first, ...last, { ...finished(repository), at: noon + from + 10_000 }];
    });
    return reduceRunAll(initialRunState, [{ ...begun, workers: 1, repositories }, ...events]);
  }
  const left = (seconds: number, change: Partial<RunState> = {}) =>
    timeLeft({ run: { ...running(seconds), ...change }, now: noon + 1000 * seconds });

  it('is not known at the beginning', () => {
    expect(left(10)).toBeNull();
    expect(left(40)).toBeNull();
  });

  it('is what the rest takes at the speed so far', () => {
    expect(left(60)).toBeCloseTo(140_000, -3);
    expect(left(105)).toBeCloseTo(95_000, -3);
  });

  it('is not known while the run is paused, or has ended', () => {
    expect(left(60, { heldSince: noon + 60_000 })).toBeNull();
    expect(left(60, { status: 'completed' })).toBeNull();
  });

  it('is not known where nobody has counted the pull requests that are left', () => {
    const run = running(60);
    const repositories = new Map(
      [...run.repositories].map(([source, view]) => [
        source,
        { ...view, expected: null, requests: null },
      ]),
    );
    expect(timeLeft({ run: { ...run, repositories }, now: noon + 60_000 })).not.toBeNull();
    const pace = { ...run.pace, pulls: { ...run.pace.pulls, count: 2 } };
    expect(timeLeft({ run: { ...run, repositories, pace }, now: noon + 60_000 })).toBeNull();
    const widely = { count: 6, total: 600, totalSquared: 300_000, written: 600 };
    const spread = { ...run.pace, pulls: { ...widely, requests: 0, time: 60_000 } };
    expect(
      timeLeft({ run: { ...run, repositories, pace: spread }, now: noon + 60_000 }),
    ).toBeNull();
  });
});
