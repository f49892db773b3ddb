import { readVariable, type Variables } from '../kernel/environment.ts';
import { MigratorError } from '../kernel/errors.ts';
import type { MetricsAddress } from './serve-metrics.ts';

/**
 * Reads `HOST:PORT`, an IPv6 address in brackets.
 * @throws `usage` for anything else
 */
export function readMetricsAddress(text: string): MetricsAddress {
  const found = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/[\]]+)):(\d{1,5})$/.exec(text);
  const port = Number(found?.[3]);
  if (found === null || port > 65_535) {
    throw new MigratorError('usage', `--metrics-address takes HOST:PORT, not "${text}"`, {
      hint: 'For this machine only: 127.0.0.1:9464',
    });
  }
  return { host: found[1] ?? found[2] ?? '', port };
}

/** Tells whether the standard variables name a collector for metrics. Pure. */
export function pushesMetrics(variables: Variables): boolean {
  const read = (name: string) => readVariable(variables, name)?.toLowerCase() ?? null;
  if (read('OTEL_SDK_DISABLED') === 'true') return false;
  if (read('OTEL_METRICS_EXPORTER') === 'none') return false;
  return (
    (read('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT')) !== null
  );
}
