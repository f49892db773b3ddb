import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TargetClosure } from '../../../../../src/core/ports/target-closure.ts';
import { askGithub } from '../../../../sandbox/helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../../../../sandbox/helpers/sandbox.ts';
import { createTestServices } from '../../../network/support/client.ts';
import { targetOf } from '../sandbox-target.ts';

const web = { owner: 'acme', name: 'web' } as const;

async function open(options: Parameters<typeof openSandbox>[0] = {}) {
  const sandbox = await openSandbox(options);
  const services = await createTestServices();
  const { github } = sandbox;
  for (const login of ['jane', 'reader']) github.addUser({ login });
  github.setMembership('acme', 'jane', { role: 'member', state: 'active' });
  await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'web' });
  return { sandbox, services, closure: targetOf(sandbox, services).closure };
}

describe('closure on github.com', () => {
  let sandbox: TestSandbox;
  let closure: TargetClosure;
  let end: () => Promise<void>;

  beforeAll(async () => {
    const opened = await open();
    ({ sandbox, closure } = opened);
    end = async () => {
      await opened.services[Symbol.asyncDispose]();
      await sandbox.close();
    };
  });
  afterAll(() => end());

  it('closes a repository and opens it again', async () => {
    const before = await closure.read(web);
    expect(before).toMatchObject({
      visibility: 'public',
      hasIssues: true,
      pullRequestPolicy: 'all',
    });
    expect(await closure.close(web)).toEqual({
      ...before,
      visibility: 'private',
      hasIssues: false,
      pullRequestPolicy: 'collaborators_only',
    });
    expect(await closure.open({ ...web, hasIssues: true })).toMatchObject({
      visibility: 'private',
      hasIssues: true,
      pullRequestPolicy: 'collaborators_only',
    });
    const { visibility, pullRequestPolicy } = before;
    expect(await closure.open({ ...web, visibility, pullRequestPolicy: 'all' })).toEqual({
      ...before,
      pullRequestPolicy,
    });
  });

  it('names everybody who can push, and the owners', async () => {
    await askGithub(sandbox, 'PUT', '/repos/acme/web/collaborators/jane', { permission: 'push' });
    await askGithub(sandbox, 'PUT', '/repos/acme/web/collaborators/reader', { permission: 'pull' });
    const writers = await closure.listWriters(web);
    expect(writers).toContainEqual({ login: 'jane', role: 'write' });
    expect(writers.map(({ login }) => login)).not.toContain('reader');
    const owners = await closure.listOwners({ organization: 'acme' });
    expect(owners).not.toContain('jane');
    expect(owners.length).toBe(1);
  });

  it('lists issues above a number, newest first', async () => {
    for (const title of ['one', 'two', 'three'])
      await askGithub(sandbox, 'POST', '/repos/acme/web/issues', { title });
    const found = await closure.listNumbered({ ...web, above: 1 });
    expect(found).toMatchObject([
      { kind: 'issue', number: 3, title: 'three' },
      { kind: 'issue', number: 2, title: 'two' },
    ]);
  });

  it('keeps everybody from opening issues', async () => {
    await closure.close(web);
    const refused = await askGithub(sandbox, 'POST', '/repos/acme/web/issues', { title: 'four' });
    expect(refused.status).toBe(410);
    // The list has pull requests alone then.
    expect(await closure.listNumbered({ ...web, above: 0 })).toEqual([]);
  });
});

describe('closure on a server without the policy', () => {
  it('reads nothing of it, and closes the rest', async () => {
    const enterprise = { hasPullRequestPolicy: false };
    const { sandbox, services, closure } = await open({ target: 'enterprise-server', enterprise });
    try {
      expect(await closure.close(web)).toMatchObject({
        visibility: 'private',
        hasIssues: false,
        pullRequestPolicy: null,
      });
    } finally {
      await services[Symbol.asyncDispose]();
      await sandbox.close();
    }
  });
});
