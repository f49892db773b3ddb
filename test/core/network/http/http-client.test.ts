import { describe, expect, it } from 'vitest';
import { createTestClient, createTestServices } from '../support/client.ts';
import { failureOf } from '../support/failure.ts';
import { create, read } from '../support/requests.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import { createStoppedClock } from '../support/virtual-clock.ts';

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
