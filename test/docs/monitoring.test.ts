import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runMetrics } from '../../src/core/metrics/run-metrics.ts';
import { initialRunState } from '../../src/core/report/run/run-state.ts';

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

const run = { ...initialRunState, migration: 'mig_1' };
const nothing = { budgets: [], requests: new Map(), retries: new Map(), now: 0 };
const names = runMetrics({ run, ...nothing })
  .map(({ name }) => name)
  .sort();

/** Names of metrics in a text, each once. */
function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(/migrator_\w+/g) ?? [])].sort();
}

describe('the documents of monitoring', () => {
  it('describe every metric, and no other', () => {
    const [, table = ''] = read('monitoring.md').split('| Metric |');
    expect(namesIn(table)).toEqual(names);
  });

  it("name in Grafana's dashboard every metric, and no other", () => {
    const { panels } = JSON.parse(read('deploy/grafana-dashboard.json'));
    const queries = panels.flatMap(({ targets }: { targets: readonly { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    );
    expect(namesIn(queries.join(' '))).toEqual(names);
  });
});
