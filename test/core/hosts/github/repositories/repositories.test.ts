import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import { inTurn, reset, startScriptedServer } from '../../../network/support/scripted-server.ts';
import { app } from '../app.ts';
import { octo, repositoryRow, targetAt } from '../support.ts';

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
        description: '',
        topics: null,
        visibility: 'internal',
        defaultBranch: 'main',
        archived: false,
        createdAt: '2026-11-20T12:00:00Z',
        webUrl: `${server.origin}/Octo-Org/App`,
      },
    });
    expect(await target.findRepository(app)).toEqual({ state: 'absent' });
    expect(await target.findRepository(app)).toEqual({ state: 'renamed' });
    expect(await target.findRepository(app)).toEqual({ state: 'renamed' });
    expect(server.requests.map(({ url }) => url)).toEqual(Array(4).fill('/repos/octo-org/app'));
  });
});

describe('findRepositoryById', () => {
  it('finds a repository under the name that it has now, and nothing where it is gone', async () => {
    await using server = await startScriptedServer(
      inTurn(
        { body: repositoryRow('others/renamed') },
        { status: 404, body: { message: 'Not Found' } },
      ),
    );
    await using services = await createTestServices();
    const target = targetAt(server, services);
    expect(await target.findRepositoryById({ id: '1296269' })).toMatchObject({
      owner: 'others',
      name: 'renamed',
    });
    expect(await target.findRepositoryById({ id: '1296269' })).toBeNull();
    expect(server.requests.map(({ url }) => url)).toEqual(Array(2).fill('/repositories/1296269'));
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

  const says = 'name already exists on this account';

  it.each([
    taken,
    { message: 'Repository creation failed.', errors: [says] },
    { message: 'Repository creation failed.', errors: says },
    { message: `Repository creation failed: ${says}` },
    { message: 'Validation Failed', errors: [{ field: 'name', code: 'already_exists' }] },
  ])('says that the repository already exists: %j', async (body) => {
    await using server = await startScriptedServer(() => ({ status: 422, body }));
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

  it('names the scope when a 403 does', async () => {
    await using server = await startScriptedServer(() => ({
      status: 403,
      headers: { 'x-oauth-scopes': 'gist', 'x-accepted-oauth-scopes': 'public_repo, repo' },
      body: { message: 'Forbidden' },
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).createRepository(wanted));
    expect(error.code).toBe('permission');
    expect(error.message).toBe(
      `403 Forbidden: ${server.host} refused POST /orgs/octo-org/repos for DST_TOKEN; missing scope: public_repo or repo`,
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
    expect(error.message).toBe(
      `${server.host} created a repository named octo-org/app-1 instead of octo-org/app`,
    );
  });

  it.each([
    [{ private: false, visibility: 'public' }, 'public'],
    [{ private: false }, 'public'],
    [{ visibility: 'public' }, 'public'],
    [{ private: true, visibility: 'internal' }, 'internal'],
  ])('gives no repository to push into when it came out as %j', async (shown, as) => {
    await using server = await startScriptedServer(() => ({
      status: 201,
      body: repositoryRow('octo-org/app', shown),
    }));
    await using services = await createTestServices();
    const error = await failureOf(targetAt(server, services).createRepository(wanted));
    expect(error.code).toBe('refused');
    expect(error.message).toBe(`${server.host} created octo-org/app as ${as} instead of private`);
    expect(error.hint).toContain('Delete octo-org/app');
  });

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
      '403 Forbidden: too much content created in a short time',
    ]);
    expect(server.requests).toHaveLength(2);
  });
});
