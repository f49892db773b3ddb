import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import { inTurn, startScriptedServer } from '../../../network/support/scripted-server.ts';
import { jane, targetAt } from '../support.ts';

const own = { login: 'jane', kind: 'user', role: 'admin' };
const refusal = {
  status: 403,
  body: { message: 'You need at least read:org scope to list your organizations.' },
};
const membership = (login: string, role: string, state = 'active') => ({
  state,
  role,
  organization: { login },
});

describe('listOwners', () => {
  it('gives active memberships with their roles, and the account itself at the end', async () => {
    const body = [
      membership('zeta', 'member'),
      membership('Acme', 'admin'),
      membership('invited', 'member', 'pending'),
    ];
    await using server = await startScriptedServer(inTurn({ body }));
    await using services = await createTestServices();
    expect(await targetAt(server, services).listOwners({ account: jane })).toEqual([
      { login: 'Acme', kind: 'organization', role: 'admin' },
      { login: 'zeta', kind: 'organization', role: 'member' },
      own,
    ]);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/user/memberships/orgs?per_page=100&page=1&state=active',
    ]);
  });

  it('takes the list of organizations where memberships may not be asked for', async () => {
    await using server = await startScriptedServer(
      inTurn({ status: 404, body: { message: 'Not Found' } }, { body: [{ login: 'acme' }] }),
    );
    await using services = await createTestServices();
    expect(await targetAt(server, services).listOwners({ account: jane })).toEqual([
      { login: 'acme', kind: 'organization', role: null },
      own,
    ]);
  });

  it('leaves the account alone where the token may ask for neither', async () => {
    await using server = await startScriptedServer(() => refusal);
    await using services = await createTestServices();
    expect(await targetAt(server, services).listOwners({ account: jane })).toEqual([own]);
  });

  it('fails where the token has expired meanwhile', async () => {
    await using server = await startScriptedServer(() => ({
      status: 401,
      body: { message: 'Bad credentials' },
    }));
    await using services = await createTestServices();
    const outcome = targetAt(server, services).listOwners({ account: jane });
    expect((await failureOf(outcome)).code).toBe('credentials');
  });
});
