import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BitbucketPerson } from '../../../sandbox/bitbucket/accounts/people.ts';
import { openGitClient } from '../helpers/git.ts';
import { basic, request } from '../helpers/rest.ts';
import { openSandbox } from '../helpers/sandbox.ts';
import { makeWork, push, type Side } from './side.ts';

const scopes = [
  'read:repository:bitbucket',
  'write:repository:bitbucket',
  'write:pullrequest:bitbucket',
];

describe('the embedded Bitbucket Cloud', () => {
  let side: Side;
  let jane: BitbucketPerson;
  const password = { jane: '', joe: '', robin: '' };
  const as = (who: keyof typeof password) => ({
    username: 'x-bitbucket-api-token-auth',
    password: password[who],
  });

  beforeAll(async () => {
    const sandbox = await openSandbox();
    const client = await openGitClient(null);
    const work = await makeWork(client);
    const { bitbucket } = sandbox;
    const { uuid } = await bitbucket.addRepository({ slug: 'web', from: work, mainBranch: 'main' });
    jane = bitbucket.addPerson({ name: 'Jane Roe' });
    const joe = bitbucket.addPerson({ name: 'Joe Doe' });
    const own = bitbucket.settings.ofRepository(uuid);
    for (const person of [jane, joe]) own.users.set(person, 'write');
    password.jane = bitbucket.credentials.addApiToken({ scopes, person: jane });
    password.joe = bitbucket.credentials.addApiToken({ scopes, person: joe });
    password.robin = bitbucket.credentials.addApiToken({ scopes });
    const restrict = bitbucket.settings.addRestriction;
    restrict(uuid, { kind: 'push', match: { pattern: 'main' }, users: [jane] });
    restrict(uuid, { kind: 'restrict_merges', match: { pattern: 'main' }, users: [jane] });
    for (const kind of ['force', 'delete'] as const)
      restrict(uuid, { kind, match: { pattern: '**' } });
    side = {
      sandbox,
      client,
      work,
      url: `${sandbox.environment.SRC_GIT_URL}/acme-workspace/web.git`,
    };
  });
  afterAll(async () => {
    await side.client[Symbol.asyncDispose]();
    await side.sandbox.close();
  });

  it('takes a push from whom a restriction names, and from nobody else', async () => {
    const refused = await push(side, as('joe'), ['topic:main']);
    expect(refused.stderr).toContain('Permission denied to update branch main.');
    // Owners are no exception by themselves.
    expect((await push(side, as('robin'), ['topic:main'])).code).not.toBe(0);
    expect((await push(side, as('jane'), ['topic:main'])).code).toBe(0);
  });

  it('lets nobody rewrite or delete where it is restricted, and everybody create', async () => {
    expect((await push(side, as('joe'), ['topic:new'])).code).toBe(0);
    const forced = await push(side, as('jane'), ['+older:new']);
    expect(forced.stderr).toContain('Permission denied to rewrite branch new.');
    const deleted = await push(side, as('jane'), [':new']);
    expect(deleted.stderr).toContain('Permission denied to delete branch new.');
    expect((await push(side, as('joe'), ['older:refs/tags/v1'])).code).toBe(0);
  });

  it('takes no push without the scope or the permission', async () => {
    const { bitbucket } = side.sandbox;
    const reading = bitbucket.credentials.addApiToken({ scopes: scopes.slice(0, 1), person: jane });
    const { username } = as('jane');
    expect((await push(side, { username, password: reading }, ['topic:x'])).stderr).toContain(
      '403',
    );
    const reader = bitbucket.addPerson({ name: 'Rita Reader' });
    const { uuid } = bitbucket.findRepository('web') ?? { uuid: '' };
    bitbucket.settings.ofRepository(uuid).users.set(reader, 'read');
    const other = bitbucket.credentials.addApiToken({ scopes, person: reader });
    expect((await push(side, { username, password: other }, ['topic:x'])).stderr).toContain('403');
  });

  it('refuses the same by request: a commit on a branch, and deleting one', async () => {
    const { environment } = side.sandbox;
    const at = `${environment.SRC_API_URL}/2.0/repositories/acme-workspace/web`;
    const headers = basic(as('joe').username, as('joe').password);
    const parents = await side.client.must(['rev-parse', 'topic'], { cwd: side.work });
    const committed = await fetch(`${at}/src`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ branch: 'main', parents, '/b.txt': 'two' }),
    });
    expect([committed.status, await committed.text()]).toEqual([
      403,
      expect.stringContaining('Permission denied to update branch main.'),
    ]);
    await push(side, as('joe'), ['older:kept']);
    const deleted = await request(`${at}/refs/branches/kept`, { method: 'DELETE', headers });
    expect(deleted.status).toBe(403);
  });

  it('merges by request for whom a restriction names, and reports it', async () => {
    const { bitbucket, environment } = side.sandbox;
    await push(side, as('joe'), ['older:base', 'topic:feature']);
    const commit = await side.client.must(['rev-parse', 'topic'], { cwd: side.work });
    const pull = (branch: string) => ({
      source: { branch: 'feature', commit },
      destination: { branch },
    });
    bitbucket.addPullRequest('web', { number: 1, ...pull('main') });
    bitbucket.addPullRequest('web', { number: 2, ...pull('base') });
    const merge = (number: number, who: keyof typeof password) =>
      request(
        `${environment.SRC_API_URL}/2.0/repositories/acme-workspace/web/pullrequests/${number}/merge`,
        { method: 'POST', headers: basic(as(who).username, as(who).password), body: { type: 'x' } },
      );
    expect((await merge(1, 'joe')).status).toBe(403);
    const merged = await merge(2, 'joe');
    expect(merged.body).toMatchObject({ state: 'MERGED' });
    expect((await merge(2, 'joe')).status).toBe(400);
    expect((await merge(1, 'jane')).status).toBe(200);
  });
});

