import { describe, expect, it } from 'vitest';
import type { RunEvent, TimedEvent } from '../../../../src/core/ports/records/events.ts';
import { limitedBy, throughput } from '../../../../src/core/report/estimate/throughput.ts';
import { initialRunState, reduceRunAll } from '../../../../src/core/report/run/run-state.ts';
import { at, noon } from '../events.ts';

const begin = at({
  type: 'run-started',
  migration: 'mig_000000000001',
  source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
  target: { organization: 'acme' },
  repositories: ['api', 'web', 'docs'].map((source) => ({
    ...{ source, target: source, sizeBytes: 60e6, pullRequests: 300, requests: 600 },
  })),
  workers: 2,
  resumed: false,
});

function run(...events: readonly (readonly [seconds: number, event: RunEvent])[]) {
  const timed: TimedEvent[] = events.map(([seconds, event]) => at(event, 1000 * seconds));
  return reduceRunAll(initialRunState, [begin, ...timed]);
}

const start = (repository: string): RunEvent => ({
  type: 'repository-started',
  repository,
  target: repository,
});
const step = (repository: string, name: 'fetch' | 'pull-requests'): RunEvent => ({
  type: 'step-started',
  repository,
  step: name,
});
const receiving = (repository: string, done: number): RunEvent => ({
  ...{ type: 'step-progress', repository, step: 'fetch' },
  progress: { done, total: 100, unit: 'objects', what: 'receiving objects' },
});
const writing = (repository: string, done: number): RunEvent => ({
  ...{ type: 'step-progress', repository, step: 'pull-requests' },
  progress: { done, total: 300, unit: 'pull requests', what: 'writing' },
});
const waiting = (repository: string, limit?: string): RunEvent => ({
  ...{ type: 'waiting', repository, host: 'api.github.com', reason: 'limit' },
  until: noon + 600_000,
  ...(limit === undefined ? {} : { limit }),
});

describe('throughput', () => {
  it('is the Git data received over the last two minutes', () => {
    const state = run([0, start('api')], [0, step('api', 'fetch')], [10, receiving('api', 50)]);
    expect(throughput(state, noon + 10_000).bytesPerSecond).toBeCloseTo(3e6);
    expect(throughput(state, noon + 10_000).pullRequestsPerHour).toBeNull();
  });

  it('counts pull requests that this run has written, not those of earlier runs', () => {
    const state = run(
      [0, start('api')],
      [0, step('api', 'pull-requests')],
      [1, writing('api', 200)],
      [72, writing('api', 220)],
    );
    expect(throughput(state, noon + 72_000).pullRequestsPerHour).toBeCloseTo(1000);
  });

  it('names no rate of pull requests in the first minute', () => {
    const state = run(
      [0, start('api')],
      [0, step('api', 'pull-requests')],
      [1, writing('api', 200)],
      [59, writing('api', 220)],
    );
    expect(throughput(state, noon + 59_000).pullRequestsPerHour).toBeNull();
  });

  it('is not known during a pause', () => {
    const events = [[0, start('api')] as const, [0, step('api', 'fetch')] as const];
    const state = run(
      ...events,
      [10, receiving('api', 50)],
      [11, { type: 'run-held', held: true }],
    );
    expect(throughput(state, noon + 12_000).bytesPerSecond).toBeNull();
  });
});

describe('limitedBy', () => {
  it('names the limit that at least half of the repositories wait for', () => {
    const state = run(
      [0, start('api')],
      [0, start('web')],
      [1, waiting('api', 'content-creating requests')],
      [1, step('web', 'fetch')],
    );
    expect(limitedBy(state, noon + 2000)).toBe('content-creating requests of GitHub');
    expect(limitedBy(state, noon + 700_000)).toBe('git, 2 at a time');
  });

  it('counts the tokens of a host that several are used of', () => {
    const state = run([0, start('api')], [1, waiting('api', 'requests')]);
    const { host } = state.repositories.get('api')?.wait ?? { host: '' };
    const budget = { host, name: 'requests an hour', used: 2000, limit: 2000, resetAt: null };
    const limited = { ...state, budgets: [{ ...budget, credentials: 2 }] };
    expect(limitedBy(limited, noon + 2000)).toBe('requests of 2 GitHub tokens');
  });

  it('names a host that is waited for otherwise', () => {
    const state = run([0, start('api')], [1, waiting('api')]);
    expect(limitedBy(state, noon + 2000)).toBe('waiting for GitHub');
  });

  it('names git, and the workers where more repositories are queued', () => {
    const all = ['api', 'web', 'docs'];
    const begun = (...names: readonly string[]) =>
      run(
        ...names.flatMap((name) => [[0, start(name)] as const, [0, step(name, 'fetch')] as const]),
      );
    expect(limitedBy(begun('api', 'web'), noon)).toBe('git, 2 at a time');
    expect(limitedBy(begun(...all), noon)).toBe('git');
  });

  it('tells reading pull requests from writing them', () => {
    const reading = run([0, start('api')], [0, step('api', 'pull-requests')]);
    expect(limitedBy(reading, noon)).toBe('reading from Bitbucket');
    const state = run([0, start('api')], [0, step('api', 'pull-requests')], [1, writing('api', 5)]);
    expect(limitedBy(state, noon + 1000)).toBe('writing to GitHub');
  });

  it('says nothing before something runs', () => {
    expect(limitedBy(run(), noon)).toBeNull();
  });
});
