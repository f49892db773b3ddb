import { describe, expect, it } from 'vitest';
import type { Variables } from '../../../../src/core/kernel/environment.ts';
import { createTestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import { type Reply, startScriptedServer } from '../../network/support/scripted-server.ts';
import {
  accessToken,
  apiToken,
  appPassword,
  invalidToken,
  lackOfScopes,
  sourceAt,
  workspace,
} from './source.ts';

describe('verifyCredentials', () => {
  it('asks who the user is, once, and reads the scopes', async () => {
    await using server = await startScriptedServer(() => ({
      headers: { 'x-oauth-scopes': 'read:user:bitbucket, read:repository:bitbucket' },
      body: {
        username: 'jane',
        display_name: 'Jane Doe',
        uuid: '{4b85b785}',
        type: 'user',
        has_2fa_enabled: null,
      },
    }));
    await using services = await createTestServices();
    const account = await sourceAt(server, services).verifyCredentials({ workspace });
    expect(account).toEqual({
      id: '{4b85b785}',
      username: 'jane',
      displayName: 'Jane Doe',
      scopes: ['read:user:bitbucket', 'read:repository:bitbucket'],
    });
    expect(server.requests.map(({ url }) => url)).toEqual(['/2.0/user']);
    expect(server.requests[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('jane@example.com:ATATT-1').toString('base64')}`,
    );
  });

  it.each<[string, Variables, Reply, string]>([
    [
      'an expired token',
      apiToken,
      { status: 401, body: invalidToken },
      "SRC_USERNAME is the Atlassian account's email address",
    ],
    [
      'a bare text',
      apiToken,
      {
        status: 401,
        headers: {
          'content-type': 'text/plain',
          'www-authenticate': 'Basic realm="Bitbucket.org HTTP"',
        },
        body: 'Unauthorized',
      },
      "SRC_USERNAME is the Atlassian account's email address",
    ],
    [
      'a token without scopes',
      apiToken,
      {
        status: 401,
        headers: { 'www-authenticate': 'BitbucketCustom realm=Bitbucket.org HTTP' },
        body: invalidToken,
      },
      '"Create API token with scopes"',
    ],
    [
      'an app password',
      appPassword,
      { status: 401, body: invalidToken },
      'Bitbucket Cloud removed app passwords in July 2026. Use an API token.',
    ],
    [
      'an app password that is gone for good',
      appPassword,
      { status: 410, body: invalidToken },
      'Bitbucket Cloud removed app passwords',
    ],
    [
      'a wrong access token',
      accessToken,
      { status: 401, body: invalidToken },
      'A personal API token belongs in SRC_API_TOKEN.',
    ],
  ])('reports 401 Unauthorized for %s, with what to do', async (_what, variables, reply, hint) => {
    await using server = await startScriptedServer(() => reply);
    await using services = await createTestServices();
    const source = sourceAt(server, services, variables);
    const error = await failureOf(source.verifyCredentials({ workspace }));
    expect(error.code).toBe('credentials');
    expect(error.message).toContain('401 Unauthorized');
    expect(error.message).toContain(server.host);
    expect(error.hint).toContain(hint);
    expect(server.requests).toHaveLength(1);
  });

  it('reports 403 Forbidden with the missing scope from the body', async () => {
    await using server = await startScriptedServer(() => ({ status: 403, body: lackOfScopes }));
    await using services = await createTestServices();
    const error = await failureOf(sourceAt(server, services).verifyCredentials({ workspace }));
    expect(error.code).toBe('permission');
    expect(error.message).toBe(
      `403 Forbidden: ${server.host} refused GET /2.0/user for SRC_USERNAME and SRC_API_TOKEN; missing scope: read:user:bitbucket`,
    );
  });

  it('reports 403 Forbidden with the missing scope from the headers, and the app password’s rights', async () => {
    await using server = await startScriptedServer(() => ({
      status: 403,
      headers: { 'x-oauth-scopes': 'repository', 'x-accepted-oauth-scopes': 'account' },
    }));
    await using services = await createTestServices();
    const source = sourceAt(server, services, appPassword);
    const error = await failureOf(source.verifyCredentials({ workspace }));
    expect(error.message).toContain('403 Forbidden');
    expect(error.message).toContain('; missing scope: account');
    expect(error.hint).toContain(
      'Create a new app password with Account: Read, Repositories: Read and Pull requests: Read',
    );
  });

  it('probes an access token on the workspace, because /2.0/user refuses them all', async () => {
    await using server = await startScriptedServer(() => ({
      headers: { 'x-oauth-scopes': 'repository' },
      body: { values: [], pagelen: 1 },
    }));
    await using services = await createTestServices();
    const source = sourceAt(server, services, accessToken);
    expect(await source.verifyCredentials({ workspace })).toMatchObject({
      username: null,
      scopes: ['repository'],
    });
    expect(server.requests.map(({ url }) => url)).toEqual(['/2.0/repositories/acme?pagelen=1']);
    expect(server.requests[0]?.headers.authorization).toBe('Bearer ATCTT-1');
  });

  it('tries a user name that is no e-mail address where the static user is refused, and keeps to it', async () => {
    const basic = `Basic ${Buffer.from('jane:ATATT-1').toString('base64')}`;
    await using server = await startScriptedServer(({ headers }) =>
      headers.authorization === basic
        ? { body: { uuid: '{1}', display_name: 'Jane' } }
        : { status: 401, body: invalidToken },
    );
    await using services = await createTestServices();
    const source = sourceAt(server, services, { SRC_USERNAME: 'jane', SRC_API_TOKEN: 'ATATT-1' });
    expect(await source.verifyCredentials({ workspace })).toMatchObject({ displayName: 'Jane' });
    await source.findRepository({ workspace, slug: 'app' }).catch(() => null);
    expect(server.requests.map(({ headers }) => headers.authorization === basic)).toEqual([
      false,
      true,
      true,
    ]);
    const { credential } = source.gitAccess({ workspace, slug: 'app' });
    expect(credential).toEqual({ username: 'jane', password: 'ATATT-1' });
  });

  it('reports the refusal of the first where the host accepts neither', async () => {
    await using server = await startScriptedServer(() => ({ status: 401, body: invalidToken }));
    await using services = await createTestServices();
    const source = sourceAt(server, services, { SRC_USERNAME: 'jane', SRC_API_TOKEN: 'ATATT-1' });
    const error = await failureOf(source.verifyCredentials({ workspace }));
    expect(error).toMatchObject({ code: 'credentials' });
    expect(error.message).toContain('401 Unauthorized');
    expect(server.requests).toHaveLength(2);
  });
});