describe('the embedded Data Center', () => {
  it('takes pushes, deletions and merges as its restrictions say', async () => {
    await using sandbox = await openSandbox({ source: 'bitbucket-data-center' });
    await using client = await openGitClient(null);
    const work = await makeWork(client);
    const instance = sandbox.dataCenter;
    if (instance === null) throw new Error('No Data Center');
    const { uuid } = await sandbox.bitbucket.addRepository({
      slug: 'web',
      from: work,
      mainBranch: 'main',
    });
    const own = instance.settings.ofRepository(uuid);
    const jane = sandbox.bitbucket.addPerson({ name: 'Jane Roe', nickname: 'jane' });
    own.users.set(jane, 'WRITE');
    const restrict = (type: 'pull-request-only' | 'fast-forward-only' | 'no-deletes', id: string) =>
      own.restrictions.push({
        id: own.restrictions.length,
        type,
        matcher: { type: 'PATTERN', id },
        users: [],
        groups: [],
        accessKeys: [],
      });
    restrict('pull-request-only', 'main');
    restrict('fast-forward-only', 'release/*');
    restrict('no-deletes', 'release/*');
    const url = `${sandbox.environment.SRC_DATA_CENTER_URL}/scm/ACME/web.git`;
    const side = { sandbox, client, work, url };
    const as = { username: 'jane', password: instance.addToken({ person: jane, right: 'write' }) };
    expect((await push(side, as, ['topic:main'])).stderr).toContain(
      'only be modified through pull requests',
    );
    expect((await push(side, as, ['topic:release/1'])).code).toBe(0);
    expect((await push(side, as, ['+older:release/1'])).stderr).toContain('cannot be rewritten');
    expect((await push(side, as, [':release/1'])).stderr).toContain('cannot be deleted');
    const reading = {
      username: 'jane',
      password: instance.addToken({ person: jane, right: 'read' }),
    };
    expect((await push(side, reading, ['topic:y'])).stderr).toContain('403');
    const commit = await client.must(['rev-parse', 'topic'], { cwd: work });
    sandbox.bitbucket.addPullRequest('web', {
      source: { branch: 'topic', commit },
      destination: { branch: 'main' },
    });
    const path = `${sandbox.environment.SRC_DATA_CENTER_URL}/rest/api/latest/projects/ACME/repos/web/pull-requests/1/merge`;
    const headers = { authorization: `Bearer ${as.password}` };
    own.mergeChecks = { ...nothing, requiredApprovers: 1 };
    const vetoed = await request(path, { method: 'POST', headers });
    expect([vetoed.status, vetoed.text]).toEqual([
      409,
      expect.stringContaining('1 approvals are required'),
    ]);
    own.mergeChecks = null;
    expect((await request(path, { method: 'POST', headers })).body).toMatchObject({
      state: 'MERGED',
    });
  });

  const nothing = {
    ...{ requiredApprovers: null, requiredSuccessfulBuilds: null, allApprovers: false },
    ...{ allTasksComplete: false, noChangesRequested: false, noForcePush: false },
  };
});
