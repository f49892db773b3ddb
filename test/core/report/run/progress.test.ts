import { describe, expect, it } from 'vitest';
import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import { addPoint, type RatePoint, ratePerSecond } from '../../../../src/core/report/run/rate.ts';
import { initialRunState, reduceRunAll } from '../../../../src/core/report/run/run-state.ts';
import { workDone } from '../../../../src/core/report/run/work-done.ts';
import { addSample, type WorkSamples } from '../../../../src/core/report/run/work-samples.ts';
import { at, failed, finished, noon, started } from '../events.ts';

const progress = { done: 0, total: 100, unit: 'refs', what: 'pushing' } as const;

function run(...events: readonly TimedEvent[]) {
  return reduceRunAll(initialRunState, events);
}

describe('a rate', () => {
  function points(...told: readonly (readonly [at: number, done: number])[]): readonly RatePoint[] {
    let known: readonly RatePoint[] = [];
    let before: typeof progress | null = null;
    for (const [milliseconds, done] of told) {
      const now = { ...progress, done } as unknown as typeof progress;
      known = addPoint(known, before, { at: milliseconds, progress: now });
      before = now;
    }
    return known;
  }

  it('is not known at once', () => {
    expect(ratePerSecond(points([0, 0], [1000, 50]), 50, 1000)).toBeNull();
  });

  it('is what got done over the time, also while nothing gets done', () => {
    const known = points([0, 0], [10_000, 50]);
    expect(ratePerSecond(known, 50, 10_000)).toBe(5);
    expect(ratePerSecond(known, 50, 20_000)).toBe(2.5);
  });

  it('looks back two minutes', () => {
    const known = points([0, 0], [100_000, 10], [200_000, 20], [300_000, 120]);
    expect(known.map((point) => point.at)).toEqual([200_000, 300_000]);
  });

  it('starts over with what is counted again', () => {
    expect(points([0, 90], [10_000, 3])).toEqual([{ at: 10_000, done: 3 }]);
  });
});

describe('what has been done', () => {
  const step = (name: 'fetch' | 'inspect') =>
    [
      at({ type: 'step-started', repository: 'api', step: name }),
      at({ type: 'step-finished', repository: 'api', step: name, outcome: 'done', summary: '' }),
    ] as const;

  function gitOnly(...sources: readonly string[]): TimedEvent {
    const event = started(...sources) as Extract<TimedEvent, { type: 'run-started' }>;
    const repositories = event.repositories.map((one) => ({
      ...one,
      pullRequests: 0,
      requests: 0,
    }));
    return { ...event, repositories };
  }

  it('counts repositories by what became of them, and those half-way by their steps', () => {
    const pushing = at({ type: 'step-started', repository: 'api', step: 'push' });
    const half = at({
      type: 'step-progress',
      repository: 'api',
      step: 'push',
      progress: { ...progress, done: 50 },
    });
    const state = run(
      gitOnly('api', 'web', 'old', 'docs'),
      ...step('fetch'),
      ...step('inspect'),
      pushing,
      half,
      finished('web'),
      failed('old'),
    );
    expect(workDone(state)).toMatchObject({
      ...{ total: 4, succeeded: 1, failed: 1, skipped: 0, running: 1, pending: 1, waiting: 0 },
      done: 2 + 2.5 / 9,
    });
  });

  it('is never all of a repository that has not ended', () => {
    const steps = ['fetch', 'inspect'].flatMap(() => [...step('fetch'), ...step('inspect')]);
    const state = run(gitOnly('api'), ...steps, ...steps, ...steps);
    expect(workDone(state).done).toBe(0.99);
  });
});

describe('samples of the work', () => {
  /** One of a hundred repositories a second. */
  function sampled(seconds: number): WorkSamples {
    let samples: WorkSamples = [];
    for (let second = 0; second <= seconds; second += 1) {
      samples = addSample(samples, { at: noon + 1000 * second, done: second, ...none });
    }
    return samples;
  }
  const none = { bytes: 0, pulls: 0 };

  it('are a few hundred of a long run at most', () => {
    expect(sampled(50_000).length).toBeLessThan(450);
  });

  it('are forgotten when work is begun again', () => {
    expect(addSample(sampled(40), { at: noon + 50_000, done: 3, ...none })).toHaveLength(1);
  });
});
