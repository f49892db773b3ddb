import { describe, expect, it } from 'vitest';
import {
  createWriteGuard,
  guardNetwork,
} from '../../../../src/core/replica/context/write-guard.ts';
import { createTestServices } from '../../network/support/client.ts';
import { startScriptedServer } from '../../network/support/scripted-server.ts';

describe('a guarded way out', () => {
  async function send(
    method: 'GET' | 'POST',
    check: (() => Promise<void>) | null,
  ): Promise<{ status: number | Error; received: number }> {
    await using server = await startScriptedServer(() => ({ status: 201 }));
    await using services = await createTestServices();
    const guard = createWriteGuard(() => (check === null ? null : { check }));
    const { dispatcher } = guardNetwork(services.network, guard);
    const status = await dispatcher
      .request({ origin: server.origin, path: '/', method })
      .then(async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      })
      .catch((error: Error) => error);
    return { status, received: server.requests.length };
  }
  const taken = new Error('taken over');

  it('lets everything through while nothing is held, or while it is held', async () => {
    expect(await send('POST', null)).toEqual({ status: 201, received: 1 });
    expect(await send('POST', async () => {})).toEqual({ status: 201, received: 1 });
  });

  it('sends nothing that writes once another process has taken over, and says why', async () => {
    expect(await send('POST', () => Promise.reject(taken))).toEqual({ status: taken, received: 0 });
  });

  it('asks nobody before something is read', async () => {
    expect(await send('GET', () => Promise.reject(taken))).toEqual({ status: 201, received: 1 });
  });
});
