import { describe, expect, it } from 'vitest';
import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import { initialRunState, reduceRunAll } from '../../../../src/core/report/run/run-state.ts';
import { workDone } from '../../../../src/core/report/run/work-done.ts';
import { at, started } from '../events.ts';

describe('the work that is done', () => {
  it('measures each repository by the steps that it takes itself', () => {
    const begun = started('api', 'web') as Extract<TimedEvent, { type: 'run-started' }>;
    const [api, web] = begun.repositories;
    if (api === undefined || web === undefined) throw new Error('two were begun');
    const repositories = [api, { ...web, steps: 12 }];
    const step = { type: 'step-started', step: 'push', stepsDone: 6 } as const;
    const done = ['api', 'web'].map((repository) => {
      return workDone(
        reduceRunAll(initialRunState, [{ ...begun, repositories }, at({ ...step, repository })]),
      ).done;
    });
    expect(done).toEqual([6 / 9, 6 / 12]);
  });
});
