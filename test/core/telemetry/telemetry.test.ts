import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Variables } from '../../../src/core/kernel/environment.ts';
import type { RunEvent } from '../../../src/core/ports/records/events.ts';
import { count, nothingCounted, telemetryPayload } from '../../../src/core/telemetry/payload.ts';
import { createTelemetry } from '../../../src/core/telemetry/telemetry.ts';
import { telemetrySettings } from '../../../src/core/telemetry/telemetry-settings.ts';
import { openDistrustedHost } from '../../helpers/servers/distrusted-host.ts';

const machine = { version: '1.2.3', node: '24.0.0', platform: 'linux', architecture: 'x64' };
const end = { command: 'migrate', exitCode: 0, milliseconds: 12.6 };
const endpoint = 'https://telemetry.example.com/v1';

describe('telemetrySettings', () => {
  const on = { MIGRATOR_TELEMETRY_URL: endpoint };
  it.each([
    ['nowhere', {}, {}, false],
    ['where a variable says', on, {}, true],
    ['not with DO_NOT_TRACK', { ...on, DO_NOT_TRACK: '1' }, {}, false],
    ['with a DO_NOT_TRACK of 0', { ...on, DO_NOT_TRACK: '0' }, {}, true],
    ['not with MIGRATOR_TELEMETRY=0', { ...on, MIGRATOR_TELEMETRY: '0' }, {}, false],
    ['not with MIGRATOR_TELEMETRY=off', { ...on, MIGRATOR_TELEMETRY: 'off' }, {}, false],
    ['not where the configuration says so', on, { telemetry: { enabled: false } }, false],
    [
      'where the environment wins over it',
      { ...on, MIGRATOR_TELEMETRY: '1' },
      { telemetry: { enabled: false } },
      true,
    ],
    [
      'not with DO_NOT_TRACK, whatever else is said',
      { ...on, MIGRATOR_TELEMETRY: '1', DO_NOT_TRACK: 'true' },
      {},
      false,
    ],
    ['not over plain http', { MIGRATOR_TELEMETRY_URL: 'http://telemetry.example.com' }, {}, false],
    ['nowhere if that is no address', { MIGRATOR_TELEMETRY_URL: 'somewhere' }, {}, false],
  ])('sends %s', (_where, variables, config, isOn) => {
    expect(telemetrySettings(variables, config).isOn).toBe(isOn);
  });
});

describe('what is sent', () => {
  const at = (event: RunEvent) => ({ ...event, at: 0 });

  it('has counts of what happened, and no name, address or text of it', () => {
    const secret = 'Secret-Name';
    const failure = {
      code: 'refused',
      message: secret,
      hint: secret,
      retry: 'no',
      detail: secret,
    } as const;
    const events: RunEvent[] = [
      { type: 'preflight-finished', problems: [failure] },
      {
        type: 'run-started',
        migration: secret,
        source: { kind: 'bitbucket-cloud', workspace: secret },
        target: { organization: secret },
        repositories: [{ source: secret, target: secret }],
        workers: 3,
        resumed: false,
      },
      { type: 'discovery-progress', found: 7, total: 7 },
      { type: 'log', level: 'warn', message: secret },
      { type: 'repository-warning', repository: secret, message: secret },
      {
        type: 'repository-finished',
        repository: secret,
        target: secret,
        outcome: 'failed',
        refs: 1,
        lfsObjects: 0,
        pullRequests: { total: 5, changed: 0, comments: 9, images: 0, placeholders: 0 },
        webUrl: `https://${secret}`,
        reason: secret,
        failure,
        milliseconds: 5,
      },
      {
        type: 'run-finished',
        migration: secret,
        status: 'completed',
        counts: { succeeded: 1, skipped: 2, failed: 3 },
        milliseconds: 5,
      },
    ];
    const counts = events.map(at).reduce(count, nothingCounted);
    const payload = telemetryPayload({ installation: 'id', machine, end, counts });
    expect(payload).toEqual({
      schema: 1,
      installation: 'id',
      version: '1.2.3',
      node: '24.0.0',
      platform: 'linux',
      architecture: 'x64',
      command: 'migrate',
      exit_code: 0,
      milliseconds: 13,
      repositories_found: 7,
      repositories_succeeded: 1,
      repositories_skipped: 2,
      repositories_failed: 3,
      pull_requests: 5,
      comments: 9,
      workers: 3,
      preflight_problems: 1,
    });
    expect(JSON.stringify(payload)).not.toContain(secret);
  });

  it('is described field by field', () => {
    const text = readFileSync(new URL('../../../docs/telemetry.md', import.meta.url), 'utf8');
    const payload = telemetryPayload({ installation: 'id', machine, end, counts: nothingCounted });
    const described = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(described).toEqual(Object.keys(payload));
  });
});

