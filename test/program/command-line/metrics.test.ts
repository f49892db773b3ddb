import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { share } from '../../helpers/share.ts';

interface Received {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
}

/** A collector; `status` is what it answers. */
async function openCollector(status = 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ path: request.url ?? '', key: request.headers['x-key']?.toString(), body });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function dryRun(place: Workplace, environment: Record<string, string> = {}, more: string[] = []) {
  const plan = place.write('plan.json', place.plan('release-tools'));
  return place.runAlone(['migrate', '--plan', plan, '--dry-run', ...more], environment);
}

describe('metrics over OTLP', () => {
  const shared = share(() => openWorkplace({ workspace: 'sample' }));

  it('go to the address of the standard variables, with its headers', async () => {
    const place = await shared.get();
    await using collector = await openCollector();
    const { code, stdout, stderr } = await dryRun(place, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=very-secret-key',
      OTEL_RESOURCE_ATTRIBUTES: 'team=movers',
    });
    expect(code, stderr).toBe(0);
    const last = collector.received.at(-1);
    expect(last).toMatchObject({ path: '/v1/metrics', key: 'very-secret-key' });
    const [resource] = JSON.parse(last?.body ?? '{}').resourceMetrics;
    const attributes = JSON.stringify(resource.resource.attributes);
    expect(attributes).toContain('{"stringValue":"migrator"}');
    expect(attributes).toContain('{"stringValue":"movers"}');
    const names = resource.scopeMetrics[0].metrics.map(({ name }: { name: string }) => name);
    expect(names).toContain('migrator_requests_total');
    expect(stdout + stderr).not.toContain('very-secret-key');
  });

  it('are protocol buffers where no protocol is named', async () => {
    const place = await shared.get();
    await using collector = await openCollector();
    const { code } = await dryRun(place, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    expect(code).toBe(0);
    expect(collector.received.at(-1)?.body).toContain('migrator_requests_total');
    expect(collector.received.at(-1)?.body).not.toMatch(/^\{/);
  });

  it('change nothing but a warning where the collector refuses them', async () => {
    const place = await shared.get();
    await using collector = await openCollector(400);
    const plain = await dryRun(place);
    const refused = await dryRun(place, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    expect(refused.stdout).toBe(plain.stdout);
    expect(refused.code).toBe(plain.code);
    expect(refused.stderr).toContain('Cannot send metrics over OTLP');
  });
});

describe('--metrics-address', () => {
  const shared = share(() => openWorkplace({ workspace: 'sample' }));

  it('is refused before anything is written where the port is taken', async () => {
    const place = await shared.get();
    await using taken = await openCollector();
    const { host } = new URL(taken.url);
    const { code, stderr } = await dryRun(place, {}, ['--metrics-address', host]);
    expect(code).toBe(3);
    expect(stderr).toContain(`Cannot serve metrics on ${host} (EADDRINUSE)`);
  });

  it('is named with its port', async () => {
    const place = await shared.get();
    const { code, stderr } = await dryRun(place, {}, ['--metrics-address', '127.0.0.1:0']);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^Metrics: http:\/\/127\.0\.0\.1:\d+\/metrics$/m);
  });
});
