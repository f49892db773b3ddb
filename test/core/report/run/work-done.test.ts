import { describe, expect, it } from 'vitest';
import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import type { StepName } from '../../../../src/core/ports/records/migration.ts';
import type { ExpectedWork } from '../../../../src/core/ports/records/run-results.ts';
import { initialRunState, reduceRunAll } from '../../../../src/core/report/run/run-state.ts';
import { workDone } from '../../../../src/core/report/run/work-done.ts';
import { at, finished, started } from '../events.ts';

describe('the work that is done', () => {
  it('measures each repository by the steps that it takes itself', () => {
    const begun = started('api', 'web') as Extract<TimedEvent, { type: 'run-started' }>;
    const [api, web] = begun.repositories;
    if (api === undefined || web === undefined) throw new Error('two were begun');
    const without = { pullRequests: 0, requests: 0 };
    const repositories = [
      { ...api, ...without },
      { ...web, ...without, steps: 12 },
    ];
    const step = { type: 'step-started', step: 'push', stepsDone: 6 } as const;
    const done = ['api', 'web'].map((repository) => {
      return workDone(
        reduceRunAll(initialRunState, [{ ...begun, repositories }, at({ ...step, repository })]),
      ).done;
    });
    expect(done).toEqual([6 / 9, 6 / 12]);
  });

  it('weighs repositories and their steps by the requests and the Git data that they take', () => {
    const begun = expecting({
      api: { requests: 27, pullRequests: 17, sizeBytes: 0 },
      web: { requests: 0, pullRequests: 0, sizeBytes: 5_000_000 },
    });
    const atPulls = step('api', 'pull-requests', 6);
    expect(share(begun, finished('web'))).toBeCloseTo(11 / 47);
    expect(share(begun, finished('web'), atPulls)).toBeCloseTo(17 / 47);
    expect(share(begun, finished('web'), atPulls, writing(0))).toBeCloseTo(17 / 47);
    expect(share(begun, finished('web'), atPulls, writing(17))).toBeCloseTo((17 + 28) / 47);
    expect(share(begun, finished('web'), finished('api'))).toBe(1);
  });

  it('weighs what nobody has counted as the others, and by its number once that is known', () => {
    const begun = expecting({ api: { sizeBytes: 0 }, web: { requests: 31, pullRequests: 4 } });
    expect(share(begun, finished('web'))).toBeCloseTo(40 / 80);
    const counted = [step('api', 'pull-requests', 6), writing(0)];
    expect(share(begun, ...counted)).toBeCloseTo(6 / (40 + 9 + 4 * 17));
    const past = { type: 'step-finished', step: 'pull-requests', outcome: 'done' } as const;
    const after = share(begun, ...counted, at({ ...past, summary: '', repository: 'api' }));
    expect(after).toBeCloseTo((7 + 4 * 17) / (40 + 9 + 4 * 17));
  });

  it('takes reading the list of pull requests for no part of writing them', () => {
    const begun = expecting({ api: { requests: 27, pullRequests: 17 } });
    const list = { done: 17, total: 17, unit: 'pull requests', what: 'reading the list' } as const;
    const reading = { type: 'step-progress', step: 'pull-requests', progress: list } as const;
    const events = [step('api', 'pull-requests', 6), at({ ...reading, repository: 'api' })];
    expect(share(begun, ...events)).toBeCloseTo(6 / 36);
  });

  it('never falls while a run works, and is exact once it has ended', () => {
    const begun = expecting({ api: { requests: 27, pullRequests: 17 }, web: {} });
    const events = [begun, step('api', 'pull-requests', 6), writing(17)];
    const before = reduceRunAll(initialRunState, events);
    const again = reduceRunAll(before, [writing(0)]);
    expect(workDone(again).share).toBe(workDone(before).share);
    const ended = reduceRunAll(again, [
      at({
        ...{ type: 'run-finished', migration: 'mig_000000000001', status: 'paused' },
        ...{ counts: { succeeded: 0, skipped: 0, failed: 0 }, milliseconds: 1 },
      }),
    ]);
    expect(workDone(ended).share).toBe(0);
  });
});

function expecting(work: Readonly<Record<string, ExpectedWork>>): TimedEvent {
  const event = started(...Object.keys(work)) as Extract<TimedEvent, { type: 'run-started' }>;
  const repositories = event.repositories.map((one) => ({ ...one, ...work[one.source] }));
  return { ...event, repositories };
}

function step(repository: string, name: StepName, stepsDone: number): TimedEvent {
  return at({ type: 'step-started', repository, step: name, stepsDone });
}

function writing(done: number): TimedEvent {
  const progress = { done, total: 17, unit: 'pull requests', what: 'writing' } as const;
  return at({ type: 'step-progress', repository: 'api', step: 'pull-requests', progress });
}

function share(...events: readonly TimedEvent[]): number {
  return workDone(reduceRunAll(initialRunState, events)).share;
}
