import { ValueType } from '@opentelemetry/api';
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import type { Variables } from '../kernel/environment.ts';
import type { Metric } from './run-metrics.ts';

/** Milliseconds for the last figures of a run: it does not wait longer for a collector. */
const lastPatience = 3000;
const defaultInterval = 60_000;

/**
 * Sends the figures to the collector that the standard variables name; the library reads address, headers, time-out,
 * compression and certificates from them. A failure is reported once and changes nothing.
 * @returns sends the last figures when disposed of
 */
export function pushMetrics(options: {
  readonly variables: Variables;
  readonly version: string;
  readonly read: () => Promise<readonly Metric[]>;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}): AsyncDisposable {
  const { variables, version, read, now } = options;
  const startedAt = now();
  const resource = resourceFromAttributes({ 'service.name': 'migrator' }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const scope = { name: 'migrator', version };
  const producer = {
    async collect() {
      const times = { from: startedAt, to: now() };
      const metrics = (await read()).map((metric) => metricData(metric, times));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
  const reader = new PeriodicExportingMetricReader({
    exporter: warnOnce(exporterOf(variables), options.warn),
    exportIntervalMillis: intervalOf(variables),
    metricProducers: [producer],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return {
    async [Symbol.asyncDispose]() {
      await provider.shutdown({ timeoutMillis: lastPatience }).catch(() => {});
    },
  };
}

function exporterOf(variables: Variables): PushMetricExporter {
  const protocol =
    variables.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL ?? variables.OTEL_EXPORTER_OTLP_PROTOCOL;
  return protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
}

function intervalOf(variables: Variables): number {
  const milliseconds = Number(variables.OTEL_METRIC_EXPORT_INTERVAL);
  return milliseconds > 0 ? milliseconds : defaultInterval;
}

function warnOnce(exporter: PushMetricExporter, warn: (message: string) => void) {
  let isWarned = false;
  const warning: PushMetricExporter = {
    export(metrics, done) {
      exporter.export(metrics, (result) => {
        if (result.error !== undefined && !isWarned) {
          isWarned = true;
          warn(`Cannot send metrics over OTLP (${result.error.message}); the run continues`);
        }
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
  return warning;
}

/** Pure. */
function metricData(
  { name, help, kind, values }: Metric,
  { from, to }: { readonly from: number; readonly to: number },
): MetricData {
  const common = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: values.map(({ labels, value }) => ({
      ...{ startTime: highResolution(from), endTime: highResolution(to) },
      ...{ attributes: { ...labels }, value },
    })),
  };
  return kind === 'gauge'
    ? { ...common, dataPointType: DataPointType.GAUGE }
    : { ...common, dataPointType: DataPointType.SUM, isMonotonic: true };
}

/** Seconds and nanoseconds. */
function highResolution(milliseconds: number): [number, number] {
  return [Math.floor(milliseconds / 1000), Math.round((milliseconds % 1000) * 1_000_000)];
}
