import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as ask } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitClient, makeRepository, openGitClient } from '../helpers/git.ts';
import { askGithub, basic, request } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
let client: GitClient;

beforeAll(async () => {
  sandbox = await openSandbox({ limits: { sizes: { maxPushBytes: 1_000_000 } } });
  client = await openGitClient({ username: 'any', password: sandbox.environment.DST_TOKEN });
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await sandbox.close();
});

async function makeTarget(name: string, more: object = {}): Promise<string> {
  const body = { name, private: true, ...more };
  expect((await askGithub(sandbox, 'POST', '/orgs/acme/repos', body)).status).toBe(201);
  return `${sandbox.environment.DST_GIT_URL}/acme/${name}.git`;
}

/** Refs that are created at a commit which is there, as git asks for them. */
function creation(oid: string, names: readonly string[]): Buffer {
  const lines = names.map((name, index) => {
    const line = `${'0'.repeat(40)} ${oid} ${name}${index === 0 ? '\0 report-status' : ''}`;
    return `${(line.length + 4).toString(16).padStart(4, '0')}${line}`;
  });
  const pack = Buffer.from('5041434b0000000200000000', 'hex');
  const sum = createHash('sha1').update(pack).digest();
  return Buffer.concat([Buffer.from(`${lines.join('')}0000`), pack, sum]);
}

describe('a push that has arrived', () => {
  it('is carried out although nobody waits for the answer, and leaves no lock behind', async () => {
    const url = await makeTarget('gone');
    const directory = await makeRepository(client, 'gone', { a: '1' });
    expect((await client.git(['push', url, 'main'], { cwd: directory })).code).toBe(0);
    const oid = (await client.must(['rev-parse', 'main'], { cwd: directory })).trim();
    const names = Array.from({ length: 300 }, (_, index) => `refs/heads/b${index}`);
    const sent = ask(`${url}/git-receive-pack`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-git-receive-pack-request',
        ...basic('any', sandbox.environment.DST_TOKEN),
      },
    });
    sent.on('error', () => undefined);
    sent.end(creation(oid, names), () => sent.destroy());
    const there = () => readdirSync(join(sandbox.github.gitDirectory('acme/gone'), 'refs/heads'));
    await expect.poll(() => there().length, { interval: 10 }).toBe(names.length + 1);
    expect(there().filter((name) => name.endsWith('.lock'))).toEqual([]);
  });
});

describe('a push that GitHub refuses', () => {
  it('goes to a repository that is not there', async () => {
    const directory = await makeRepository(client, 'nowhere', { a: '1' });
    const url = `${sandbox.environment.DST_GIT_URL}/acme/nowhere.git`;
    const pushed = await client.git(['push', url, 'main'], { cwd: directory });
    expect(pushed.stderr).toContain('remote: Repository not found.');
  });

  it('brings a pack that is too large', async () => {
    const url = await makeTarget('too-much');
    const directory = await makeRepository(client, 'too-much', { a: randomBytes(1_500_000) });
    const pushed = await client.git(['push', url, 'main'], { cwd: directory });
    expect(pushed.code).not.toBe(0);
    expect(pushed.stderr).toContain('remote: fatal: pack exceeds maximum allowed size');
  });

  it('comes from a shallow clone', async () => {
    const url = await makeTarget('shallow');
    const directory = await makeRepository(client, 'deep', { a: '1' });
    await client.must(['commit', '--quiet', '--allow-empty', '-m', 'second'], { cwd: directory });
    await client.must(['clone', '--quiet', '--depth', '1', `file://${directory}`, 'shallow']);
    const pushed = await client.git(['-C', 'shallow', 'push', url, 'main']);
    expect(pushed.stderr).toContain('shallow update not allowed');
  });

  it('brings objects that are broken', async () => {
    const url = await makeTarget('broken');
    const directory = await makeRepository(client, 'broken', { a: '1' });
    const tree = await client.must(['rev-parse', 'HEAD^{tree}'], { cwd: directory });
    const text = `tree ${tree}\nauthor Nobody <> 1 +0000\ncommitter broken\n\nx\n`;
    const commit = await client.must(
      ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'],
      {
        cwd: directory,
        input: text,
      },
    );
    const pushed = await client.git(['push', url, `${commit}:refs/heads/main`], { cwd: directory });
    expect(pushed.code).not.toBe(0);
    expect(pushed.stderr).toContain('fsck error');
  });

  it('goes to an archived repository', async () => {
    const url = await makeTarget('archived');
    await askGithub(sandbox, 'PATCH', '/repos/acme/archived', { archived: true });
    const directory = await makeRepository(client, 'archived', { a: '1' });
    const pushed = await client.git(['push', url, 'main'], { cwd: directory });
    expect(pushed.stderr).toContain('This repository was archived so it is read-only.');
  });

  it('has a token that may not write', async () => {
    const url = await makeTarget('readable', { private: false });
    const token = sandbox.github.tokens.add({ scopes: ['workflow'] });
    await using other = await openGitClient({ username: 'x', password: token });
    const directory = await makeRepository(other, 'readable', { a: '1' });
    const pushed = await other.git(['push', url, 'main'], { cwd: directory });
    expect(pushed.stderr).toContain(
      'remote: Permission to acme/readable.git denied to robin-keller.',
    );
  });

  it('is the seventh to the repository in a minute', async () => {
    const url = await makeTarget('busy');
    const directory = await makeRepository(client, 'busy', { a: '1' });
    for (let number = 1; number <= 6; number += 1) {
      await client.must(['push', url, `main:refs/heads/b${number}`], { cwd: directory });
    }
    const seventh = await client.git(['push', url, 'main:refs/heads/b7'], { cwd: directory });
    expect(seventh.code).not.toBe(0);
    expect(seventh.stderr).toContain('429');
  });

  it('has a ref whose name is longer than 255 bytes', async () => {
    const url = await makeTarget('long-name');
    const directory = await makeRepository(client, 'long-name', { a: '1' });
    const name = Array.from({ length: 30 }, () => 'abcdefgh').join('/');
    const pushed = await client.git(['push', url, `main:refs/heads/${name}`], { cwd: directory });
    expect(pushed.stderr).toContain('longer than 255 bytes');
  });
});

