import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import { startScriptedServer } from '../../network/support/scripted-server.ts';
import { app } from './app.ts';
import { targetAt } from './support.ts';

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
      `403 Forbidden: DST_TOKEN lacks the repo scope on ${server.host} (its scopes: public_repo, gist)`,
    );
  });

  it('takes a fine-grained token, which reports no scopes', async () => {
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
    expect(error.message).toBe(`401 Unauthorized: ${server.host} rejected DST_TOKEN (GET /user)`);
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

  it('sends nobody to sign in at an address that is not of the host', async () => {
    const url = 'https://github.com@evil.example/orgs/octo-org/sso';
    await using server = await startScriptedServer(() => ({
      status: 403,
      headers: { 'x-github-sso': `required; url=${url}` },
      body: { message: 'Resource protected by organization SAML enforcement.' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).verifyCredentials());
    expect(error.message).toContain('not authorized for single sign-on');
    expect(error.hint).toContain('Configure SSO');
    expect(error.hint).not.toContain('evil.example');
  });

  it('waits when signing in is blocked, and then says so', async () => {
    await using server = await startScriptedServer(() => ({
      status: 403,
      body: { message: 'Maximum number of login attempts exceeded. Please try again later.' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).verifyCredentials());
    expect(error.code).toBe('credentials');
    expect(error.message).toContain('sign-in is blocked after several failed attempts');
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

describe('several requests at once', () => {
  it('all do without the version header, whichever of them learns first that it is refused', async () => {
    const held: (() => void)[] = [];
    await using server = await startScriptedServer(async (request) => {
      if (request.headers['x-github-api-version'] === undefined) {
        return { body: { id: 1, login: 'jane' } };
      }
      // Both are on their way before either is answered.
      await new Promise<void>((resolve) => {
        held.push(resolve);
        if (held.length === 2) for (const release of held) release();
      });
      return { status: 400, body: { message: 'Unsupported API version.' } };
    });
    await using services = await createTestServices();
    const target = targetAt(server, services, '/api/v3');
    const both = [target.verifyCredentials(), target.verifyCredentials()];
    expect((await Promise.all(both)).map(({ username }) => username)).toEqual(['jane', 'jane']);
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
      expect(() => target.gitAccess({ owner: 'octo-org', name })).toThrow(
        'is not a valid repository name',
      );
    }
  });

  it('knows the limits of github.com, and which an Enterprise Server sets itself', async () => {
    await using server = await startScriptedServer(() => ({ body: {} }));
    await using services = await createTestServices();
    expect(targetAt(server, services).limits).toEqual({
      maxFileBytes: 104_857_600,
      maxPushBytes: 2_147_483_648,
      maxRefNameBytes: 255,
      requiresLfsObjects: true,
      pushesPerMinute: 6,
      mergesPerMinute: 1,
      concurrentWrites: 1,
      refsPerPush: 500,
      bodyCharacters: 60_000,
      commentsPerReview: 25,
    });
    expect(targetAt(server, services, '/api/v3').limits).toMatchObject({
      maxFileBytes: null,
      requiresLfsObjects: false,
      pushesPerMinute: null,
      mergesPerMinute: null,
      concurrentWrites: 4,
    });
  });
});