describe('telemetry at the end of a command', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-telemetry-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const never = () => new Promise<void>(() => {});

  it('is sent once, with an id that stays the same and is nobody else’s to read', async () => {
    const received: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        received.push(JSON.parse(body));
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      for (const _run of [1, 2]) {
        const lines: string[] = [];
        const clock = { sleep: never };
        const telemetry = createTelemetry({ machine, clock, say: (line) => lines.push(line) });
        const variables = {};
        telemetry.open({ endpoint: `http://127.0.0.1:${port}`, variables, stateFolder: folder });
        expect(await telemetry.finish(end)).toBe(false);
        expect(lines).toEqual([]);
      }
    } finally {
      server.close();
    }
    const ids = received.map((one) => (one as { installation: string }).installation);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(statSync(join(folder, 'telemetry.id')).mode & 0o777).toBe(0o600);
  });

  it('is given up after a quarter of a second, whatever hangs', async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const asked: number[] = [];
    const clock = {
      async sleep(milliseconds: number) {
        asked.push(milliseconds);
      },
    };
    const lines: string[] = [];
    const telemetry = createTelemetry({ machine, clock, say: (line) => lines.push(line) });
    telemetry.open({
      endpoint: `http://127.0.0.1:${port}`,
      variables: {},
      stateFolder: folder,
    });
    expect(await telemetry.finish(end)).toBe(true);
    expect(asked).toEqual([250]);
    expect(lines).toEqual([]);
    server.closeAllConnections();
    server.close();
  });

  it('does not happen, and waits for nothing, where nobody wants to know', async () => {
    const clock = {
      sleep() {
        throw new Error('it waits');
      },
    };
    const telemetry = createTelemetry({ machine, clock, say: () => {} });
    telemetry.count({ type: 'discovery-progress', found: 1, total: 1, at: 0 });
    expect(await telemetry.finish(end)).toBe(false);
  });

  it('trusts whom REQUESTS_CA_BUNDLE names, and says in one line that it trusts nobody else', async () => {
    await using host = await openDistrustedHost();
    const sendWith = async (variables: Variables) => {
      const said: string[] = [];
      const clock = { sleep: never };
      const telemetry = createTelemetry({ machine, clock, say: (line) => said.push(line) });
      telemetry.open({ endpoint: host.url, variables, stateFolder: folder });
      expect(await telemetry.finish(end)).toBe(false);
      return said;
    };
    const line = new RegExp(`^SSLError: .*${host.name}.*REQUESTS_CA_BUNDLE.*$`);
    expect(await sendWith({})).toEqual([expect.stringMatching(line)]);
    const elsewhere = await sendWith({ SSL_CERT_FILE: host.caFile });
    expect(elsewhere).toEqual([expect.stringMatching(line)]);
    expect(host.received).toEqual([]);
    expect(await sendWith({ REQUESTS_CA_BUNDLE: host.caFile })).toEqual([]);
    expect(host.received).toEqual(['POST']);
  });

  it('fails nothing where its id cannot be kept', async () => {
    const telemetry = createTelemetry({ machine, clock: { sleep: never }, say: () => {} });
    telemetry.open({ endpoint, variables: {}, stateFolder: '/dev/null/nowhere' });
    expect(await telemetry.finish(end)).toBe(false);
  });
});
