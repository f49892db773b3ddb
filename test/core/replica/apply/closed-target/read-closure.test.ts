import { describe, expect, it } from 'vitest';
import { judgeClosure } from '../../../../../src/core/replica/apply/closed-target/judge-closure.ts';
import {
  ownersOf,
  readClosure,
} from '../../../../../src/core/replica/apply/closed-target/read-closure.ts';
import { askGithub } from '../../../../sandbox/helpers/rest.ts';
import { openSandbox } from '../../../../sandbox/helpers/sandbox.ts';
import { targetOf } from '../../../hosts/github/sandbox-target.ts';
import { createTestServices } from '../../../network/support/client.ts';

describe('readClosure', () => {
  it('sees what a stranger has opened, and who can push', async () => {
    await using sandbox = await openSandbox();
    await using services = await createTestServices();
    const { github } = sandbox;
    for (const login of ['jane', 'boss']) github.addUser({ login });
    github.setMembership('acme', 'jane', { role: 'member', state: 'active' });
    github.setMembership('acme', 'boss', { role: 'admin', state: 'active' });
    await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'web', private: true });
    const target = targetOf(sandbox, services);
    const account = await target.verifyCredentials();
    const owner = await target.findOwner({ name: 'acme', account });
    const owners = await ownersOf({ target, owner });
    const look = async (withWriters: boolean) => {
      const facts = { target, owner, owners, account, name: 'web', withWriters };
      return judgeClosure(await readClosure(facts)).map(({ kind }) => kind);
    };
    await target.closure.close({ owner: 'acme', name: 'web' });
    expect(await look(true)).toEqual(['owners']);
    await askGithub(sandbox, 'PUT', '/repos/acme/web/collaborators/jane', { permission: 'push' });
    await askGithub(sandbox, 'PATCH', '/repos/acme/web', { has_issues: true });
    expect(await look(true)).toEqual(['issues', 'writers', 'owners']);
    expect(await look(false)).toEqual(['issues', 'owners']);
  });

  it('finds no owners of a person', async () => {
    await using sandbox = await openSandbox();
    await using services = await createTestServices();
    const target = targetOf(sandbox, services);
    const owner = { id: '1', login: 'mover', kind: 'user' } as const;
    expect(await ownersOf({ target, owner })).toEqual([]);
  });
});
