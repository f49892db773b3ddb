import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitClient, makeRepository, openGitClient } from '../helpers/git.ts';
import { askGithub } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
let client: GitClient;

beforeAll(async () => {
  sandbox = await openSandbox({
    limits: { github: { pushesPerMinute: 1000 }, sizes: { maxFileBytes: 2_000_000 } },
  });
  client = await openGitClient({ username: 'any', password: sandbox.environment.DST_TOKEN });
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await sandbox.close();
});

async function makeTarget(name: string): Promise<string> {
  const made = await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name, private: true });
  expect(made.status).toBe(201);
  return `${sandbox.environment.DST_GIT_URL}/acme/${name}.git`;
}

describe('a push', () => {
  it('arrives with every branch and tag and can be cloned again', async () => {
    const url = await makeTarget('plain');
    const directory = await makeRepository(client, 'plain', { 'a.txt': 'one\n' });
    await client.must(['tag', '-m', 'first', 'v1'], { cwd: directory });
    await client.must(['push', url, 'refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*'], {
      cwd: directory,
    });
    const local = await client.must(['for-each-ref', '--format=%(objectname)\t%(refname)'], {
      cwd: directory,
    });
    const remote = await client.must(['ls-remote', '--refs', url]);
    expect(remote).toBe(local);
    await client.must(['clone', '--quiet', url, 'plain-again']);
  });

  it('makes its first branch the default one if it brings no main', async () => {
    const url = await makeTarget('trunk-based');
    const directory = await makeRepository(client, 'trunk-based', { 'a.txt': 'one\n' }, 'trunk');
    await client.must(['branch', 'a-later-one'], { cwd: directory });
    const before = await askGithub(sandbox, 'GET', '/repos/acme/trunk-based');
    expect(before.body.default_branch).toBe('main');
    await client.must(['push', url, 'refs/heads/trunk', 'refs/heads/a-later-one'], {
      cwd: directory,
    });
    const after = await askGithub(sandbox, 'GET', '/repos/acme/trunk-based');
    expect(after.body.default_branch).toBe('trunk');
  });

  it('is refused whole with GH001 when a file is too large', async () => {
    const url = await makeTarget('large');
    const directory = await makeRepository(client, 'large', {
      'data/big.bin': Buffer.alloc(3_000_000, 7),
    });
    const pushed = await client.git(['push', url, 'main'], { cwd: directory });
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain(
      "remote: error: File data/big.bin is 2.86 MB; this exceeds GitHub's file size limit of 1.91 MB",
    );
    expect(pushed.stderr).toContain('remote: error: GH001: Large files detected.');
    expect(pushed.stderr).toContain('! [remote rejected] main -> main (pre-receive hook declined)');
  });

  it('is refused with GH008 when a pointer names an object that GitHub does not have', async () => {
    const url = await makeTarget('pointers');
    const oid = 'ab'.repeat(32);
    const directory = await makeRepository(client, 'pointers', {
      'a.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12\n`,
    });
    const pushed = await client.git(['push', url, 'main'], { cwd: directory });
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain(
      'GH008: Your push referenced at least 1 unknown Git LFS object:',
    );
    expect(pushed.stderr).toContain(oid);
    await sandbox.github.findRepository('acme/pointers')?.lfs.add(oid, Buffer.from('x'));
    await client.must(['push', url, 'main'], { cwd: directory });
  });

  it('of a workflow needs the scope for it, and the reason names the file', async () => {
    const url = await makeTarget('workflows');
    const token = sandbox.github.tokens.add({ scopes: ['repo'] });
    await using other = await openGitClient({ username: 'x', password: token });
    const directory = await makeRepository(other, 'workflows', {
      '.github/workflows/build.yml': 'on: push\n',
    });
    const pushed = await other.git(['push', url, 'main'], { cwd: directory });
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain(
      '! [remote rejected] main -> main (refusing to allow a Personal Access Token to create or update workflow `.github/workflows/build.yml` without `workflow` scope)',
    );
    await client.must(['push', url, 'main'], { cwd: directory });
    // What is on a branch already may be pushed to another one.
    await other.must(['push', url, 'main:refs/heads/copy'], { cwd: directory });
  });

  it('cannot touch the refs of pull requests, while its other refs arrive', async () => {
    const url = await makeTarget('hidden');
    const directory = await makeRepository(client, 'hidden', { 'a.txt': 'one\n' });
    const pushed = await client.git(['push', url, 'main', 'main:refs/pull/1/head'], {
      cwd: directory,
    });
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain('(deny updating a hidden ref)');
    expect(await client.must(['ls-remote', url, 'refs/heads/main'])).not.toBe('');
  });

  it('of a branch named like a hash is refused', async () => {
    const url = await makeTarget('hex');
    const directory = await makeRepository(client, 'hex', { 'a.txt': 'one\n' });
    const name = 'a'.repeat(40);
    const pushed = await client.git(['push', url, `main:refs/heads/${name}`], { cwd: directory });
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain('GH002');
  });

  it.each(['heads', 'tags'])(
    'of a name in refs/%s that begins with refs/ is refused',
    async (kind) => {
      const url = await makeTarget(`refs-${kind}`);
      const directory = await makeRepository(client, `refs-${kind}`, { 'a.txt': 'one\n' });
      const spec = `main:refs/${kind}/refs/heads/old`;
      const pushed = await client.git(['push', url, spec], { cwd: directory });
      expect(pushed.code).toBe(1);
      expect(pushed.stderr).toContain(
        "GH002: Sorry, branch or tag names starting with 'refs/' are not allowed.",
      );
    },
  );
});
