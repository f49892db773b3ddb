import { describe, expect, it } from 'vitest';
import { gitHubPolicy } from '../../../../src/core/network/http/host-policies.ts';
import { createTestClient, createTestServices } from '../support/client.ts';
import { inTurn, startScriptedServer } from '../support/scripted-server.ts';
import { createStoppedClock } from '../support/virtual-clock.ts';

const create = {
  method: 'POST',
  path: '/orgs/octo/repos',
  body: {},
  creates: true,
  contentCreating: true,
} as const;
const read = { method: 'GET', path: '/user', creates: false } as const;

describe('a client that keeps to the pace', () => {
  it('sends a burst of 80 creating requests at once and announces why the next one waits', async () => {
    await using server = await startScriptedServer(() => ({ status: 201 }));
    await using services = await createTestServices();
    const client = createTestClient(services, {
      baseUrl: server.origin,
      policy: gitHubPolicy('cloud', 0),
    });
    await Promise.all(Array.from({ length: 80 }, () => client.request(create)));
    expect(services.waits).toEqual([]);
    await client.request(create);
    expect(services.waits).toHaveLength(1);
    expect(services.waits[0]).toMatchObject({
      host: server.host,
      reason: 'limit of 80 content-creating requests a minute reached',
    });
  });

  it('lets reading go on while creating waits, and announces the wait of everybody who waits', async () => {
    await using server = await startScriptedServer(() => ({ status: 201 }));
    await using services = await createTestServices();
    const clock = createStoppedClock();
    const client = createTestClient(services, {
      baseUrl: server.origin,
      policy: gitHubPolicy('cloud', 0),
      clock,
    });
    await Promise.all(Array.from({ length: 80 }, () => client.request(create)));
    const controller = new AbortController();
    const waiting = [1, 2, 3].map(() => client.request({ ...create, signal: controller.signal }));
    expect((await client.request(read)).status).toBe(201);
    await clock.sleeping;
    controller.abort();
    for (const request of waiting) {
      await expect(request).rejects.toMatchObject({ code: 'interrupted' });
    }
    expect(services.waits).toHaveLength(3);
    expect(server.requests).toHaveLength(81);
  });

  it('makes all clients of one credential wait for the limit that one of them has met', async () => {
    await using server = await startScriptedServer(
      inTurn({ status: 429, headers: { 'retry-after': '120' } }, { status: 200, body: {} }),
    );
    await using services = await createTestServices();
    const options = { baseUrl: server.origin };
    const { promise: never } = Promise.withResolvers<void>();
    const { promise: announced, resolve: announce } = Promise.withResolvers<void>();
    const stopped = { now: services.clock.now, sleep: () => never };
    const first = createTestClient(
      { ...services, clock: stopped, onWait: () => announce() },
      options,
    );
    // It never ends: the clock of this client stands still.
    first.request(read).catch(() => undefined);
    await announced;
    const stranger = createTestClient(services, { ...options, authorization: 'Bearer another' });
    await stranger.request(read);
    expect(services.waits).toEqual([]);
    const second = createTestClient(services, options);
    await second.request(read);
    expect(services.waits).toHaveLength(1);
    expect(services.waits[0]?.reason).toBe('429 Too Many Requests: the rate limit is exceeded');
    expect(server.requests).toHaveLength(3);
  });

  it('never has more than 20 requests under way on Bitbucket', async () => {
    let open = 0;
    let most = 0;
    await using server = await startScriptedServer(async () => {
      open++;
      most = Math.max(most, open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return { body: {} };
    });
    await using services = await createTestServices();
    const client = createTestClient(services, { baseUrl: server.origin });
    await Promise.all(Array.from({ length: 90 }, () => client.request(read)));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(20);
  });
});
