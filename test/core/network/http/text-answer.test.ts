import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../../../src/core/network/http/http-request.ts';
import { createTestClient, createTestServices } from '../support/client.ts';
import { failureOf } from '../support/failure.ts';
import { type Reply, startScriptedServer } from '../support/scripted-server.ts';

const read: HttpRequest = { method: 'GET', path: '/thing', creates: false, expects: 'text' };

async function ask(reply: Reply, more: Partial<HttpRequest> = {}) {
  await using server = await startScriptedServer(() => reply);
  await using services = await createTestServices();
  const client = createTestClient(services, { baseUrl: server.origin });
  const answer = await client.request({ ...read, ...more });
  return { answer, logged: services.logged.join('\n'), url: server.requests[0]?.url };
}

describe('a text that was asked for', () => {
  it.each(['text/plain; charset=utf-8', 'text/x-diff', 'application/octet-stream', ''])(
    'is taken as %j, and is not logged',
    async (type) => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      const { answer, logged } = await ask({ headers, body: Buffer.from('größe secret') });
      expect(answer).toMatchObject({ text: 'größe secret', json: null });
      expect(logged).not.toContain('secret');
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('is cut where it is too long, compressed with %s too', async (encoding, compress) => {
    // Half of what is random cannot be compressed away: more than the limit comes in one piece.
    const text = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 10_007).join('ö');
    const headers = { 'content-type': 'text/plain', 'content-encoding': encoding };
    const { answer } = await ask({ headers, body: compress(text) }, { maxBodyBytes: 1000 });
    const cut = answer.text ?? '';
    expect(text.startsWith(cut)).toBe(true);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(997);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(1000);
  });

  it('may be empty, or a refusal in JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await ask({ headers, body: '' })).answer.text).toBeUndefined();
    const body = { error: { message: 'no' } };
    const { answer } = await ask({ status: 404, body }, { expectedStatuses: [404] });
    expect(answer.json).toEqual(body);
  });

  it('is never a web page', async () => {
    const headers = { 'content-type': 'text/html' };
    const error = await failureOf(ask({ headers, body: '<p>sign in</p>' }));
    expect(error.code).toBe('bad-answer');
  });
});

describe('a parameter', () => {
  it('is given several times for a list', async () => {
    const { url } = await ask({ body: {} }, { query: { state: ['OPEN', 'MERGED'], page: 2 } });
    expect(url).toBe('/thing?state=OPEN&state=MERGED&page=2');
  });
});
