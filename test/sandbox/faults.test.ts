import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, openGitClient } from './helpers/git.ts';
import { askBitbucket, askGithub } from './helpers/rest.ts';
import { openSandbox, type TestSandbox } from './helpers/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});

afterEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

describe('a fault', () => {
  it('strikes as often as it should and only what it names', async () => {
    sandbox.faults.add({
      host: 'github',
      method: 'GET',
      path: /^\/user$/,
      times: 2,
      action: { kind: 'status', status: 502, body: '{}', headers: { 'x-fault': 'yes' } },
    });
    expect((await askGithub(sandbox, 'GET', '/orgs/acme')).status).toBe(200);
    const struck = await askGithub(sandbox, 'GET', '/user');
    expect([struck.status, struck.headers.get('x-fault')]).toEqual([502, 'yes']);
    expect((await askGithub(sandbox, 'GET', '/user')).status).toBe(502);
    expect((await askGithub(sandbox, 'GET', '/user')).status).toBe(200);
  });

  it('can be decided for each request as it comes, where no rule strikes, until all are cleared', async () => {
    const seen: string[] = [];
    sandbox.faults.add({
      host: 'github',
      path: /^\/user$/,
      action: { kind: 'status', status: 500 },
    });
    sandbox.faults.decide(({ host, method, target }) => {
      seen.push(`${host} ${method} ${target}`);
      return target === '/orgs/acme' ? { kind: 'status', status: 503 } : null;
    });
    const ask = async (path: string) => (await askGithub(sandbox, 'GET', path)).status;
    expect([await ask('/user'), await ask('/user'), await ask('/orgs/acme')]).toEqual([
      500, 200, 503,
    ]);
    expect(seen).toEqual(['github GET /user', 'github GET /orgs/acme']);
    sandbox.faults.clear();
    expect(await ask('/orgs/acme')).toBe(200);
  });

  it('can reset the connection before anything is done', async () => {
    sandbox.faults.add({ host: 'github', method: 'POST', action: { kind: 'reset' } });
    await expect(
      askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'never-made' }),
    ).rejects.toThrow('fetch failed');
    expect(sandbox.github.findRepository('acme/never-made')).toBeNull();
  });

  it('can lose the answer after the work was done', async () => {
    sandbox.faults.add({ host: 'github', method: 'POST', action: { kind: 'lost-answer' } });
    await expect(
      askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'made-unseen' }),
    ).rejects.toThrow('fetch failed');
    expect(sandbox.github.findRepository('acme/made-unseen')).not.toBeNull();
    expect(sandbox.requests.at(-1)).toMatchObject({
      host: 'github',
      method: 'POST',
      status: 0,
      fault: 'lost-answer',
      contentCreating: true,
      authorization: 'token',
    });
  });

  it('can lose the answer of a push whose refs were taken', async () => {
    await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'pushed-unseen' });
    await using client = await openGitClient({
      username: 'x',
      password: sandbox.environment.DST_TOKEN,
    });
    const directory = await makeRepository(client, 'work', { 'a.txt': 'one\n' });
    const url = `${sandbox.environment.DST_GIT_URL}/acme/pushed-unseen.git`;
    const path = /^\/acme\/pushed-unseen\.git\/git-receive-pack/;
    sandbox.faults.add({ host: 'github-git', path, action: { kind: 'lost-answer' } });
    const pushed = await client.git(['push', url, 'main'], { cwd: directory });
    expect(pushed.code).not.toBe(0);
    expect(await client.must(['ls-remote', url, 'refs/heads/main'])).not.toBe('');
  });

  it('can end a body half-way', async () => {
    sandbox.faults.add({ host: 'bitbucket', action: { kind: 'truncate' } });
    await expect(askBitbucket(sandbox, '/2.0/user')).rejects.toThrow('terminated');
  });

  it('can end a clone half-way', async () => {
    await using client = await openGitClient({
      username: 'robin-keller',
      password: sandbox.environment.SRC_API_TOKEN,
    });
    const from = await makeRepository(client, 'origin', { 'a.txt': 'one\n' });
    await sandbox.bitbucket.addRepository({ slug: 'cut', from });
    const url = `${sandbox.environment.SRC_GIT_URL}/acme-workspace/cut.git`;
    sandbox.faults.add({
      host: 'bitbucket-git',
      method: 'POST',
      action: { kind: 'truncate' },
    });
    expect((await client.git(['clone', url, 'first'])).code).not.toBe(0);
    await client.must(['clone', url, 'second']);
  });

  it('can put a page of HTML where JSON is expected', async () => {
    sandbox.faults.add({ host: 'bitbucket', action: { kind: 'html' } });
    const answer = await askBitbucket(sandbox, '/2.0/user');
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain('<html>');
  });

  it('can make an answer slow', async () => {
    sandbox.faults.add({ host: 'bitbucket', action: { kind: 'slow', ms: 150 } });
    const start = performance.now();
    expect((await askBitbucket(sandbox, '/2.0/user')).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(145);
  });

  it('that makes an answer slow does not hold up the end', async () => {
    const other = await openSandbox();
    other.faults.add({ host: 'bitbucket', action: { kind: 'slow', ms: 60_000 } });
    const refused = expect(askBitbucket(other, '/2.0/user')).rejects.toThrow('fetch failed');
    await expect.poll(() => other.requests.length).toBe(1);
    const start = performance.now();
    await other.close();
    await refused;
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('is kept in the record of requests, which holds no credential', async () => {
    await askBitbucket(sandbox, '/2.0/repositories/acme-workspace?pagelen=5');
    expect(sandbox.requests.at(-1)).toMatchObject({
      host: 'bitbucket',
      path: '/2.0/repositories/acme-workspace',
      query: 'pagelen=5',
      status: 200,
      contentCreating: false,
      authorization: 'basic',
      fault: null,
    });
    const record = JSON.stringify(sandbox.requests);
    expect(record).not.toContain(sandbox.environment.SRC_API_TOKEN);
    expect(record).not.toContain(sandbox.environment.DST_TOKEN);
  });
});

describe('latency', () => {
  it('is added to every request', async () => {
    await using slow = await openSandbox({ latencyMs: 100 });
    const start = performance.now();
    await askBitbucket(slow, '/2.0/user');
    expect(performance.now() - start).toBeGreaterThanOrEqual(95);
  });
});
