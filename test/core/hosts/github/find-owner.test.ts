import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import { inTurn, type Reply, startScriptedServer } from '../../network/support/scripted-server.ts';
import { jane, targetAt } from './support.ts';

describe('findOwner', () => {
  const organization = { id: 9919, login: 'Octo-Org' };

  it('finds an organization that the account is an active member of', async () => {
    await using server = await startScriptedServer(
      inTurn({ body: organization }, { body: { state: 'active', role: 'member' } }),
    );
    await using services = await createTestServices();
    const owner = await targetAt(server, services).findOwner({ name: 'octo-org', account: jane });
    expect(owner).toEqual({ id: '9919', login: 'Octo-Org', kind: 'organization' });
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/orgs/octo-org',
      '/user/memberships/orgs/Octo-Org',
    ]);
  });

  it.each([
    [{ status: 404, body: { message: 'Not Found' } }, 'is not a member of organization'],
    [{ body: { state: 'pending', role: 'member' } }, 'has not accepted its invitation'],
  ])('refuses an account whose membership is %j', async (membership, message) => {
    await using server = await startScriptedServer(inTurn({ body: organization }, membership));
    await using services = await createTestServices();
    const outcome = targetAt(server, services).findOwner({ name: 'octo-org', account: jane });
    const error = await failureOf(outcome);
    expect(error.code).toBe('permission');
    expect(error.message).toContain(message);
  });

  it('refuses members where only owners may create repositories', async () => {
    const closed = { ...organization, members_can_create_repositories: false };
    const found = (role: string): readonly Reply[] => [
      { body: closed },
      { body: { state: 'active', role } },
    ];
    await using server = await startScriptedServer(inTurn(...found('member'), ...found('admin')));
    await using services = await createTestServices();
    const target = targetAt(server, services);
    const error = await failureOf(target.findOwner({ name: 'octo-org', account: jane }));
    expect(error.message).toContain('does not let members create private repositories');
    expect(await target.findOwner({ name: 'octo-org', account: jane })).toMatchObject({
      kind: 'organization',
    });
  });

  it('takes a token that may not ask for memberships', async () => {
    const forbidden = { message: 'Resource not accessible by personal access token' };
    await using server = await startScriptedServer(
      inTurn({ body: organization }, { status: 403, body: forbidden }),
    );
    await using services = await createTestServices();
    const owner = await targetAt(server, services).findOwner({ name: 'octo-org', account: jane });
    expect(owner.kind).toBe('organization');
  });

  it.each([
    { members_can_create_repositories: true },
    { default_repository_permission: 'read' },
    { plan: { name: 'team' } },
  ])(
    'accepts a token that may not read its membership but sees what members see: %j',
    async (shown) => {
      await using server = await startScriptedServer(
        inTurn(
          { body: { ...organization, ...shown } },
          { status: 404, body: { message: 'Not Found' } },
        ),
      );
      await using services = await createTestServices();
      const owner = await targetAt(server, services).findOwner({ name: 'octo-org', account: jane });
      expect(owner.kind).toBe('organization');
    },
  );

  it('takes one’s own account, and nobody else’s', async () => {
    await using server = await startScriptedServer((request) =>
      request.url.startsWith('/users/')
        ? { body: { id: 5, login: request.url.slice('/users/'.length), type: 'User' } }
        : { status: 404, body: { message: 'Not Found' } },
    );
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.findOwner({ name: 'Jane', account: jane })).toEqual({
      id: '5',
      login: 'Jane',
      kind: 'user',
    });
    const error = await failureOf(target.findOwner({ name: 'bob', account: jane }));
    expect(error).toMatchObject({ code: 'permission' });
  });

  it('says when there is neither', async () => {
    await using server = await startScriptedServer(() => ({ status: 404, body: {} }));
    await using services = await createTestServices();
    const outcome = targetAt(server, services).findOwner({ name: 'nobody', account: jane });
    expect(await failureOf(outcome)).toMatchObject({
      code: 'not-found',
      message: `Organization nobody not found on ${server.host}`,
    });
  });
});
