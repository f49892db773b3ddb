import type { CommandProgram } from '../commands/command-program.ts';
import type { Variables } from '../kernel/environment.ts';
import { pushesMetrics, readMetricsAddress } from '../metrics/metrics-settings.ts';
import { type Measured, runMetrics } from '../metrics/run-metrics.ts';
import type { BudgetBoard } from '../network/budgets.ts';
import type { RunState } from '../report/run/run-state.ts';

/**
 * Makes the figures of a run readable from outside, where somebody asked for that; the libraries are loaded only then.
 * @throws `usage` or `configuration` for an address that cannot be served
 */
export async function openMetrics(options: {
  readonly program: CommandProgram;
  readonly variables: Variables;
  /** Of --metrics-address. */
  readonly address: string | undefined;
  readonly run: () => RunState;
  readonly budgets: BudgetBoard['read'];
  readonly counts: Pick<Measured, 'requests' | 'retries'>;
  readonly say: (line: string) => void;
  readonly warn: (message: string) => void;
  readonly onClose: (cleanUp: () => Promise<void>) => void;
}): Promise<void> {
  const { program, variables, address, run, budgets, counts, onClose } = options;
  const read = async () =>
    runMetrics({
      ...{ run: run(), ...counts, now: program.clock.now() },
      budgets: await budgets().catch(() => run().budgets),
    });
  if (address !== undefined) {
    const { serveMetrics } = await import('../metrics/serve-metrics.ts');
    const served = await serveMetrics(readMetricsAddress(address), read);
    onClose(async () => served[Symbol.asyncDispose]());
    options.say(`Metrics: ${served.url}`);
  }
  if (!pushesMetrics(variables)) return;
  for (const value of secretsIn(variables)) program.redactor.add(value);
  const { pushMetrics } = await import('../metrics/push-metrics.ts');
  const { version, clock } = program;
  const pushed = pushMetrics({ variables, version, read, now: clock.now, warn: options.warn });
  onClose(async () => pushed[Symbol.asyncDispose]());
}

/** Headers of a collector usually hold a key: `authorization=Basic abc,x-team=one`. */
function secretsIn(variables: Variables): readonly string[] {
  const names = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_METRICS_HEADERS'];
  return names.flatMap((name) =>
    (variables[name] ?? '').split(',').flatMap((pair) => {
      const [, value = ''] = /^[^=]*=\s*(.*?)\s*$/.exec(pair) ?? [];
      return value === '' ? [] : [value, value.replace(/%20/g, ' ')];
    }),
  );
}