describe('a rule of the organisation', () => {
  it('declines every ref of a push that changes too many', async () => {
    await using ruled = await openSandbox({ limits: { refsPerPush: 2 } });
    await using pusher = await openGitClient({
      username: 'x',
      password: ruled.environment.DST_TOKEN,
    });
    await askGithub(ruled, 'POST', '/orgs/acme/repos', { name: 'ruled', private: true });
    const url = `${ruled.environment.DST_GIT_URL}/acme/ruled.git`;
    const directory = await makeRepository(pusher, 'ruled', { a: '1' });
    const refs = ['main', 'main:refs/heads/b', 'main:refs/tags/c'];
    const pushed = await pusher.git(['push', url, ...refs], { cwd: directory });
    expect(pushed.stderr).toContain('Pushes can not update more than 2 branches or tags.');
    const declined = pushed.stderr.match(/\(push declined due to repository rule violations\)/g);
    expect(declined).toHaveLength(3);
    await pusher.must(['push', url, ...refs.slice(1)], { cwd: directory });
  });
});

describe('the address of a renamed repository', () => {
  it('leads on with 301, which a careful client does not follow', async () => {
    await makeTarget('before');
    await askGithub(sandbox, 'PATCH', '/repos/acme/before', { name: 'after' });
    const base = sandbox.environment.DST_GIT_URL;
    const answer = await request(`${base}/acme/before.git/info/refs?service=git-receive-pack`, {
      headers: basic('x', sandbox.environment.DST_TOKEN),
    });
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe(
      `${base}/acme/after.git/info/refs?service=git-receive-pack`,
    );
    const read = await client.git(['ls-remote', `${base}/acme/before.git`]);
    expect(read.code).not.toBe(0);
  });
});

describe('the four bytes with which git asks whether its credential is taken', () => {
  it('are answered with nothing, and refused without one', async () => {
    const url = await makeTarget('asked');
    const check = (headers: Readonly<Record<string, string>>) =>
      fetch(`${url}/git-receive-pack`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-git-receive-pack-request', ...headers },
        body: '0000',
      });
    const answer = await check(basic('x', sandbox.environment.DST_TOKEN));
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('content-type')).toBe('application/x-git-receive-pack-result');
    expect((await check({})).status).toBe(401);
  });
});

describe('closing', () => {
  it('ends the git processes of requests that are under way', async () => {
    const other = await openSandbox();
    await askGithub(other, 'POST', '/orgs/acme/repos', { name: 'open', private: true });
    const url = `${other.environment.DST_GIT_URL}/acme/open.git/git-receive-pack`;
    const half = fetch(url, {
      method: 'POST',
      headers: {
        ...basic('x', other.environment.DST_TOKEN),
        'content-type': 'application/x-git-receive-pack-request',
      },
      // A body that never ends.
      body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('00')) }),
      duplex: 'half',
    } as RequestInit);
    const refused = expect(half).rejects.toThrow('fetch failed');
    await expect.poll(children).toBe(1);
    await other.close();
    await refused;
    expect(children()).toBe(0);
  });
});

/** How many children this process has: all of them are Git services here. */
function children(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
}
