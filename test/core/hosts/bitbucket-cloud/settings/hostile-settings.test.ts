import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../../../network/support/client.ts';
import { startScriptedServer } from '../../../network/support/scripted-server.ts';
import { sourceAt } from '../source.ts';

const web = { workspace: 'acme', slug: 'web', defaultBranch: 'main', project: 'SHOP' };
let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
});

describe('settings of a hostile host', () => {
  it('are refused whole where a restriction is not understood', async () => {
    const row = { id: 1, kind: 'push', pattern: 'main', users: ['everybody'] };
    await using server = await startScriptedServer(() => ({ body: { values: [row] } }));
    const { settings } = sourceAt(server, services);
    await expect(settings.read('rules', web)).rejects.toMatchObject({
      code: 'bad-answer',
      message: expect.stringContaining('branch restriction 1'),
    });
  });

  it('count somebody as excepted who has no name', async () => {
    const row = { id: 1, kind: 'push', pattern: '**', users: [{ type: 'user' }, null] };
    await using server = await startScriptedServer(({ url }) => ({
      body: url.includes('branch-restrictions') ? { values: [row] } : {},
    }));
    const { settings } = sourceAt(server, services);
    const { rules } = (await settings.read('rules', web)).settings;
    const somebody = { kind: 'user', id: 'unknown', name: 'an unknown user' };
    expect(rules?.[0]?.exceptions).toEqual([somebody, somebody]);
  });

  it('never lead to another address by the name of a project', async () => {
    await using server = await startScriptedServer(() => ({ body: { values: [] } }));
    const { settings } = sourceAt(server, services);
    await settings.read('access', { ...web, project: '../../user' });
    expect(server.requests.map(({ url }) => url).join()).not.toContain('projects');
  });
});
