import { describe, expect, it } from 'vitest';
import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import { activeTime } from '../../../../src/core/report/run/repository-view.ts';
import {
  initialRunState,
  type RunState,
  reduceRun,
  reduceRunAll,
} from '../../../../src/core/report/run/run-state.ts';
import { workDone } from '../../../../src/core/report/run/work-done.ts';
import { at, ended, failed, failure, finished, noon, resumed, started } from '../events.ts';

function told(...events: readonly TimedEvent[]): RunState {
  return events.reduce(reduceRun, initialRunState);
}

describe('reduceRun', () => {
  it('begins with every repository of the plan pending, in the order of the plan', () => {
    const state = told(started('zebra', 'ant', 'bee'));
    expect(state).toMatchObject({
      migration: 'mig_000000000001',
      status: 'running',
      startedAt: noon,
      organization: 'acme',
      counts: null,
    });
    expect([...state.repositories.keys()]).toEqual(['zebra', 'ant', 'bee']);
    for (const { status } of state.repositories.values()) expect(status).toBe('pending');
  });

  it('follows a repository from step to step', () => {
    const progress = { done: 1, total: 2, unit: 'objects', what: 'receiving' } as const;
    const events = [
      started('api', 'web'),
      at({ type: 'repository-started', repository: 'api', target: 'API' }),
      at({ type: 'step-started', repository: 'api', step: 'fetch' }),
      at({ type: 'step-progress', repository: 'api', step: 'fetch', progress }),
    ];
    expect(told(...events).repositories.get('api')).toMatchObject({
      status: 'running',
      target: 'API',
      step: 'fetch',
      progress,
    });
    const next = told(...events, at({ type: 'step-started', repository: 'api', step: 'push' }));
    expect(next.repositories.get('api')).toMatchObject({ step: 'push', progress: null });
    expect(next.repositories.get('web')?.status).toBe('pending');
  });

  it('shows that a repository waits until it goes on', () => {
    const wait = at({
      type: 'waiting',
      repository: 'api',
      host: 'h',
      reason: 'r',
      until: noon + 1,
    });
    expect(told(started('api'), wait).repositories.get('api')?.status).toBe('waiting');
    const on = at({ type: 'step-started', repository: 'api', step: 'push' });
    expect(told(started('api'), wait, on).repositories.get('api')?.status).toBe('running');
  });

  it('changes no repository when somebody waits outside of any', () => {
    const state = told(started('api'));
    const wait = at({ type: 'waiting', repository: null, host: 'h', reason: 'r', until: noon });
    const { repositories, wait: waited } = reduceRun(state, wait);
    expect(repositories).toBe(state.repositories);
    expect(waited).toEqual({ host: 'h', reason: 'r', until: noon });
  });

  it('is checking before it runs, and held as long as a person wants it', () => {
    const checking = told(at({ type: 'preflight-started', checks: [] }));
    expect(checking.status).toBe('checking');
    const held = told(started('api'), at({ type: 'run-held', held: true }));
    expect(held).toMatchObject({ status: 'running', heldSince: expect.any(Number) });
    expect(reduceRun(held, at({ type: 'run-held', held: false })).heldSince).toBeNull();
  });

  it('stops the clock while it is paused, and goes on from there', () => {
    const held = (isHeld: boolean, milliseconds: number) =>
      at({ type: 'run-held', held: isHeld }, milliseconds);
    const paused = told(started('api'), held(true, 10_000));
    expect(activeTime(paused, noon + 60_000)).toBe(10_000);
    const resumed = reduceRun(paused, held(false, 40_000));
    expect(activeTime(resumed, noon + 60_000)).toBe(30_000);
    const ended = reduceRun(
      reduceRun(resumed, held(true, 50_000)),
      at(
        {
          type: 'run-finished',
          migration: 'm',
          status: 'paused',
          milliseconds: 90_000,
          counts: { succeeded: 0, skipped: 0, failed: 0 },
        },
        90_000,
      ),
    );
    expect(activeTime(ended, noon + 200_000)).toBe(20_000);
  });

  it('knows the steps of a repository with their times, and the one that it failed in', () => {
    const step = (name: 'fetch' | 'push', milliseconds: number) =>
      at({ type: 'step-started', repository: 'api', step: name }, milliseconds);
    const done = at(
      {
        type: 'step-finished',
        repository: 'api',
        step: 'fetch',
        outcome: 'done',
        summary: '3 refs',
      },
      1000,
    );
    const state = told(started('api'), step('fetch', 0), done, step('push', 2000), failed('api'));
    expect(state.repositories.get('api')?.steps).toMatchObject([
      {
        name: 'fetch',
        status: 'done',
        summary: '3 refs',
        startedAt: noon,
        finishedAt: noon + 1000,
      },
      { name: 'push', status: 'failed', summary: 'acme/api was refused', startedAt: noon + 2000 },
    ]);
  });

  it('starts a repository over that is put back into the queue', () => {
    const again = told(
      started('api'),
      failed('api'),
      at({ type: 'repository-queued', repository: 'api' }),
    );
    expect(again.repositories.get('api')).toMatchObject({
      status: 'pending',
      failure: null,
      steps: [],
    });
  });

  it('counts what earlier runs have finished as done', () => {
    const state = told(resumed('web'));
    expect([...state.repositories.keys()]).toEqual(['web', 'api', 'old']);
    expect(Object.fromEntries(state.repositories)).toMatchObject({
      web: { status: 'pending', endedEarlier: false },
      api: { status: 'succeeded', refs: 3, endedEarlier: true },
      old: { status: 'skipped', reason: 'it is there', endedEarlier: true },
    });
    expect(workDone(state)).toMatchObject({ total: 3, succeeded: 1, skipped: 1, done: 2 });
  });

  it('counts steps of earlier runs where the event has them', () => {
    const step = { type: 'step-started', repository: 'web', step: 'push', stepsDone: 5 } as const;
    expect(told(resumed('web'), at(step)).repositories.get('web')?.stepsDone).toBe(5);
  });

  it('forgets an earlier run when another begins', () => {
    const counts = { succeeded: 0, skipped: 0, failed: 0 };
    const state = told(started('api'), ended(counts, 'paused'), resumed('web'));
    expect(state).toMatchObject({ status: 'running', finishedAt: null, counts: null });
  });

  it('ends with nothing running and no pause', () => {
    const state = told(
      started('api'),
      at({ type: 'step-started', repository: 'api', step: 'fetch' }),
      at({ type: 'run-held', held: true }),
      ended({ succeeded: 0, skipped: 0, failed: 0 }, 'paused'),
    );
    expect(state).toMatchObject({ status: 'paused', heldSince: null });
    expect(state.repositories.get('api')).toMatchObject({ status: 'pending', step: null });
  });

  it('comes to the same, however the events are put together', () => {
    const events = [
      started('api', 'web'),
      at({ type: 'step-started', repository: 'api', step: 'fetch' }),
      at({ type: 'repository-warning', repository: 'web', message: 'm' }),
      finished('api'),
      failed('web'),
    ];
    expect(reduceRunAll(initialRunState, events)).toEqual(
      events.reduce(reduceRun, initialRunState),
    );
  });

  it('keeps warnings in their order, also after the end of the repository', () => {
    const warn = (message: string) =>
      at({ type: 'repository-warning', repository: 'api', message });
    const state = told(started('api'), warn('one'), finished('api'), warn('two'));
    expect(state.repositories.get('api')).toMatchObject({
      status: 'succeeded',
      warnings: ['one', 'two'],
    });
  });

  it('keeps how each repository ended, and the counts of the whole migration', () => {
    const counts = { succeeded: 7, skipped: 1, failed: 1 };
    const state = told(
      started('api', 'web', 'old'),
      finished('api', { refs: 4, lfsObjects: 2, webUrl: 'https://github.com/acme/api' }),
      failed('web'),
      finished('old', { outcome: 'skipped', refs: null, reason: 'it is there' }),
      ended(counts, 'completed_with_failures'),
    );
    expect(state).toMatchObject({
      status: 'completed_with_failures',
      counts,
      finishedAt: noon + 90_000,
    });
    const all = Object.fromEntries(state.repositories);
    expect(all).toMatchObject({
      api: { status: 'succeeded', refs: 4, lfsObjects: 2, step: null, progress: null },
      web: { status: 'failed', failure: failure() },
      old: { status: 'skipped', reason: 'it is there' },
    });
  });

  it('never changes a state that it was given', () => {
    const events = [
      started('api'),
      at({ type: 'step-started', repository: 'api', step: 'fetch' }),
      at({ type: 'repository-warning', repository: 'api', message: 'm' }),
      failed('api'),
    ];
    let state = initialRunState;
    for (const event of events) {
      const copy = structuredClone(state);
      const next = reduceRun(state, event);
      expect(state).toEqual(copy);
      state = next;
    }
  });

  it.each<TimedEvent>([
    at({ type: 'preflight-note', message: 'm' }),
    at({ type: 'preflight-finished', problems: [] }),
    at({ type: 'discovery-progress', found: 1, total: 2 }),
    at({ type: 'log', level: 'info', message: 'm' }),
  ])('takes no notice of $type', (event) => {
    const state = told(started('api'));
    expect(reduceRun(state, event)).toBe(state);
  });
});
