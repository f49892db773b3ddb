import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, openGitClient } from '../helpers/git.ts';
import { askBitbucket, basic, request } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
let api: string;
let token: string;

beforeAll(async () => {
  sandbox = await openSandbox({ limits: { bitbucket: 'none' } });
  api = sandbox.environment.SRC_API_URL;
  token = sandbox.environment.SRC_API_TOKEN;
  const { bitbucket } = sandbox;
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'origin', { 'a.txt': 'one\n' }, 'trunk');
  await bitbucket.addRepository({ slug: 'filled', name: 'Filled One', from });
  await bitbucket.addRepository({ slug: 'forked', from, parent: 'filled' });
  await bitbucket.addRepository({ slug: 'empty', isPrivate: false });
  const project = { key: 'BIG', name: 'Big' };
  for (let index = 0; index < 120; index += 1) {
    const slug = `listed-${index}`;
    await bitbucket.addRepository({ slug, project, declared: { sizeBytes: 1000 + index } });
  }
});

afterAll(() => sandbox.close());

function errorOf(answer: { body: Record<string, unknown> }): unknown {
  return (answer.body.error as { message?: unknown } | undefined)?.message;
}

function valuesOf(answer: { body: Record<string, unknown> }): Record<string, unknown>[] {
  return answer.body.values as Record<string, unknown>[];
}

describe('who may ask', () => {
  it('takes an API token with the e-mail address or with the static user, and nothing else', async () => {
    const { email, username } = sandbox.bitbucket.user;
    const status = async (name: string): Promise<number> =>
      (await request(`${api}/2.0/user`, { headers: basic(name, token) })).status;
    expect(await status(email)).toBe(200);
    expect(await status('x-bitbucket-api-token-auth')).toBe(200);
    expect(await status(username)).toBe(401);
    const bearer = await request(`${api}/2.0/user`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(bearer.status).toBe(401);
  });

  it('reports the scopes and the kind of the credential on every answer', async () => {
    const answer = await askBitbucket(sandbox, '/2.0/user');
    expect(answer.headers.get('x-oauth-scopes')).toContain('read:repository:bitbucket');
    expect(answer.headers.get('x-accepted-oauth-scopes')).toBe('read:user:bitbucket');
    expect(answer.headers.get('x-credential-type')).toBe('api_token');
  });

  it('refuses a token that lacks the scope and says which one', async () => {
    const weak = sandbox.bitbucket.credentials.addApiToken({ scopes: ['read:user:bitbucket'] });
    const headers = basic(sandbox.bitbucket.user.email, weak);
    const answer = await request(`${api}/2.0/repositories/acme-workspace`, { headers });
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      type: 'error',
      error: {
        message: 'Your credentials lack one or more required privilege scopes.',
        detail: { required: ['read:repository:bitbucket'], granted: ['read:user:bitbucket'] },
      },
    });
    expect(answer.headers.get('x-oauth-scopes')).toBe('read:user:bitbucket');
  });

  it('shows an unscoped token by its WWW-Authenticate header', async () => {
    const unscoped = sandbox.bitbucket.credentials.addUnscopedApiToken();
    const headers = basic(sandbox.bitbucket.user.email, unscoped);
    const answer = await request(`${api}/2.0/user`, { headers });
    expect(answer.status).toBe(401);
    expect(errorOf(answer)).toBe('Token is invalid, expired, or not supported for this endpoint.');
    expect(answer.headers.get('www-authenticate')).toBe('BitbucketCustom realm=Bitbucket.org HTTP');
    expect(answer.headers.get('x-accepted-oauth-scopes')).toBeNull();
  });

  it('answers a removed app password with a plain 401, and takes it where they still live', async () => {
    const password = sandbox.bitbucket.credentials.addAppPassword();
    const headers = basic(sandbox.bitbucket.user.username, password);
    const removed = await request(`${api}/2.0/user`, { headers });
    expect(removed.status).toBe(401);
    expect(removed.headers.get('content-type')).toContain('text/plain');
    expect(removed.headers.get('www-authenticate')).toBe('Basic realm="Bitbucket.org HTTP"');
    sandbox.bitbucket.appPasswordsRemoved = false;
    const before = await request(`${api}/2.0/user`, { headers });
    sandbox.bitbucket.appPasswordsRemoved = true;
    expect(before.status).toBe(200);
    expect(before.headers.get('x-credential-type')).toBe('apppassword');
  });

  it('refuses an access token on /user and takes it on the workspace', async () => {
    const access = sandbox.bitbucket.credentials.addAccessToken();
    const headers = { authorization: `Bearer ${access}` };
    expect((await request(`${api}/2.0/user`, { headers })).status).toBe(401);
    const list = await request(`${api}/2.0/repositories/acme-workspace?pagelen=1`, { headers });
    expect(list.status).toBe(200);
    const [first] = valuesOf(list);
    expect(JSON.stringify(first?.links)).not.toContain(sandbox.bitbucket.user.username);
  });
});

