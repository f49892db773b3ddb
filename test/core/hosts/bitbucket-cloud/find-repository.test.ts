import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import { inTurn, startScriptedServer } from '../../network/support/scripted-server.ts';
import { accessToken, lackOfScopes, row, sourceAt, workspace } from './source.ts';

describe('findRepository', () => {
  it('gives one repository, or null where there is none', async () => {
    await using server = await startScriptedServer((request) =>
      request.url.startsWith('/2.0/repositories/acme/web?')
        ? { body: row('web') }
        : {
            status: 404,
            body: { type: 'error', error: { message: 'Repository acme/gone not found' } },
          },
    );
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    expect(await source.findRepository({ workspace, slug: 'web' })).toMatchObject({ slug: 'web' });
    expect(await source.findRepository({ workspace, slug: 'gone' })).toBeNull();
  });

  it.each([
    ['/2.0/repositories/acme/web-new', ', now web-new'],
    ['https://api.bitbucket.org/2.0/repositories/acme/web-new/?fields=a/b', ', now web-new'],
    ['/2.0/repositories/acme/%7B1f2e%7D', ', now {1f2e}'],
    ['/2.0/repositories/acme/%zz', ', now %zz'],
    ['/', ''],
  ])('says that a repository was renamed when it is redirected to %s', async (location, now) => {
    await using server = await startScriptedServer(() => ({ status: 301, headers: { location } }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    const error = await failureOf(source.findRepository({ workspace, slug: 'web' }));
    expect(error.code).toBe('not-found');
    expect(error.message).toBe(`acme/web was renamed on ${server.host}${now}`);
    expect(error.hint).toContain('source in the plan');
    expect(server.requests).toHaveLength(1);
  });

  it('does not blame the scopes alone when one repository is refused', async () => {
    const body = { type: 'error', error: { message: 'Access denied' } };
    await using server = await startScriptedServer(
      inTurn({ status: 403, body }, { status: 403, body: lackOfScopes }),
    );
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    const denied = await failureOf(source.findRepository({ workspace, slug: 'web' }));
    expect(denied).toMatchObject({ code: 'permission', detail: 'Access denied' });
    expect(denied.message).toContain('403 Forbidden');
    expect(denied.hint).toMatch(/^The account may lack access to this repository/);
    const lacking = await failureOf(source.findRepository({ workspace, slug: 'web' }));
    expect(lacking.hint).toMatch(/^Grant each scope: no scope includes another/);
  });

  it.each(['..', '.', 'a/b', '', 'x?y'])('never asks for %j', async (slug) => {
    await using server = await startScriptedServer(() => ({ body: row('x') }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    expect((await failureOf(source.findRepository({ workspace, slug }))).code).toBe('input-file');
    expect(() => source.gitAccess({ workspace, slug })).toThrow();
    expect(server.requests).toHaveLength(0);
  });
});

describe('a workspace named by its UUID', () => {
  const uuid = '{4b85b785-7C3d-4e6f-9a1b-1234567890ab}';
  const encoded = '%7B4b85b785-7C3d-4e6f-9a1b-1234567890ab%7D';

  it('is asked for by it, and its clone addresses hold the slug that the answer reports', async () => {
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('/web?')
        ? row('web', { full_name: 'acme/web' })
        : { values: [row('api', { full_name: 'acme/api' })] },
    }));
    await using services = await createTestServices();
    const single = sourceAt(server, services);
    expect(() => single.gitAccess({ workspace: uuid, slug: 'web' })).toThrow(
      'is not a valid workspace name',
    );
    const found = await single.findRepository({ workspace: uuid, slug: 'web' });
    expect(found?.webUrl).toBe(`${server.origin}/acme/web`);
    const { url } = single.gitAccess({ workspace: uuid, slug: 'web' });
    expect(url).toBe(`${server.origin}/acme/web.git`);
    const listing = sourceAt(server, services, accessToken);
    await listing.verifyCredentials({ workspace: uuid });
    for await (const page of listing.listRepositories({ workspace: uuid })) {
      expect(page).toMatchObject({ workspace: 'acme', repositories: [{ slug: 'api' }] });
    }
    expect(listing.gitAccess({ workspace: uuid, slug: 'api' }).url).toContain('/acme/api.git');
    for (const request of server.requests) {
      expect(request.url).toMatch(new RegExp(`^/2\\.0/repositories/${encoded}[/?]`));
    }
    expect(server.requests).toHaveLength(3);
  });

  it('keeps the slug that it was given when an empty page comes last', async () => {
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('page=2')
        ? { values: [] }
        : {
            values: [row('api', { full_name: 'acme/api' })],
            next: `http://${request.headers.host}/2.0/repositories/${encoded}?page=2`,
          },
    }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    for await (const page of source.listRepositories({ workspace: uuid })) {
      expect(page.unparsed).toEqual([]);
    }
    expect(source.gitAccess({ workspace: uuid, slug: 'api' }).url).toContain('/acme/api.git');
  });

  it.each(['../x', '..', 'a b/x', '/x'])('takes no slug from %j', async (full_name) => {
    await using server = await startScriptedServer(() => ({ body: row('web', { full_name }) }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    await source.findRepository({ workspace: uuid, slug: 'web' });
    expect(() => source.gitAccess({ workspace: uuid, slug: 'web' })).toThrow(
      'is not a valid workspace name',
    );
  });

  it.each(['{x/../y}', '{}', '{a}b', '{ }'])('is not %j', async (workspace) => {
    await using server = await startScriptedServer(() => ({ body: { values: [] } }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    const error = await failureOf(source.findRepository({ workspace, slug: 'web' }));
    expect(error.code).toBe('input-file');
    expect(server.requests).toHaveLength(0);
  });
});

describe('gitAccess', () => {
  it('builds the address itself and names the user that git needs', async () => {
    await using server = await startScriptedServer(() => ({ body: {} }));
    await using services = await createTestServices();
    const source = sourceAt(server, services);
    expect(source.gitAccess({ workspace, slug: 'web' })).toEqual({
      url: `${server.origin}/acme/web.git`,
      credential: { username: 'x-bitbucket-api-token-auth', password: 'ATATT-1' },
    });
    expect(server.requests).toHaveLength(0);
  });
});
