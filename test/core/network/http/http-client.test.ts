import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../../../src/core/network/http/http-request.ts';
import { createTestClient, createTestServices } from '../support/client.ts';
import { failureOf } from '../support/failure.ts';
import { inTurn, reset, startScriptedServer } from '../support/scripted-server.ts';
import { createStoppedClock } from '../support/virtual-clock.ts';

const read: HttpRequest = { method: 'GET', path: '/thing', creates: false };
const create: HttpRequest = { method: 'POST', path: '/things', body: { a: 1 }, creates: true };

const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

describe('HttpClient', () => {
  it('sends method, path, query, body and headers, and gives back status, headers and JSON', async () => {
    await using server = await startScriptedServer(() => ({
      status: 201,
      headers: { 'x-thing': 'one' },
      body: { id: 7 },
    }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: `${server.origin}/api/v3/` });
    const answer = await client.request({ ...create, query: { a: 'b c', none: undefined } });
    expect(answer).toMatchObject({ status: 201, json: { id: 7 } });
    expect(answer.headers['x-thing']).toBe('one');
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      url: '/api/v3/things?a=b+c',
      body: '{"a":1}',
    });
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer canary-secret-token',
      'user-agent': 'migrator-test',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('understands JSON that comes without a Content-Type', async () => {
    await using server = await startScriptedServer(() => ({ body: Buffer.from('{"id":7}') }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    expect((await client.request(read)).json).toEqual({ id: 7 });
  });

  it.each([
    [{}, 'Hello', 'something other than JSON'],
    [{ 'content-type': 'text/plain' }, '{"id":7}', 'something other than JSON'],
    [{ 'content-type': 'text/html' }, '{"id":7}', 'a web page (HTML)'],
  ])('refuses with headers %j the body %s', async (headers, body, message) => {
    await using server = await startScriptedServer(() => ({ headers, body }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    const error = await failureOf(client.request(read));
    expect(error.code).toBe('bad-answer');
    expect(error.message).toContain(message);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('reads an answer in %s', async (encoding, compress) => {
    await using server = await startScriptedServer(() => ({
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: compress('{"big":true}'),
    }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    expect((await client.request(read)).json).toEqual({ big: true });
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    // The best compression takes a second for this.
    ['br', (bytes) => brotliCompressSync(bytes, fastest)],
    ['zstd', zstdCompressSync],
  ])('cuts a bomb in %s once it has grown too large', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(64 * 1024 * 1024, 0x20));
    await using server = await startScriptedServer(() => ({
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: bomb,
    }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    const error = await failureOf(client.request(read));
    expect(error).toMatchObject({ code: 'bad-answer', retry: 'no' });
    expect(error.message).toContain('too large');
    expect(server.requests).toHaveLength(1);
  });

  it('cuts a compressed answer that goes on without ever giving anything', async () => {
    const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    const emptyBlocks = Buffer.alloc(5 * 4000, Buffer.from([0, 0, 0, 0xff, 0xff]));
    await using server = await startScriptedServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      // The answer is never ended.
      response.write(Buffer.concat([header, emptyBlocks]));
      return 'handled';
    });
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    const error = await failureOf(client.request({ ...read, maxBodyBytes: 10_000 }));
    expect(error.message).toContain('too large');
  });

  it('takes an unknown compression and a cut one for what they are', async () => {
    await using server = await startScriptedServer(
      inTurn(
        {
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          body: gzipSync('{"a": "bcdefghijklmnopqrstuvwxyz"}').subarray(0, 30),
        },
        {
          headers: { 'content-type': 'application/json', 'content-encoding': 'compress' },
          body: 'x',
        },
      ),
    );
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    const error = await failureOf(client.request(read));
    expect(services.waits[0]?.reason).toContain('sent JSON that ends too early');
    expect(error.message).toContain('unknown compression');
    expect(server.requests).toHaveLength(2);
  });

  it('refuses an answer that is nested too deeply', async () => {
    await using server = await startScriptedServer(() => ({
      headers: { 'content-type': 'application/json' },
      body: `${'['.repeat(5000)}${']'.repeat(5000)}`,
    }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    expect((await failureOf(client.request(read))).message).toContain('nested too deeply');
  });

  it('gives a redirect back where it is expected, and refuses it elsewhere', async () => {
    await using other = await startScriptedServer(() => ({ body: {} }));
    await using server = await startScriptedServer(() => ({
      status: 301,
      headers: { location: `${other.origin}/stolen` },
    }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    const answer = await client.request({ ...read, expectedStatuses: [301] });
    expect(answer).toMatchObject({
      status: 301,
      headers: { location: `${other.origin}/stolen` },
      json: null,
    });
    expect(await failureOf(client.request(read))).toMatchObject({ code: 'bad-answer' });
    expect(other.requests).toHaveLength(0);
  });

  it('refuses an absolute address on another host before anything is sent', async () => {
    await using other = await startScriptedServer(() => ({ body: {} }));
    await using server = await startScriptedServer(() => ({ body: {} }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    const error = await failureOf(client.request({ ...read, path: `${other.origin}/thing` }));
    expect(error.code).toBe('bad-answer');
    expect(error.message).toContain(other.host);
    expect([...other.requests, ...server.requests]).toHaveLength(0);
  });

  it('refuses plain http to any other machine', async () => {
    await using services = await createTestServices();
    expect(() => createTestClient(services, { baseUrl: 'http://bitbucket.example' })).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    );
  });

  it('reads again after 5xx, a reset, truncated JSON and HTML, each wait announced', async () => {
    await using server = await startScriptedServer(
      inTurn(
        { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' },
        reset,
        { headers: { 'content-type': 'application/json' }, body: '{"id": 7, "na' },
        { headers: { 'content-type': 'text/html' }, body: '<p>sign in</p>' },
        { body: { id: 7 } },
      ),
    );
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    expect((await client.request(read)).json).toEqual({ id: 7 });
    expect(server.requests).toHaveLength(5);
    expect(services.waits.map(({ reason }) => reason)).toEqual([
      `502 Bad Gateway: ${server.host} failed (GET /thing)`,
      `The connection to ${server.host} was lost before its response was complete`,
      `${server.host} sent JSON that ends too early (GET /thing)`,
      `${server.host} sent a web page (HTML) instead of JSON (GET /thing)`,
    ]);
    expect(services.waits.every(({ host }) => host === server.host)).toBe(true);
  });

  it('gives up on a host that keeps failing, after growing waits', async () => {
    await using server = await startScriptedServer(() => ({ status: 503 }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    expect(await failureOf(client.request(read))).toMatchObject({
      code: 'unavailable',
      status: 503,
      retry: 'yes',
    });
    expect(server.requests).toHaveLength(6);
    expect('sleeps' in services.clock ? services.clock.sleeps : []).toEqual([
      500, 1000, 2000, 4000, 8000,
    ]);
  });

  it.each([
    ['a 502', inTurn({ status: 502 })],
    ['a reset', reset],
    [
      'a 201 whose body is cut',
      inTurn({ status: 201, headers: { 'content-type': 'application/json' }, body: '{"id":' }),
    ],
    ['a 201 in HTML', inTurn({ status: 201, headers: { 'content-type': 'text/html' }, body: 'x' })],
  ])('never sends a creating request again after %s', async (_what, script) => {
    await using server = await startScriptedServer(script);
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    expect(await failureOf(client.request(create))).toMatchObject({ code: 'ambiguous-write' });
    expect(server.requests).toHaveLength(1);
  });

  it('sends a creating request again after a rate limit, which proves that nothing was done', async () => {
    await using server = await startScriptedServer(
      inTurn({ status: 429, headers: { 'retry-after': '7' }, body: 'slow down' }, { status: 201 }),
    );
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    expect((await client.request(create)).status).toBe(201);
    expect(server.requests).toHaveLength(2);
    expect('sleeps' in services.clock ? services.clock.sleeps : []).toEqual([7500]);
    expect(services.waits).toHaveLength(1);
  });

  it('sends a creating request again when no connection was made', async () => {
    await using services = await createTestServices();
    const server = await startScriptedServer(() => ({ status: 201 }));
    await server[Symbol.asyncDispose]();
    const client = createTestClient(services, { baseUrl: server.origin });
    expect(await failureOf(client.request(create))).toMatchObject({ code: 'unavailable' });
    expect(services.waits).toHaveLength(2);
    expect(services.waits[0]?.reason).toBe(`The connection to ${server.host} was refused`);
  });

  it('keeps a write that may be repeated apart: it is sent again after a 502', async () => {
    await using server = await startScriptedServer(inTurn({ status: 502 }, { status: 204 }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    const answer = await client.request({ method: 'PUT', path: '/thing', creates: false });
    expect(answer).toMatchObject({ status: 204, json: null });
  });

  it('ends a wait at once when it is aborted', async () => {
    await using server = await startScriptedServer(() => ({ status: 429 }));
    const clock = createStoppedClock();
    await using services = await createTestServices({ clock });
    const client = createTestClient(services, { baseUrl: server.origin });
    const controller = new AbortController();
    const outcome = failureOf(client.request({ ...read, signal: controller.signal }));
    await clock.sleeping;
    controller.abort();
    expect((await outcome).code).toBe('interrupted');
  });

  it('ends a request under way when it is aborted', async () => {
    const controller = new AbortController();
    await using server = await startScriptedServer(() => {
      controller.abort();
      return 'handled';
    });
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    const error = await failureOf(client.request({ ...read, signal: controller.signal }));
    expect(error.code).toBe('interrupted');
  });

  it('says which time-out a silent host has met', async () => {
    await using server = await startScriptedServer(() => 'handled');
    await using services = await createTestServices({ readTimeoutSeconds: 0.2 });
    const client = createTestClient(services, { baseUrl: server.origin });
    const error = await failureOf(client.request(create));
    expect(error.code).toBe('ambiguous-write');
    expect(error.message).toContain(`${server.host} did not respond within 0.2 s`);
  });

  it('shows and logs neither the credentials nor a body that is no JSON', async () => {
    await using server = await startScriptedServer(() => ({
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<html>csrf-canary</html>',
    }));
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    const error = await failureOf(client.request(read));
    const said = JSON.stringify([error, error.message, error.stack, services.logged]);
    expect(said).toContain('404 Not Found');
    expect(said).not.toMatch(/canary/);
  });
});
