import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import {
  inTurn,
  type Reply,
  reset,
  startScriptedServer,
} from '../../network/support/scripted-server.ts';
import { jane, octo, repositoryRow, targetAt } from './support.ts';

const app = { owner: 'octo-org', name: 'app' };

describe('verifyCredentials', () => {
  it('sends the token as GitHub’s manual does, with the version it was written for', async () => {
    await using server = await startScriptedServer(() => ({
      headers: { 'x-oauth-scopes': 'repo, workflow, read:org' },
      body: { id: 583231, login: 'jane', name: null },
    }));
    await using services = await createTestServices();
    expect(await targetAt(server, services).verifyCredentials()).toEqual({
      id: '583231',
      username: 'jane',
      displayName: 'jane',
      scopes: ['repo', 'workflow', 'read:org'],
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/user', body: '' });
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'token ghp_canary',
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'migrator-test',
    });
  });

  it('demands the scope repo of a classic token, and no other', async () => {
    await using server = await startScriptedServer(() => ({
      headers: { 'x-oauth-scopes': 'public_repo, gist' },
      body: { id: 1, login: 'jane' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).verifyCredentials());
    expect(error.code).toBe('permission');
    expect(error.message).toBe(
      `403 Forbidden: DST_TOKEN lacks the scope repo on ${server.host} (it has public_repo, gist)`,
    );
  });

  it('takes a fine-grained token, which tells no scopes', async () => {
    await using server = await startScriptedServer(() => ({ body: { id: 1, login: 'jane' } }));
    await using services = await createTestServices();
    const account = await targetAt(server, services).verifyCredentials();
    expect(account.scopes).toBeNull();
  });

  it('reports 401 Unauthorized', async () => {
    await using server = await startScriptedServer(() => ({
      status: 401,
      body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).verifyCredentials());
    expect(error).toMatchObject({ code: 'credentials', detail: 'Bad credentials' });
    expect(error.message).toBe(`401 Unauthorized: ${server.host} refused DST_TOKEN at GET /user`);
    expect(error.hint).toContain('repo, admin:org');
  });

  it('shows where a token is authorized for single sign-on', async () => {
    const url = 'https://github.com/orgs/octo-org/sso?authorization_request=AB12';
    await using server = await startScriptedServer(() => ({
      status: 403,
      headers: { 'x-github-sso': `required; url=${url}` },
      body: { message: 'Resource protected by organization SAML enforcement.' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).verifyCredentials());
    expect(error.code).toBe('permission');
    expect(error.message).toContain('403 Forbidden');
    expect(error.hint).toContain(url);
  });

  it('waits when signing in is blocked, and then says so', async () => {
    await using server = await startScriptedServer(() => ({
      status: 403,
      body: { message: 'Maximum number of login attempts exceeded. Please try again later.' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).verifyCredentials());
    expect(error.code).toBe('credentials');
    expect(error.message).toContain('signing in is blocked after several wrong attempts');
    expect(services.waits.length).toBeGreaterThan(3);
  });

  it('does without the version header on an Enterprise Server that does not know it', async () => {
    await using server = await startScriptedServer((request) =>
      request.headers['x-github-api-version'] === undefined
        ? { body: { id: 1, login: 'jane' } }
        : { status: 400, body: { message: 'Unsupported API version.' } },
    );
    await using services = await createTestServices();
    const target = targetAt(server, services, '/api/v3');
    await target.verifyCredentials();
    await target.verifyCredentials();
    expect(server.requests.map(({ url }) => url)).toEqual(Array(3).fill('/api/v3/user'));
  });
});

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
    [{ status: 404, body: { message: 'Not Found' } }, 'is not a member of the organization'],
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
    expect(error.message).toContain('does not let its members create private repositories');
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
    'takes a token that is told of no membership but shown what members see: %j',
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
      message: `There is no organization nobody on ${server.host}`,
    });
  });
});

describe('findRepository', () => {
  it('tells present, absent and renamed apart, and follows no redirect', async () => {
    await using server = await startScriptedServer(
      inTurn(
        { body: repositoryRow('Octo-Org/App', { visibility: 'internal' }) },
        { status: 404, body: { message: 'Not Found' } },
        {
          status: 301,
          headers: { location: '/repositories/1296269' },
          body: { message: 'Moved Permanently' },
        },
        { body: repositoryRow('octo-org/app-new') },
      ),
    );
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.findRepository(app)).toEqual({
      state: 'present',
      repository: {
        id: '1296269',
        owner: 'Octo-Org',
        name: 'App',
        visibility: 'internal',
        defaultBranch: 'main',
        archived: false,
        createdAt: '2026-11-20T12:00:00Z',
        webUrl: 'https://github.com/Octo-Org/App',
      },
    });
    expect(await target.findRepository(app)).toEqual({ state: 'absent' });
    expect(await target.findRepository(app)).toEqual({ state: 'renamed' });
    expect(await target.findRepository(app)).toEqual({ state: 'renamed' });
    expect(server.requests.map(({ url }) => url)).toEqual(Array(4).fill('/repos/octo-org/app'));
  });
});

