import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import { type Script, startScriptedServer } from '../../network/support/scripted-server.ts';
import { listPath, repository, user } from './pull-request-rows.ts';
import { accessToken, invalidToken, lackOfScopes, sourceAt } from './source.ts';

const full = 'ab12'.repeat(10);

describe('an abbreviated commit', () => {
  it('is expanded by one request', async () => {
    await using server = await startScriptedServer(() => ({ body: { hash: full.toUpperCase() } }));
    await using services = await createTestServices();
    const { pullRequests } = sourceAt(server, services);
    expect(await pullRequests.expandCommit({ ...repository, hash: 'AB12ab12ab12' })).toBe(full);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/2.0/repositories/acme/web/commit/ab12ab12ab12?fields=hash',
    ]);
  });

  it('is none where the host has it no more, and nothing is asked for what is no hash', async () => {
    const data = { shas: ['ab12ab12ab12'] };
    await using server = await startScriptedServer(() => ({
      status: 404,
      body: { type: 'error', error: { message: 'Commit not found', data }, data },
    }));
    await using services = await createTestServices();
    const { pullRequests } = sourceAt(server, services);
    expect(await pullRequests.expandCommit({ ...repository, hash: 'ab12ab12ab12' })).toBeNull();
    expect(await pullRequests.expandCommit({ ...repository, hash: '../x' })).toBeNull();
    expect(server.requests).toHaveLength(1);
  });

  it('is an error where the repository is gone, or the answer is another commit', async () => {
    await using server = await startScriptedServer(({ url }) =>
      url.includes('/gone/')
        ? { status: 404, body: { error: { message: 'Repository acme/gone not found' } } }
        : { body: { hash: full } },
    );
    await using services = await createTestServices();
    const { pullRequests } = sourceAt(server, services);
    const gone = pullRequests.expandCommit({ ...repository, slug: 'gone', hash: 'ab12' });
    expect((await failureOf(gone)).code).toBe('not-found');
    const other = pullRequests.expandCommit({ ...repository, hash: 'cd34' });
    expect((await failureOf(other)).code).toBe('bad-answer');
  });
});

describe('authors of commits', () => {
  async function read(script: Script) {
    await using server = await startScriptedServer(script);
    await using services = await createTestServices();
    const found = await sourceAt(server, services).listCommitAuthors?.(repository);
    return { found, urls: server.requests.map(({ url }) => url) };
  }

  it('are those whose address belongs to an account, in one request', async () => {
    const author = (raw: unknown, of?: object) => ({ author: { raw, ...(of && { user: of }) } });
    const { found, urls } = await read(() => ({
      body: {
        values: [
          author('Jane Doe <Jane@Example.com>', user('Jane')),
          author('Jane Doe <other@example.com>'),
          author('Jane <jane>', user('Jane')),
          author(7, user('Jane')),
          null,
        ],
      },
    }));
    expect(found?.map(({ email }) => email)).toEqual(['Jane@Example.com']);
    expect(found?.[0]?.person.displayName).toBe('Jane');
    const fields = 'values.author.raw%2Cvalues.author.user';
    expect(urls).toEqual([`/2.0/repositories/acme/web/commits?pagelen=100&fields=${fields}`]);
  });

  it('are none in an empty repository, and what is no list is an error', async () => {
    expect((await read(() => ({ status: 404, body: {} }))).found).toEqual([]);
    const error = await failureOf(read(() => ({ body: { values: 'x' } })));
    expect(error.code).toBe('bad-answer');
  });
});

