import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGitClient } from './helpers/git.ts';
import { askGithub } from './helpers/rest.ts';
import { openSandbox, type TestSandbox } from './helpers/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openSandbox({ workspace: 'sample' });
});

afterAll(() => sandbox.close());

describe('plain git', () => {
  it.each([
    ['storefront-experiments', 2000, 'main'],
    ['release-tools', 24, 'main'],
    ['billing-engine', 1, 'release/2026.1'],
    ['developer-handbook', 1, 'main'],
  ])('moves %s with its %i refs from one host to the other', async (slug, refs, branch) => {
    const { environment } = sandbox;
    await using source = await openGitClient({
      username: 'x-bitbucket-api-token-auth',
      password: environment.SRC_API_TOKEN,
    });
    await using target = await openGitClient({ username: 'x', password: environment.DST_TOKEN });
    const from = `${environment.SRC_GIT_URL}/${sandbox.workspace}/${slug}.git`;
    const to = `${environment.DST_GIT_URL}/${sandbox.organization}/${slug}.git`;
    await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: slug, private: true });
    await source.must(['clone', '--quiet', '--bare', from, 'mirror']);
    const all = ['refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*'];
    await target.must(['push', '--quiet', to, ...all], { cwd: `${source.folder}/mirror` });
    const expected = await source.must(['ls-remote', '--refs', from]);
    expect(expected.split('\n')).toHaveLength(refs);
    expect(await target.must(['ls-remote', '--refs', to])).toBe(expected);
    const made = await askGithub(sandbox, 'GET', `/repos/acme/${slug}`);
    expect(made.body.default_branch).toBe(branch);
    expect(made.body.size).toBeGreaterThan(0);
  });
});
