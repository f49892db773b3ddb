import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Ended } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { openDistrustedHost, untilSaid } from '../../helpers/servers/distrusted-host.ts';
import { share } from '../../helpers/share.ts';

async function discover(place: Workplace, environment: Record<string, string | undefined> = {}) {
  return place.runAlone(['discover', '--workspace', place.sandbox.workspace], environment);
}

async function portOf(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The one thing in an inventory that differs from run to run. */
function without(time: string): string {
  return time.replace(/"discovered_at": ".*?"/, '');
}

describe('telemetry of a run', () => {
  const shared = share(() => openWorkplace());
  let silent: Promise<Ended> | null = null;
  /** Returns its words where no telemetry is sent, on the shared hosts. */
  const plainly = (place: Workplace) => (silent ??= discover(place));

  it('is what config show says, with counts', async () => {
    const place = await shared.get();
    const { telemetry } = place.sandbox;
    const on = { MIGRATOR_TELEMETRY_URL: telemetry.url };
    const before = telemetry.received.length;
    const { code } = await discover(place, on);
    expect(code).toBe(0);
    expect(telemetry.received).toHaveLength(before + 1);
    const sent = telemetry.received.at(-1) as Record<string, unknown>;
    expect(sent).toMatchObject({ command: 'discover', exit_code: 0, repositories_found: 0 });
    const { stdout } = await place.runAlone(['config', 'show', '--json'], on);
    const shown = JSON.parse(stdout).telemetry;
    expect(shown).toMatchObject({ is_on: true, endpoint: telemetry.url });
    expect(Object.keys(shown.payload)).toEqual(Object.keys(sent));
    expect(shown.payload.installation).toBe(sent.installation);
  });

  it('reports a failed command by its exit code only', async () => {
    const place = await shared.get();
    const { telemetry } = place.sandbox;
    const on = { MIGRATOR_TELEMETRY_URL: telemetry.url, SRC_API_TOKEN: 'wrong-token' };
    const { code } = await discover(place, on);
    expect(code).toBe(4);
    expect(telemetry.received.at(-1)).toMatchObject({ command: 'discover', exit_code: 4 });
  });

  it('stays here where somebody says no, by variables or in the configuration', async () => {
    const place = await shared.get();
    const { telemetry } = place.sandbox;
    const on = { MIGRATOR_TELEMETRY_URL: telemetry.url };
    const before = telemetry.received.length;
    await discover(place, { ...on, DO_NOT_TRACK: '1' });
    await discover(place, { ...on, MIGRATOR_TELEMETRY: '0' });
    place.write('silent.yaml', 'telemetry:\n  enabled: false\n');
    await place.runAlone(
      ['discover', '--workspace', place.sandbox.workspace, '--config', 'silent.yaml'],
      on,
    );
    await place.runAlone(['status', '--list'], on);
    expect(telemetry.received).toHaveLength(before);
  });

  it('changes nothing where its host is not there', async () => {
    const place = await shared.get();
    const server = createTcpServer();
    const port = await portOf(server);
    await new Promise((resolve) => server.close(resolve));
    const plain = await plainly(place);
    const dead = await discover(place, { MIGRATOR_TELEMETRY_URL: `http://127.0.0.1:${port}` });
    expect(without(dead.stdout)).toBe(without(plain.stdout));
    expect(dead.stderr).toBe(plain.stderr);
    expect(dead.code).toBe(0);
  });

  it('ends with the command where its host takes it and does not answer', async () => {
    const place = await shared.get();
    const sockets = new Set<{ destroy(): void }>();
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      sockets.add(socket);
    });
    try {
      const url = `http://127.0.0.1:${await portOf(server)}`;
      const plain = await plainly(place);
      // It ends although nothing ever ends the request.
      const slow = await discover(place, { MIGRATOR_TELEMETRY_URL: url });
      expect(without(slow.stdout)).toBe(without(plain.stdout));
      expect(slow.stderr).toBe(plain.stderr);
      expect(slow.code).toBe(0);
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });

  it('says one line where the certificate is not trusted', async () => {
    const place = await shared.get();
    await using host = await openDistrustedHost();
    const plain = await plainly(place);
    const distrusted = await untilSaid(async () => {
      const ended = await discover(place, { MIGRATOR_TELEMETRY_URL: host.url });
      const [line = '', ...more] = ended.stderr.replace(plain.stderr, '').trimEnd().split('\n');
      expect(line).toMatch(new RegExp(`^(SSLError: .*${host.name}.*REQUESTS_CA_BUNDLE.*)?$`));
      expect(more).toEqual([]);
      expect(without(ended.stdout)).toBe(without(plain.stdout));
      return ended;
    });
    expect(distrusted.code).toBe(0);
    expect(host.received).toEqual([]);
  });
});
