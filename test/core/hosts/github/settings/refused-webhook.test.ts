import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { startScriptedServer } from '../../../network/support/scripted-server.ts';
import { targetAt } from '../support.ts';

describe('a webhook that is refused', () => {
  it('is named by its host alone, because its path may hold a secret', async () => {
    const url = 'https://ci.example/hook?token=s3cret-value';
    await using server = await startScriptedServer(() => ({
      status: 422,
      body: { message: `Validation Failed: ${url}` },
    }));
    await using services = await createTestServices();
    const webhook = { url, events: ['push'] };
    const making = targetAt(server, services).settings.repository.createWebhook({
      owner: 'acme',
      name: 'web',
      webhook,
    });
    const error: unknown = await making.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'refused' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('s3cret');
    expect(String(error)).toContain('the webhook to ci.example');
  });
});
