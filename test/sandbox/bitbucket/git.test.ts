import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, openGitClient } from '../helpers/git.ts';
import { basic, request } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
let url: string;

beforeAll(async () => {
  sandbox = await openSandbox();
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'origin', { 'a.txt': 'one\n' });
  await sandbox.bitbucket.addRepository({ slug: 'filled', from });
  await sandbox.bitbucket.addRepository({ slug: 'open', from, isPrivate: false });
  url = `${sandbox.environment.SRC_GIT_URL}/acme-workspace`;
});

afterAll(() => sandbox.close());

async function canRead(username: string, password: string): Promise<boolean> {
  await using client = await openGitClient({ username, password });
  return (await client.git(['ls-remote', `${url}/filled.git`])).code === 0;
}

describe('git over HTTP', () => {
  it('takes the user name or the static name with a token, and the e-mail address never', async () => {
    const token = sandbox.environment.SRC_API_TOKEN;
    const { username, email } = sandbox.bitbucket.user;
    expect(await canRead(username, token)).toBe(true);
    expect(await canRead('x-bitbucket-api-token-auth', token)).toBe(true);
    expect(await canRead(email, token)).toBe(false);
    expect(await canRead('x-token-auth', token)).toBe(false);
  });

  it('takes an access token with x-token-auth alone', async () => {
    const access = sandbox.bitbucket.credentials.addAccessToken();
    expect(await canRead('x-token-auth', access)).toBe(true);
    expect(await canRead('x-bitbucket-api-token-auth', access)).toBe(false);
  });

  it('clones what was imported, and a public repository without a credential', async () => {
    await using client = await openGitClient(null);
    await client.must(['clone', '--quiet', `${url}/open.git`, 'open']);
    expect(await client.must(['-C', 'open', 'show', 'HEAD:a.txt'])).toBe('one');
  });

  it('asks strangers for a credential and hides what is not there', async () => {
    const answer = await request(`${url}/filled.git/info/refs?service=git-upload-pack`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Bitbucket.org HTTP"');
    const headers = basic('robin-keller', sandbox.environment.SRC_API_TOKEN);
    const missing = await request(`${url}/none.git/info/refs?service=git-upload-pack`, { headers });
    expect(missing.status).toBe(404);
  });

  it('takes no push without the scope for it', async () => {
    await using client = await openGitClient({
      username: 'robin-keller',
      password: sandbox.bitbucket.credentials.addApiToken(),
    });
    const directory = await makeRepository(client, 'mine', { 'b.txt': 'two\n' });
    const pushed = await client.git(['push', `${url}/filled.git`, 'main:x'], { cwd: directory });
    expect(pushed.code).not.toBe(0);
    expect(pushed.stderr).toContain('403');
  });
});

describe('LFS', () => {
  const content = Buffer.from('a large picture, in a manner of speaking');
  const oid = createHash('sha256').update(content).digest('hex');

  async function batch(operation: string): ReturnType<typeof request> {
    return request(`${url}/filled.git/info/lfs/objects/batch`, {
      method: 'POST',
      headers: {
        ...basic('robin-keller', sandbox.environment.SRC_API_TOKEN),
        accept: 'application/vnd.git-lfs+json',
      },
      body: { operation, transfers: ['basic'], objects: [{ oid, size: content.length }] },
    });
  }

  function hrefOf(answer: { body: Record<string, unknown> }): string {
    const [object] = answer.body.objects as { actions: { download: { href: string } } }[];
    return object?.actions.download.href ?? '';
  }

  it('leads to another origin that the address alone opens', async () => {
    await sandbox.bitbucket.findRepository('filled')?.lfs.add(oid, content);
    const href = hrefOf(await batch('download'));
    expect(new URL(href).origin).not.toBe(sandbox.environment.SRC_GIT_URL);
    const download = await request(href);
    expect([download.status, download.text]).toEqual([200, content.toString()]);
    const forged = await request(href.replace(/signature=./, 'signature=z'));
    expect(forged.status).toBe(403);
  });

  it('refuses a credential that is sent to the other origin', async () => {
    const href = hrefOf(await batch('download'));
    const headers = basic('robin-keller', sandbox.environment.SRC_API_TOKEN);
    expect((await request(href, { headers })).status).toBe(400);
  });

  it('takes no uploads and has no locks', async () => {
    expect((await batch('upload')).status).toBe(403);
    const headers = basic('robin-keller', sandbox.environment.SRC_API_TOKEN);
    const locks = await request(`${url}/filled.git/info/lfs/locks`, { headers });
    expect(locks.status).toBe(404);
  });
});
