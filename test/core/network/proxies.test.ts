import { describe, expect, it } from 'vitest';
import { createNetwork } from '../../../src/core/network/tls-proxy/network.ts';
import { createTestClient, createTestServices } from './support/client.ts';
import { failureOf } from './support/failure.ts';
import { failureAt, read } from './support/one-request.ts';
import { caFile, startProxy, startRawServer, startTlsServer } from './support/other-servers.ts';
import { startScriptedServer } from './support/scripted-server.ts';

describe('a proxy', () => {
  const host = 'https://api.example.test';

  it('is asked for a tunnel, with its own password and without the host’s credentials', async () => {
    await using server = await startTlsServer();
    await using proxy = await startProxy(server);
    const env = { HTTPS_PROXY: `http://jane:p%40ss@127.0.0.1:${proxy.port}` };
    expect(
      await read(host, { env, caFiles: [{ path: caFile, setting: 'SSL_CERT_FILE' }] }),
    ).toEqual({ secure: true });
    expect(proxy.tunnels).toHaveLength(1);
    expect(proxy.tunnels[0]?.target).toBe('api.example.test:443');
    expect(proxy.tunnels[0]?.headers['proxy-authorization']).toBe(
      `Basic ${Buffer.from('jane:p@ss').toString('base64')}`,
    );
    expect(proxy.tunnels[0]?.headers.authorization).toBeUndefined();
  });

  it('is asked for few tunnels by many requests, and in brackets for an IPv6 address', async () => {
    await using server = await startTlsServer();
    await using proxy = await startProxy(server);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    await using services = await createTestServices({
      env,
      caFiles: [{ path: caFile, setting: 'SSL_CERT_FILE' }],
    });
    const client = createTestClient(services, { baseUrl: host });
    for (const path of ['/a', '/b', '/c', '/d']) {
      await client.request({ method: 'GET', path, creates: false });
    }
    expect(proxy.tunnels.length).toBeLessThanOrEqual(2);
    const error = await failureAt('https://[fd12::1]', {
      env,
      caFiles: [{ path: caFile, setting: 'SSL_CERT_FILE' }],
    });
    expect(proxy.tunnels.at(-1)?.target).toBe('[fd12::1]:443');
    expect(error.message).toContain('[fd12::1]');
  });

  it('is not asked for this machine, nor for what NO_PROXY names', async () => {
    await using server = await startTlsServer();
    await using proxy = await startProxy({ refuse: 403 });
    const env = { https_proxy: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'example.test' };
    const url = `https://127.0.0.1:${server.port}`;
    expect(await read(url, { env, caFiles: [{ path: caFile, setting: 'SSL_CERT_FILE' }] })).toEqual(
      { secure: true },
    );
    const error = await failureAt('https://nowhere.example.test', { env });
    expect(error.message).toContain('nowhere.example.test');
    expect(error.message).not.toContain('proxy');
    expect(proxy.tunnels).toHaveLength(0);
  });

  it.each([
    [407, 'Add the username and password to HTTPS_PROXY (http://user:password@host:port).'],
    [403, "Ask the proxy's administrator to allow api.example.test, or add it to NO_PROXY."],
  ])('is named when it refuses with %i', async (status, hint) => {
    await using proxy = await startProxy({ refuse: status });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const error = await failureAt(host, { env });
    expect(error).toMatchObject({ code: 'unavailable', hint, waits: 0 });
    expect(error.message).toBe(
      `The proxy 127.0.0.1:${proxy.port} refused the connection to api.example.test with status ${status}`,
    );
  });

  it.each([
    ['jane:p%40ss@', 'Basic realm="corp"', 'Check the username and password in HTTPS_PROXY'],
    ['', 'NTLM\r\nProxy-Authenticate: Basic realm="corp"', 'Add the username and password to'],
    ['jane:p%40ss@', 'Negotiate\r\nProxy-Authenticate: NTLM', 'accepts only ntlm or negotiate;'],
  ])(
    'given %j and wanting %s, leads to a hint that says how to sign in',
    async (who, wanted, hint) => {
      const headers = `Proxy-Authenticate: ${wanted}\r\n`;
      await using proxy = await startProxy({ refuse: 407, headers });
      const env = { HTTPS_PROXY: `http://${who}127.0.0.1:${proxy.port}` };
      const error = await failureAt(host, { env });
      expect(error.hint).toContain(hint);
      expect(JSON.stringify([error.message, error.hint])).not.toMatch(/p%40ss|p@ss/);
    },
  );

  it('is named when it cannot be reached, without its password', async () => {
    const proxy = await startProxy({ refuse: 403 });
    await proxy[Symbol.asyncDispose]();
    const env = { HTTPS_PROXY: `http://jane:hunter2@127.0.0.1:${proxy.port}` };
    const error = await failureAt(host, { env });
    expect(error.message).toBe(
      `The connection to the proxy 127.0.0.1:${proxy.port} on the way to api.example.test was refused`,
    );
    expect(JSON.stringify([error, error.stack])).not.toContain('hunter2');
  });

  it.each(['not an address', 'ftp://proxy:21', 'http://'])(
    'with the address %j is refused without showing it',
    async (address) => {
      const network = createNetwork({
        env: { HTTPS_PROXY: address },
        caFiles: [],
        connectTimeoutSeconds: 1,
        readTimeoutSeconds: 1,
      });
      const error = await failureOf(network);
      expect(error).toMatchObject({
        code: 'configuration',
        message: 'HTTPS_PROXY is not a proxy URL',
      });
    },
  );
});

describe('a host that cannot be reached', () => {
  it('is not believed when it speaks something else than HTTP', async () => {
    await using server = await startRawServer('500 5.5.1 Command unrecognized\r\n');
    const error = await failureAt(`http://127.0.0.1:${server.port}`);
    expect(error).toMatchObject({ code: 'bad-answer', waits: 0 });
    expect(error.message).toBe(`127.0.0.1:${server.port} sent a response that is not HTTP`);
    expect(error.cause).toBeUndefined();
  });

  it('keeps nobody waiting once the network is closed', async () => {
    await using services = await createTestServices();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    await using server = await startScriptedServer(() => {
      ask();
      return 'handled';
    });
    const client = createTestClient(services, { baseUrl: server.origin });
    const read = { method: 'GET', path: '/', creates: false } as const;
    const outcome = failureOf(client.request(read));
    await asked;
    await services.network.close();
    expect((await outcome).code).toBe('interrupted');
    expect((await failureOf(client.request(read))).code).toBe('interrupted');
  });

  it('is named when its name cannot be resolved', async () => {
    const error = await failureAt('https://bitbucket.invalid');
    expect(error.code).toBe('unavailable');
    expect(error.message).toBe('Cannot resolve the name of bitbucket.invalid');
    // It never answered before: a misspelt name must not take half a minute.
    expect(error.waits).toBe(2);
  });
});
