import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import { type Reply, startScriptedServer } from '../../../network/support/scripted-server.ts';
import { accessToken, invalidToken, lackOfScopes, sourceAt } from '../source.ts';

const row = (slug: string) => ({
  type: 'workspace_access',
  administrator: true,
  workspace: { type: 'workspace_base', uuid: `{${slug}}`, slug, links: {} },
});

describe('listWorkspaces', () => {
  it('reads every page of the one list that is left', async () => {
    await using server = await startScriptedServer(({ url }) =>
      url.includes('page=2')
        ? { body: { values: [row('beta'), row('acme')] } }
        : {
            body: { values: [row('acme')], next: `${server.origin}/2.0/user/workspaces?page=2` },
          },
    );
    await using services = await createTestServices();
    expect(await sourceAt(server, services).listWorkspaces({})).toEqual(['acme', 'beta']);
    expect(server.requests[0]?.url).toContain('/2.0/user/workspaces?pagelen=100');
  });

  it('leaves out what could not be part of an address', async () => {
    const values = [row('..'), row('a/b'), { workspace: null }, row('acme')];
    await using server = await startScriptedServer(() => ({ body: { values } }));
    await using services = await createTestServices();
    expect(await sourceAt(server, services).listWorkspaces({})).toEqual(['acme']);
  });

  it.each<[string, Reply]>([
    ['lack the scope', { status: 403, body: lackOfScopes }],
    ['are refused there', { status: 401, body: invalidToken }],
    ['meet a host without the list', { status: 410, body: { type: 'error' } }],
  ])('knows of none where the credentials %s', async (_, reply) => {
    await using server = await startScriptedServer(() => reply);
    await using services = await createTestServices();
    expect(await sourceAt(server, services).listWorkspaces({})).toBeNull();
  });

  it('asks nothing with an access token, which belongs to nobody', async () => {
    await using server = await startScriptedServer(() => ({ status: 401, body: invalidToken }));
    await using services = await createTestServices();
    const source = sourceAt(server, services, accessToken);
    expect(await source.listWorkspaces({})).toBeNull();
    expect(server.requests).toHaveLength(0);
  });

  it('fails where the answer is no list', async () => {
    await using server = await startScriptedServer(() => ({ body: { values: 'none' } }));
    await using services = await createTestServices();
    const error = await failureOf(sourceAt(server, services).listWorkspaces({}));
    expect(error.code).toBe('bad-answer');
  });
});
