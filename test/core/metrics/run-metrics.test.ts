import { describe, expect, it } from 'vitest';
import { pushesMetrics, readMetricsAddress } from '../../../src/core/metrics/metrics-settings.ts';
import { type Measured, runMetrics } from '../../../src/core/metrics/run-metrics.ts';
import { prometheusText } from '../../../src/core/metrics/serve-metrics.ts';
import type { RepositoryStatus } from '../../../src/core/ports/records/migration.ts';
import { pendingView } from '../../../src/core/report/run/repository-view.ts';
import { initialRunState, type RunState } from '../../../src/core/report/run/run-state.ts';

function runOf(statuses: readonly RepositoryStatus[]): RunState {
  const views = statuses.map((status, index) => {
    const source = `repo-${index}`;
    return [source, { ...pendingView({ source, target: source }), status }] as const;
  });
  const repositories = new Map(views);
  return { ...initialRunState, migration: 'mig_1', status: 'running', startedAt: 0, repositories };
}

function metricsOf(given: Partial<Measured> = {}) {
  const nothing = { requests: new Map(), retries: new Map(), budgets: [], now: 1000 };
  return runMetrics({ run: initialRunState, ...nothing, ...given });
}

describe('the metrics of a run', () => {
  it('count repositories by the states that people see', async () => {
    const run = runOf(['succeeded', 'failed', 'running', 'pending', 'pending']);
    const { text } = await prometheusText(metricsOf({ run }));
    const of = (state: string) => `migrator_repositories{migration="mig_1",state="${state}"}`;
    expect(text).toContain(`${of('done')} 1\n`);
    expect(text).toContain(`${of('failed')} 1\n`);
    expect(text).toContain(`${of('running')} 1\n`);
    expect(text).toContain(`${of('queued')} 2\n`);
    expect(text).toContain(`${of('skipped')} 0\n`);
  });

  it('name no more than 200 repositories, those at work before those that failed', () => {
    const failed = Array<RepositoryStatus>(1000).fill('failed');
    const metrics = metricsOf({ run: runOf([...failed, 'running']) });
    const series = metrics.find(({ name }) => name === 'migrator_repository_state')?.values ?? [];
    expect(series).toHaveLength(200);
    expect(series[0]?.labels).toMatchObject({ repository: 'repo-1000', state: 'running' });
  });

  it('have the rest of each limit, never below 0', () => {
    const budget = { host: 'api.github.com', name: 'requests an hour', resetAt: null };
    const budgets = [
      { ...budget, used: 100, limit: 5000 },
      { ...budget, name: 'content-creating requests an hour', used: 510, limit: 500 },
    ];
    const rest = metricsOf({ budgets }).find(({ name }) => name === 'migrator_budget_remaining');
    expect(rest?.values.map(({ value }) => value)).toEqual([4900, 0]);
  });

  it('say nothing of a run that has not begun', () => {
    expect(metricsOf().map(({ name }) => name)).not.toContain('migrator_repositories');
  });

  it('keep what a host sends inside its label', async () => {
    const run = runOf(['running']);
    const source = 'a"} 1\nmigrator_evil{x="';
    const repositories = new Map([[source, { ...pendingView({ source, target: 'a' }) }]]);
    for (const [key, view] of repositories) repositories.set(key, { ...view, status: 'running' });
    const { text } = await prometheusText(metricsOf({ run: { ...run, repositories } }));
    expect(text).not.toMatch(/^migrator_evil/m);
    expect(text).toContain(String.raw`repository="a\"} 1\nmigrator_evil{x=\""`);
  });
});

describe('the address of metrics', () => {
  it.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
  ])('is read from %s', (text, address) => {
    expect(readMetricsAddress(text)).toEqual(address);
  });

  it.each(['9464', ':9464', '::1:9464', 'host:99999', 'http://host:1', 'host:1/metrics', ''])(
    'is not "%s"',
    (text) => {
      expect(() => readMetricsAddress(text)).toThrow('takes HOST:PORT');
    },
  );
});

describe('sending by OTLP', () => {
  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://collector:4318/v1/metrics' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_METRICS_EXPORTER: 'none' }, false],
  ])('follows %o', (variables, isOn) => {
    expect(pushesMetrics(variables)).toBe(isOn);
  });
});
