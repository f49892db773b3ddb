import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestClient, createTestServices } from '../support/client.ts';
import { failureOf } from '../support/failure.ts';
import { read } from '../support/requests.ts';
import { inTurn, startScriptedServer } from '../support/scripted-server.ts';

const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

describe('the body of a response', () => {
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
});