describe('the list of repositories', () => {
  const list = '/2.0/repositories/acme-workspace';

  it('gives ten without pagelen and leads through all of them by absolute addresses', async () => {
    const first = await askBitbucket(sandbox, list);
    expect(valuesOf(first)).toHaveLength(10);
    const seen = new Set<unknown>();
    let next: string | undefined = `${list}?pagelen=100&sort=created_on`;
    while (next !== undefined) {
      const page = await askBitbucket(sandbox, next.replace(api, ''));
      for (const { slug } of valuesOf(page)) seen.add(slug);
      next = page.body.next as string | undefined;
    }
    expect(seen.size).toBe(123);
  });

  it.each(['101', '0', '-1', 'ten'])('refuses pagelen=%s', async (pagelen) => {
    const answer = await askBitbucket(sandbox, `${list}?pagelen=${pagelen}`);
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toBe('Invalid pagelen');
  });

  it('filters by project and refuses a query that it cannot evaluate', async () => {
    const query = encodeURIComponent('project.key="BIG"');
    const big = await askBitbucket(sandbox, `${list}?q=${query}&pagelen=100`);
    expect(big.body.size).toBe(120);
    const other = await askBitbucket(sandbox, `${list}?q=${encodeURIComponent('name ~ "x"')}`);
    expect(other.status).toBe(400);
  });

  it('answers only the fields that are asked for', async () => {
    const answer = await askBitbucket(sandbox, `${list}?pagelen=2&fields=values.slug,next`);
    expect(Object.keys(answer.body)).toEqual(['values', 'next']);
    expect(valuesOf(answer).map((value) => Object.keys(value))).toEqual([['slug'], ['slug']]);
    const less = await askBitbucket(sandbox, `${list}?pagelen=2&fields=-values.links,-size`);
    expect(less.body).not.toHaveProperty('size');
    expect(valuesOf(less)[0]).not.toHaveProperty('links');
    expect(valuesOf(less)[0]).toHaveProperty('slug');
  });

  it('refuses what it does not know rather than ignoring it', async () => {
    expect((await askBitbucket(sandbox, `${list}?sort=language`)).status).toBe(400);
    expect((await askBitbucket(sandbox, `${list}?role=guest`)).status).toBe(400);
    expect((await askBitbucket(sandbox, `${list}?after=x`)).status).toBe(400);
    expect((await askBitbucket(sandbox, `${list}/filled/refs`)).status).toBe(501);
  });
});

describe('one repository', () => {
  it('is found by slug and by UUID, with its default branch and clone addresses', async () => {
    const bySlug = await askBitbucket(sandbox, '/2.0/repositories/acme-workspace/filled');
    expect(bySlug.body).toMatchObject({
      name: 'Filled One',
      full_name: 'acme-workspace/filled',
      is_private: true,
      mainbranch: { name: 'trunk', type: 'branch' },
      parent: null,
    });
    expect(bySlug.body.size).toBeGreaterThan(0);
    expect(JSON.stringify(bySlug.body.links)).toContain('://robin-keller@127.0.0.1');
    const uuid = encodeURIComponent(String(bySlug.body.uuid));
    const byUuid = await askBitbucket(sandbox, `/2.0/repositories/acme-workspace/${uuid}`);
    expect(byUuid.body).toEqual(bySlug.body);
  });

  it('has no default branch while it is empty, and names what it was forked from', async () => {
    const empty = await askBitbucket(sandbox, '/2.0/repositories/acme-workspace/empty');
    expect(empty.body.mainbranch).toBeNull();
    const forked = await askBitbucket(sandbox, '/2.0/repositories/acme-workspace/forked');
    expect(forked.body.parent).toMatchObject({ full_name: 'acme-workspace/filled' });
  });

  it('is hidden from strangers unless it is public', async () => {
    const path = `${api}/2.0/repositories/acme-workspace`;
    const hidden = await request(`${path}/filled`);
    expect(hidden.status).toBe(404);
    expect(errorOf(hidden)).toBe('Repository acme-workspace/filled not found');
    const open = await request(`${path}/empty`);
    expect(open.status).toBe(200);
    expect((await request(path)).body.size).toBe(1);
  });
});

describe('other addresses', () => {
  it.each(['/2.0/repositories', '/2.0/workspaces', '/2.0/user/permissions/workspaces'])(
    '%s was removed',
    async (path) => {
      const answer = await askBitbucket(sandbox, path);
      expect(answer.status).toBe(410);
      expect(errorOf(answer)).toBe('CHANGE-2770 - Functionality has been deprecated');
    },
  );

  it('there is nothing at an unknown one', async () => {
    const answer = await askBitbucket(sandbox, '/2.0/nowhere');
    expect(answer.status).toBe(404);
    expect(answer.body.error).toEqual({
      message: 'Resource not found',
      detail: 'There is no API hosted at this URL',
    });
  });

  it('has the workspace and its membership', async () => {
    const workspace = await askBitbucket(sandbox, '/2.0/workspaces/acme-workspace');
    expect(workspace.body).toMatchObject({ slug: 'acme-workspace', type: 'workspace' });
    const mine = await askBitbucket(sandbox, '/2.0/user/workspaces');
    expect(valuesOf(mine)[0]).toMatchObject({ type: 'workspace_access', administrator: true });
  });
});

describe('rate limits', () => {
  it('stop a person without any header and an access token with headers', async () => {
    await using limited = await openSandbox({
      limits: { bitbucket: { repositoriesPerHour: 2 } },
    });
    const path = '/2.0/repositories/acme-workspace';
    await askBitbucket(limited, path);
    await askBitbucket(limited, path);
    const third = await askBitbucket(limited, path);
    expect([third.status, third.text]).toEqual([
      429,
      'Rate limit for this resource has been exceeded',
    ]);
    expect(third.headers.get('content-type')).toContain('text/plain');
    expect(third.headers.get('retry-after')).toBeNull();
    expect(third.headers.get('x-ratelimit-limit')).toBeNull();
    expect((await askBitbucket(limited, '/2.0/user')).status).toBe(200);
    const access = limited.bitbucket.credentials.addAccessToken();
    const answer = await request(`${limited.environment.SRC_API_URL}${path}`, {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('2');
    expect(answer.headers.get('x-ratelimit-nearlimit')).toBe('false');
  });
});