describe('createRepository', () => {
  const wanted = { owner: octo, name: 'app', description: 'Line one\nline two' };
  const taken = {
    message: 'Repository creation failed.',
    errors: [
      {
        resource: 'Repository',
        code: 'custom',
        field: 'name',
        message: 'name already exists on this account',
      },
    ],
  };

  it('makes a private repository in an organization and touches nothing else', async () => {
    await using server = await startScriptedServer(() => ({
      status: 201,
      body: repositoryRow('octo-org/app'),
    }));
    await using services = await createTestServices();
    const repository = await targetAt(server, services).createRepository(wanted);
    expect(repository).toMatchObject({ owner: 'octo-org', name: 'app', visibility: 'private' });
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/orgs/octo-org/repos' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      name: 'app',
      description: 'Line one line two',
      private: true,
    });
  });

  it('makes it in one’s own account by the other route', async () => {
    await using server = await startScriptedServer(() => ({
      status: 201,
      body: repositoryRow('jane/app'),
    }));
    await using services = await createTestServices();
    const owner = { id: '5', login: 'jane', kind: 'user' } as const;
    const homepage = 'https://app.example';
    await targetAt(server, services).createRepository({ ...wanted, owner, homepage });
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/user/repos' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ private: true, homepage });
  });

  it('says that the repository already exists', async () => {
    await using server = await startScriptedServer(() => ({ status: 422, body: taken }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).createRepository(wanted));
    expect(error).toMatchObject({
      code: 'target-exists',
      message: `Repository already exists: octo-org/app on ${server.host}`,
    });
    expect(error.hint).toContain('--skip-existing');
  });

  it('passes on any other refusal in the host’s words', async () => {
    await using server = await startScriptedServer(() => ({
      status: 422,
      body: { message: 'Validation Failed', errors: [{ message: 'quota exceeded' }] },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).createRepository(wanted));
    expect(error).toMatchObject({ code: 'refused', detail: 'Validation Failed; quota exceeded' });
  });

  it('explains a 451 by trade controls and not by the token', async () => {
    await using server = await startScriptedServer(() => ({
      status: 451,
      body: { message: 'Repository access blocked' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).createRepository(wanted));
    expect(error).toMatchObject({ code: 'refused', detail: 'Repository access blocked' });
    expect(error.message).toContain('451 Unavailable For Legal Reasons');
    expect(error.hint).toContain('trade controls');
  });

  it('names the scope when a 403 tells it', async () => {
    await using server = await startScriptedServer(() => ({
      status: 403,
      headers: { 'x-oauth-scopes': 'gist', 'x-accepted-oauth-scopes': 'public_repo, repo' },
      body: { message: 'Forbidden' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).createRepository(wanted));
    expect(error.code).toBe('permission');
    expect(error.message).toBe(
      `403 Forbidden: ${server.host} refused POST /orgs/octo-org/repos, for lack of the scope public_repo or repo`,
    );
  });

  it('names both when another name came out than was asked for', async () => {
    await using server = await startScriptedServer(() => ({
      status: 201,
      body: repositoryRow('octo-org/app-1'),
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).createRepository(wanted));
    expect(error.code).toBe('refused');
    expect(error.message).toContain('octo-org/app-1');
    expect(error.message).toContain('octo-org/app was asked for');
  });

  it.each([{ private: false, visibility: 'public' }, { private: false }, { visibility: 'public' }])(
    'gives no repository to push into when it came out as %j',
    async (shown) => {
      await using server = await startScriptedServer(() => ({
        status: 201,
        body: repositoryRow('octo-org/app', shown),
      }));
      await using services = await createTestServices();
      const error = await failureOf(targetAt(server, services).createRepository(wanted));
      expect(error.code).toBe('refused');
      expect(error.message).toBe(
        `${server.host} has made octo-org/app public where a private repository was asked for`,
      );
      expect(error.hint).toContain('Delete octo-org/app');
    },
  );

  it('does not ask for a name that would become another', async () => {
    await using server = await startScriptedServer(() => ({ status: 201, body: {} }));
    await using services = await createTestServices();
    const outcome = targetAt(server, services).createRepository({ ...wanted, name: 'my app' });
    expect((await failureOf(outcome)).code).toBe('input-file');
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ['the connection breaks', reset],
    ['the host fails', inTurn({ status: 500 })],
    ['the answer makes no sense', inTurn({ status: 201, body: { surprise: true } })],
  ])('sends the request once and reports an ambiguous write when %s', async (_when, script) => {
    await using server = await startScriptedServer(script);
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).createRepository(wanted));
    expect(error.code).toBe('ambiguous-write');
    expect(server.requests).toHaveLength(1);
  });

  it('waits out a block of content creation, which has made nothing', async () => {
    const message =
      'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.';
    await using server = await startScriptedServer(
      inTurn(
        { status: 403, body: { message } },
        { status: 201, body: repositoryRow('octo-org/app') },
      ),
    );
    await using services = await createTestServices();
    await targetAt(server, services).createRepository(wanted);
    expect(services.waits.map(({ reason }) => reason)).toEqual([
      'too much was created in a short time',
    ]);
    expect(server.requests).toHaveLength(2);
  });
});

describe('settings', () => {
  it('switches Actions off, and tells where an organization or the host leaves nothing to switch', async () => {
    await using server = await startScriptedServer(
      inTurn(
        { status: 204 },
        { status: 409, body: { message: 'Conflict' } },
        { status: 404, body: { message: 'Not Found' } },
        { status: 422, body: { message: 'Validation Failed' } },
      ),
    );
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.setActionsEnabled({ ...app, enabled: false })).toBe('switched');
    expect(await target.setActionsEnabled({ ...app, enabled: true })).toBe('switched-by-others');
    expect(await target.setActionsEnabled({ ...app, enabled: false })).toBe('not-found');
    const error = await failureOf(target.setActionsEnabled({ ...app, enabled: true }));
    expect(error.code).toBe('refused');
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      url: '/repos/octo-org/app/actions/permissions',
      body: '{"enabled":false}',
    });
  });

  it('gives it back, and fails nothing, when a token may not switch Actions', async () => {
    const message = 'Resource not accessible by personal access token';
    await using server = await startScriptedServer(() => ({ status: 403, body: { message } }));
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.setActionsEnabled({ ...app, enabled: false })).toBe('refused');
    expect(server.requests).toHaveLength(1);
  });

  it('waits for a limit at the switch like everywhere else', async () => {
    const message = 'You have exceeded a secondary rate limit.';
    await using server = await startScriptedServer(
      inTurn({ status: 403, body: { message } }, { status: 204 }),
    );
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.setActionsEnabled({ ...app, enabled: false })).toBe('switched');
  });

  it('changes only what is given', async () => {
    await using server = await startScriptedServer(() => ({
      body: repositoryRow('octo-org/app', { archived: true }),
    }));
    await using services = await createTestServices();
    const target = targetAt(server, services);
    await target.updateRepository({ ...app, defaultBranch: 'trunk' });
    await target.updateRepository({ ...app, visibility: 'public' });
    expect(await target.updateRepository({ ...app, archived: true })).toMatchObject({
      archived: true,
    });
    expect(server.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PATCH', '/repos/octo-org/app', '{"default_branch":"trunk"}'],
      ['PATCH', '/repos/octo-org/app', '{"visibility":"public"}'],
      ['PATCH', '/repos/octo-org/app', '{"archived":true}'],
    ]);
  });

  it('writes to no other repository when the name leads elsewhere', async () => {
    await using server = await startScriptedServer(() => ({
      status: 307,
      headers: { location: '/repositories/1296269' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(
      targetAt(server, services).updateRepository({ ...app, archived: true }),
    );
    expect(error.code).toBe('bad-answer');
    expect(server.requests).toHaveLength(1);
  });

  it('replaces all topics with what GitHub takes', async () => {
    await using server = await startScriptedServer(() => ({ body: { names: ['web-app'] } }));
    await using services = await createTestServices();
    await targetAt(server, services).setTopics({ ...app, topics: ['Web App', '…'] });
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      url: '/repos/octo-org/app/topics',
      body: '{"names":["web-app"]}',
    });
  });
});

describe('gitAccess and limits', () => {
  it('gives address and credential, and refuses names that are none', async () => {
    await using server = await startScriptedServer(() => ({ body: {} }));
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(target.gitAccess(app)).toEqual({
      url: `${server.origin}/octo-org/app.git`,
      credential: { username: 'x-access-token', password: 'ghp_canary' },
    });
    for (const name of ['..', 'a/b', 'a b', '']) {
      expect(() => target.gitAccess({ owner: 'octo-org', name })).toThrow('is not the name');
    }
  });

  it('knows the limits of github.com, and which an Enterprise Server sets itself', async () => {
    await using server = await startScriptedServer(() => ({ body: {} }));
    await using services = await createTestServices();
    expect(targetAt(server, services).limits).toEqual({
      maxFileBytes: 104_857_600,
      maxPushBytes: 2_147_483_648,
      maxRefNameBytes: 255,
      pushesPerMinute: 6,
    });
    expect(targetAt(server, services, '/api/v3').limits).toMatchObject({
      maxFileBytes: null,
      pushesPerMinute: null,
    });
  });
});
