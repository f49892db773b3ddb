import { describe, expect, it } from 'vitest';
import { createTestClient, createTestServices } from '../support/client.ts';
import { failureOf } from '../support/failure.ts';
import { create, read } from '../support/requests.ts';
import { inTurn, reset, startScriptedServer } from '../support/scripted-server.ts';

describe('a request that failed', () => {
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
});
