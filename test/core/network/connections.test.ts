import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNetwork } from '../../../src/core/network/tls-proxy/network.ts';
import { createTestClient, createTestServices } from './support/client.ts';
import { failureOf } from './support/failure.ts';
import { failureAt, read } from './support/one-request.ts';
import { caFile, startProxy, startTlsServer } from './support/other-servers.ts';
import { startScriptedServer } from './support/scripted-server.ts';

describe('a connection', () => {
  it('is kept for the requests that follow', async () => {
    const sockets = new Set<unknown>();
    await using server = await startScriptedServer((_request, { socket }) => {
      sockets.add(socket);
      return { body: {} };
    });
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    for (const path of ['/a', '/b', '/c', '/d', '/e', '/f']) {
      await client.request({ method: 'GET', path, creates: false });
    }
    expect(server.requests).toHaveLength(6);
    // The second request may come before the first connection is free again.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it('has time-outs of any part of a second', async () => {
    await using server = await startScriptedServer(() => ({ body: {} }));
    const timeOuts = { connectTimeoutSeconds: 8.03, readTimeoutSeconds: 16.1 };
    expect(await read(server.origin, timeOuts)).toEqual({});
  });

  it('is made to an IPv6 address', async () => {
    await using server = await startScriptedServer(() => ({ body: { is: 6 } }), '::1');
    expect(server.host).toMatch(/^\[::1\]:\d+$/);
    expect(await read(server.origin, {})).toEqual({ is: 6 });
  });
});

describe('TLS', () => {
  it('trusts the certificates of a CA bundle besides the built-in ones', async () => {
    await using server = await startTlsServer();
    const answer = await read(`https://127.0.0.1:${server.port}`, {
      caFiles: [{ path: caFile, setting: 'SSL_CERT_FILE' }],
    });
    expect(answer).toEqual({ secure: true });
  });

  it('names host, cause and remedy when the issuer is not known, and does not try again', async () => {
    await using server = await startTlsServer();
    const error = await failureAt(`https://127.0.0.1:${server.port}`);
    expect(error.code).toBe('tls');
    expect(error.message).toContain(`127.0.0.1:${server.port}`);
    expect(error.message).toContain('SSL: CERTIFICATE_VERIFY_FAILED');
    expect(error.message).toContain('unable to get local issuer certificate');
    expect(error.hint).toBe(
      "Install the proxy's root CA into the system store, and set SSL_CERT_FILE and REQUESTS_CA_BUNDLE to a file that contains it.",
    );
    expect(error.waits).toBe(0);
  });

  it('says when the certificate belongs to another host', async () => {
    await using server = await startTlsServer();
    await using proxy = await startProxy(server);
    const error = await failureAt('https://other.example.test', {
      caFiles: [{ path: caFile, setting: 'SSL_CERT_FILE' }],
      env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` },
    });
    expect(error).toMatchObject({ code: 'tls', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(error.message).toContain('other.example.test');
    expect(error.message).toContain('the certificate belongs to another host');
  });

  it('says when what answers does not speak TLS', async () => {
    await using server = await startScriptedServer(() => ({ body: {} }));
    const error = await failureAt(server.origin.replace('http:', 'https:'));
    expect(error.code).toBe('tls');
    expect(error.message).toContain('it did not respond with valid TLS');
  });

  it.each([
    ['cannot be read', null],
    ['contains no certificate in PEM format', 'nothing'],
    [
      'contains a damaged certificate',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    ],
  ])('refuses a CA bundle that %s', async (what, content) => {
    const folder = await mkdtemp(join(tmpdir(), 'migrator-ca-'));
    const path = join(folder, 'ca.pem');
    if (content !== null) await writeFile(path, content);
    const network = createNetwork({
      env: {},
      caFiles: [{ path, setting: 'REQUESTS_CA_BUNDLE' }],
      connectTimeoutSeconds: 1,
      readTimeoutSeconds: 1,
    });
    const error = await failureOf(network);
    expect(error).toMatchObject({
      code: 'configuration',
      message: `CA bundle ${path} (REQUESTS_CA_BUNDLE) ${what}`,
      hint: 'Point REQUESTS_CA_BUNDLE to a file of PEM certificates.',
    });
    await rm(folder, { recursive: true });
  });
});