describe('a patch', () => {
  const diff = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-größe\n+Größe\n';
  const target = '/2.0/repositories/acme/web/diff/acme/web:ab12%0Dcd34?topic=true';

  async function read(script: Script, maxBytes = 100_000) {
    await using server = await startScriptedServer(script);
    await using services = await createTestServices();
    const { pullRequests } = sourceAt(server, services);
    const outcome = pullRequests.readPatch({ ...repository, number: 7, maxBytes });
    const result = await outcome.then(
      (patch) => ({ patch, error: null }),
      async (thrown) => ({ patch: null, error: await failureOf(Promise.reject(thrown)) }),
    );
    return { ...result, requests: [...server.requests] };
  }

  const leading =
    (to: string): Script =>
    ({ url }) =>
      url.startsWith(`${listPath}/7/diff`)
        ? { status: 302, headers: { location: to } }
        : { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: diff };

  it.each([target, `https://api.bitbucket.org${target}`])('is led to by %s', async (to) => {
    const { patch, requests } = await read(leading(to));
    expect(patch).toBe(diff);
    expect(requests.map(({ url }) => url)).toEqual([`${listPath}/7/diff`, target]);
    expect(requests.every(({ headers }) => headers.authorization !== undefined)).toBe(true);
    expect(requests[1]?.headers.accept).toBe('*/*');
  });

  it('is not fetched from another host, which would get the credentials', async () => {
    const { error, requests } = await read(leading('https://evil.example/x'));
    expect(error?.code).toBe('bad-answer');
    expect(error?.message).toContain('evil.example');
    expect(requests).toHaveLength(1);
  });

  it('is cut after so many bytes, between two characters', async () => {
    const before = Buffer.byteLength(diff.slice(0, diff.indexOf('ö')));
    expect((await read(leading(target), before + 1)).patch).toBe(diff.slice(0, diff.indexOf('ö')));
    expect((await read(leading(target), Buffer.byteLength(diff))).patch).toBe(diff);
  });

  it.each([404, 410, 400, 409])('is none where the host answers %i', async (status) => {
    const { patch, error } = await read(() => ({ status, body: { error: { message: 'no' } } }));
    expect([patch, error]).toEqual([null, null]);
  });

  it('is not a web page, not JSON, and not at the end of a circle', async () => {
    const page = await read(() => ({ headers: { 'content-type': 'text/html' }, body: '<p>' }));
    expect(page.error?.code).toBe('bad-answer');
    expect((await read(() => ({ body: { diff } }))).error?.code).toBe('bad-answer');
    const circle = await read(() => ({ status: 302, headers: { location: target } }));
    expect(circle.error?.message).toContain('redirects in a loop');
    expect(circle.requests).toHaveLength(6);
  });

  it('needs the scope of pull requests', async () => {
    const { error } = await read(() => ({ status: 403, body: lackOfScopes }));
    expect(error?.code).toBe('permission');
  });
});

describe('the members of a workspace', () => {
  it('come a hundred a request', async () => {
    await using server = await startScriptedServer(({ headers, url }) => ({
      body: url.includes('page=2')
        ? { values: [{ user: user('yuki') }, { user: null }, 'x'] }
        : {
            values: [{ type: 'workspace_membership', user: user('amara') }],
            next: `http://${headers.host}/2.0/workspaces/acme/members?page=2`,
          },
    }));
    await using services = await createTestServices();
    const members = await sourceAt(server, services).pullRequests.members({ workspace: 'acme' });
    expect(members).toMatchObject([
      { id: '{amara-1}', accountId: '557058:amara' },
      { id: '{yuki-1}' },
    ]);
    expect(server.requests[0]?.url).toContain('/2.0/workspaces/acme/members?pagelen=100&');
  });

  it.each([
    [403, lackOfScopes],
    [401, invalidToken],
    [404, { error: { message: 'No workspace' } }],
  ])('are nobody where the host answers %i', async (status, body) => {
    await using server = await startScriptedServer(() => ({ status, body }));
    await using services = await createTestServices();
    const { pullRequests } = sourceAt(server, services, accessToken);
    expect(await pullRequests.members({ workspace: 'acme' })).toEqual([]);
    expect(services.logged.join('\n')).toContain('Cannot list the members of acme');
  });

  it('are an error where the host is out of order', async () => {
    await using server = await startScriptedServer(() => ({ body: { values: 7 } }));
    await using services = await createTestServices();
    const { pullRequests } = sourceAt(server, services);
    expect((await failureOf(pullRequests.members({ workspace: 'acme' }))).code).toBe('bad-answer');
  });
});
