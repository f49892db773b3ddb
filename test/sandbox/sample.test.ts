import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitClient, openGitClient } from './helpers/git.ts';
import { askGithub } from './helpers/rest.ts';
import { openSandbox, type TestSandbox } from './helpers/sandbox.ts';

let sandbox: TestSandbox;
let client: GitClient;

beforeAll(async () => {
  sandbox = await openSandbox({ workspace: 'sample' });
  client = await openGitClient(null);
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await sandbox.close();
});

const inside = (slug: string): { cwd: string } => ({ cwd: sandbox.bitbucket.gitDirectory(slug) });

const count = (text: string): number => text.split('\n').filter((line) => line !== '').length;

describe('the sample workspace', () => {
  it('passes git fsck --strict in every repository', async () => {
    for (const { slug } of sandbox.bitbucket.repositories) {
      const checked = await client.git(
        ['fsck', '--strict', '--full', '--no-dangling'],
        inside(slug),
      );
      expect([slug, checked.code, checked.stdout]).toEqual([slug, 0, '']);
    }
  });

  it('is the same every time', async () => {
    const tips = {
      'checkout-web': await client.must(['rev-parse', 'main'], inside('checkout-web')),
      'release-tools': await client.must(['rev-parse', 'v6.0.0'], inside('release-tools')),
    };
    expect(tips).toMatchInlineSnapshot(`
      {
        "checkout-web": "6575f0be8f7d77d39e713b6ebddbf630837cd2c1",
        "release-tools": "73d3266ef36e55482941dfcdd627e1603fe0bd1e",
      }
    `);
  });

  it('has an ordinary repository with hundreds of commits, merges and six people', async () => {
    const place = inside('checkout-web');
    const log = await client.must(['log', '--all', '--format=%ae %p'], place);
    expect(count(log)).toBeGreaterThan(300);
    expect(count(await client.must(['rev-list', '--all', '--merges'], place))).toBe(60);
    const people = new Set(log.split('\n').map((line) => line.split(' ')[0]));
    expect(people.size).toBe(6);
  });

  it('has a repository with 2,000 refs, an empty one and one with an odd default branch', async () => {
    const refs = await client.must(['for-each-ref'], inside('storefront-experiments'));
    expect(count(refs)).toBe(2000);
    expect(await client.must(['for-each-ref'], inside('incident-drafts'))).toBe('');
    const head = await client.must(['symbolic-ref', 'HEAD'], inside('billing-engine'));
    expect(head).toBe('refs/heads/release/2026.1');
    await client.must(['rev-parse', '--verify', 'HEAD'], inside('billing-engine'));
  });

  it('has a tag whose SSH signature is valid, a tag of a tag, and odd names', async () => {
    const place = inside('release-tools');
    const signers = join(client.folder, 'allowed_signers');
    await writeFile(signers, await client.must(['show', 'main:allowed_signers'], place));
    const verified = await client.git(
      ['-c', `gpg.ssh.allowedSignersFile=${signers}`, 'verify-tag', 'v6.0.0'],
      place,
    );
    expect(verified.stderr).toContain('Good "git" signature for amara.okafor@acme.example');
    expect(await client.must(['cat-file', '-t', 'approved-v5^{tag}'], place)).toBe('tag');
    const tag = await client.must(['cat-file', '-p', 'approved-v5'], place);
    expect(tag).toContain('type tag');
    const names = await client.must(['for-each-ref', '--format=%(refname:lstrip=2)'], place);
    for (const name of ['--flag-like', '$(id)', 'größe/日本語-🚀']) {
      expect(names.split('\n')).toContain(name);
    }
  });

  it('has every LFS object that its pointers name, one of them on an old tag alone', async () => {
    const place = inside('design-assets');
    const { lfs } = sandbox.bitbucket.findRepository('design-assets') ?? {};
    const blobs = await client.must(['rev-list', '--objects', '--all'], place);
    const oids = new Set<string>();
    for (const line of blobs.split('\n')) {
      if (!/\.(psd|mp4)$/.test(line)) continue;
      const text = await client.must(['cat-file', 'blob', line.slice(0, 40)], place);
      oids.add(/sha256:([0-9a-f]{64})/.exec(text)?.[1] ?? text);
    }
    expect(oids.size).toBe(5);
    for (const oid of oids) expect(lfs?.size(oid)).toBeGreaterThan(100_000);
    const onMain = await client.must(['ls-tree', '-r', '--name-only', 'main'], place);
    expect(onMain).not.toContain('posters/');
  });

  it('has 60 MB that cannot be compressed', async () => {
    const size = await client.must(['count-objects', '-v'], inside('device-firmware'));
    expect(Number(/size-pack: (\d+)/.exec(size)?.[1])).toBeGreaterThan(60 * 1024);
  });

  it('has names that collide on GitHub once they are normalised', async () => {
    const names = ['Reporting (EU)', 'Reporting [EU]', 'Mobile-App', 'mobile-app'];
    const statuses: number[] = [];
    for (const name of names) {
      expect(sandbox.bitbucket.repositories.some((one) => one.name === name)).toBe(true);
      const made = await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name });
      statuses.push(made.status);
    }
    expect(statuses).toEqual([201, 422, 201, 422]);
  });

  it('has a description that GitHub refuses, a fork and a public repository', () => {
    const of = (slug: string) => sandbox.bitbucket.findRepository(slug);
    const description = of('payments-service-new')?.description ?? '';
    expect(description.length).toBeGreaterThan(350);
    expect(description).toContain('\n');
    expect(of('checkout-web-partners')?.parent).toBe('checkout-web');
    expect(of('developer-handbook')?.isPrivate).toBe(false);
  });
});
