import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Registry } from 'prom-client';
import { MigratorError } from '../kernel/errors.ts';
import type { Metric } from './run-metrics.ts';

/** Where the figures are read from. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Serves the figures as Prometheus reads them, at /metrics.
 * @returns its address; disposing of it closes the port
 * @throws `configuration` where the port cannot be opened
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  read: () => Promise<readonly Metric[]>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const isFound = /^\/metrics(\?|$)/.test(request.url ?? '');
    if (!isFound || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(isFound ? 405 : 404).end();
      return;
    }
    read()
      .then(prometheusText)
      .then(({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text))
      .catch(() => response.writeHead(503).end());
  });
  // Nothing of a run waits for a reader.
  server.unref();
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((cause: NodeJS.ErrnoException) => {
    throw new MigratorError(
      'configuration',
      `Cannot serve metrics on ${host}:${port} (${cause.code ?? cause.message})`,
      { hint: 'Specify a free port on this machine with --metrics-address.', cause },
    );
  });
  server.on('error', () => {});
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${own}/metrics`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The figures in Prometheus' text format. */
export async function prometheusText(
  metrics: readonly Metric[],
): Promise<{ readonly type: string; readonly text: string }> {
  const registry = new Registry();
  for (const { name, help, kind, values } of metrics) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const options = { name, help, labelNames, registers: [registry] };
    if (kind === 'gauge') {
      const gauge = new Gauge(options);
      // Without labels the library reports a 0 that nothing has measured.
      if (values.length === 0) gauge.remove();
      for (const { labels, value } of values) gauge.set({ ...labels }, value);
    } else {
      const counter = new Counter(options);
      if (values.length === 0) counter.remove();
      for (const { labels, value } of values) counter.inc({ ...labels }, value);
    }
  }
  return { type: registry.contentType, text: await registry.metrics() };
}
