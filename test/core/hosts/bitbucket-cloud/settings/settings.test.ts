import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BitbucketPerson } from '../../../../../sandbox/bitbucket/accounts/people.ts';
import { restrictionKinds } from '../../../../../sandbox/bitbucket/settings/records.ts';
import { createBitbucketCloud } from '../../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import type { SettingsPart } from '../../../../../src/core/ports/records/source-settings.ts';
import type { SettingsSource } from '../../../../../src/core/ports/settings-source.ts';
import { readCloudCredentials } from '../../../../helpers/secrets/cloud-access.ts';
import { makeRepository, openGitClient } from '../../../../sandbox/helpers/git.ts';
import { openSandbox, type TestSandbox } from '../../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../../network/support/client.ts';

const allScopes = [
  'read:repository:bitbucket',
  'read:project:bitbucket',
  'read:workspace:bitbucket',
  'read:pullrequest:bitbucket',
  'read:webhook:bitbucket',
  'admin:repository:bitbucket',
  'admin:project:bitbucket',
];

let sandbox: TestSandbox;
let services: TestServices;
let jane: BitbucketPerson;
let commit: string;
const web = { workspace: 'acme-workspace', slug: 'web', defaultBranch: 'main', project: 'SHOP' };

function sourceWith(scopes: readonly string[]): SettingsSource {
  const token = sandbox.bitbucket.credentials.addApiToken({ scopes });
  const access = readCloudCredentials({ ...sandbox.environment, SRC_API_TOKEN: token });
  return createBitbucketCloud({ access, services }).settings;
}

beforeAll(async () => {
  sandbox = await openSandbox({ limits: { bitbucket: 'none' } });
  services = await createTestServices();
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'web', { '.bitbucket/CODEOWNERS': '* @jane\n' });
  commit = await client.must(['rev-parse', 'HEAD'], { cwd: from });
  const { bitbucket } = sandbox;
  const project = { key: 'SHOP', name: 'Shop' };
  const { uuid } = await bitbucket.addRepository({ slug: 'web', from, project });
  await bitbucket.addRepository({ slug: 'plain' });
  jane = bitbucket.addPerson({ name: 'Jane Roe' });
  const { settings } = bitbucket;
  const developers = settings.addGroup({ name: 'Core Developers', members: [jane] });
  for (const kind of restrictionKinds) {
    const isRule = kind === 'push' || kind === 'restrict_merges';
    settings.addRestriction(uuid, {
      kind,
      match: { pattern: 'main' },
      value: kind === 'require_approvals_to_merge' ? 2 : null,
      users: isRule ? [jane] : [],
      groups: isRule ? [developers] : [],
    });
  }
  for (const branchType of ['development', 'production', 'release', 'hotfix'] as const) {
    settings.addRestriction(uuid, { kind: 'force', match: { branchType } });
  }
  for (let number = 1; number <= 230; number += 1) {
    settings.addRestriction(uuid, { kind: 'delete', match: { pattern: `v${number}` } });
  }
  const own = settings.ofRepository(uuid);
  const above = settings.ofProject('SHOP');
  own.branchingModel = {
    development: null,
    production: false,
    types: [
      { kind: 'release', prefix: 'release/', enabled: true },
      { kind: 'hotfix', prefix: 'hotfix/', enabled: false },
    ],
  };
  own.users.set(jane, 'write');
  above.groups.set(developers, 'create-repo');
  own.defaultReviewers.push(jane);
  above.defaultReviewers.push(bitbucket.user);
  settings.addKey(own, { key: 'ssh-ed25519 AAAAC3', label: '', comment: 'ci@acme' });
  settings.addKey(above, { key: 'ssh-ed25519 AAAAC4', label: 'deploy', comment: '' });
  settings.addHook(own.hooks, {
    url: 'https://ci:pw@ci.example/hook',
    events: ['repo:push'],
    hasSecret: true,
  });
  settings.addHook(settings.workspaceHooks, { url: 'https://all.example/', events: ['repo:push'] });
  const status = { name: 'Build', state: 'SUCCESSFUL', branch: 'main' } as const;
  own.statuses.set(commit, [
    { ...status, key: 'ci/build' },
    { ...status, key: 'ci/lint' },
  ]);
});

afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await sandbox.close();
});

async function read(part: SettingsPart) {
  const { settings, missing } = await sourceWith(allScopes).read(part, web);
  expect(missing).toBeNull();
  return settings;
}

describe('settings of Bitbucket Cloud', () => {
  it('hold every kind of restriction, from all pages', async () => {
    const { rules = [], checks = [] } = await read('rules');
    expect(rules.filter(({ type }) => type === 'delete')).toHaveLength(231);
    expect(rules.find(({ type }) => type === 'push')).toMatchObject({
      refs: { kind: 'glob', pattern: 'main' },
      prevents: ['push', 'force', 'delete', 'create'],
      exceptions: [
        { kind: 'user', id: jane.uuid, name: 'Jane Roe' },
        { kind: 'group', id: 'core-developers', name: 'Core Developers' },
      ],
    });
    expect(checks.map(({ kind }) => kind)).not.toContain('unknown');
    expect(checks).toHaveLength(restrictionKinds.length - 4);
    expect(checks).toContainEqual(expect.objectContaining({ kind: 'approvals', value: 2 }));
  });

  it('say which branches the branching model means', async () => {
    const { rules = [] } = await read('rules');
    const refs = rules.filter(({ type }) => type === 'force').map((rule) => rule.refs);
    expect(refs.slice(1)).toEqual([
      { kind: 'model', branch: 'development', name: 'main', default: true },
      { kind: 'model', branch: 'production', name: null, default: false },
      { kind: 'category', category: 'release', prefix: 'release/' },
      { kind: 'category', category: 'hotfix', prefix: null },
    ]);
  });

  it('hold what the project and the workspace set', async () => {
    expect((await read('access')).access).toMatchObject([
      { actor: { id: jane.uuid }, level: 'write', from: 'repository' },
      { actor: { id: 'core-developers' }, level: 'create', from: 'project' },
      // Owners of the workspace administer all of it.
      { level: 'admin', from: 'workspace' },
    ]);
    expect((await read('keys')).keys).toMatchObject([
      { label: 'ci@acme', level: 'repository', access: 'read' },
      { label: 'deploy', level: 'project' },
    ]);
    expect((await read('reviewers')).reviewers).toMatchObject([
      { level: 'repository', reviewers: [{ id: jane.uuid }] },
      { level: 'project', approvals: 0 },
    ]);
  });

  it('hold webhooks without secret, user name and password', async () => {
    const { webhooks } = await read('webhooks');
    expect(webhooks).toMatchObject([
      { url: 'https://ci.example/hook', level: 'repository', secret: true, verified: true },
      { level: 'workspace', secret: false },
    ]);
  });

  it('hold merge strategies, builds and the file of code owners', async () => {
    expect(await read('strategies')).toEqual({
      strategies: {
        enabled: ['merge_commit', 'squash', 'fast_forward'],
        standard: 'merge_commit',
      },
      builds: ['ci/build', 'ci/lint'],
    });
    expect((await read('owners')).owners).toEqual({ path: '.bitbucket/CODEOWNERS', bytes: 8 });
  });

  it('hold keys of Jira that pull requests name again and again', async () => {
    const titles = ['SHOP-1: start', 'SHOP-2 next', 'Use UTF-8 and UTF-16', 'ABC-1', 'ABC-1 again'];
    for (const title of titles) {
      sandbox.bitbucket.addPullRequest('web', { title, source: { branch: 'main', commit } });
    }
    const branch = 'feature/PAY_2-31-x';
    sandbox.bitbucket.addPullRequest('web', { title: 'PAY_2-30', source: { branch, commit } });
    const before = sandbox.requests.length;
    expect(await read('jira')).toEqual({
      jira: [
        { key: 'PAY_2', url: null },
        { key: 'SHOP', url: null },
      ],
    });
    expect(sandbox.requests).toHaveLength(before + 1);
  });

  it('of an empty repository ask for no branch', async () => {
    const source = sourceWith(allScopes);
    const plain = { ...web, slug: 'plain', defaultBranch: null };
    for (const part of ['strategies', 'owners'] as const) {
      expect(await source.read(part, plain)).toEqual({ settings: {}, missing: null });
    }
  });

  it('read what repositories share once', async () => {
    const source = sourceWith(allScopes);
    const before = sandbox.requests.length;
    for (const slug of ['web', 'plain']) await source.read('access', { ...web, slug });
    const asked = sandbox.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.includes('/projects/SHOP/'))).toHaveLength(2);
    expect(asked.filter((path) => path.endsWith('/permissions'))).toHaveLength(1);
    expect(asked).toHaveLength(7);
  });

  it('name the scopes that are missing', async () => {
    const source = sourceWith(['read:repository:bitbucket']);
    await expect(source.read('rules', web)).rejects.toMatchObject({
      code: 'permission',
      hint: expect.stringContaining('admin:repository:bitbucket'),
    });
  });

  it('report what only the project’s administrators see', async () => {
    const source = sourceWith(allScopes.filter((scope) => !scope.endsWith('project:bitbucket')));
    const { settings, missing } = await source.read('access', web);
    expect(settings.access?.map(({ from }) => from)).toEqual(['repository', 'workspace']);
    expect(missing).toContain('/projects/SHOP/permissions-config/users');
  });

  it.each(['served', 'not-found', 'gone'] as const)(
    'name groups where their interface is %s',
    async (how) => {
      sandbox.bitbucket.settings.groupsInterface = how;
      const ids = ['core-developers', 'unknown'];
      const groups = await sourceWith(allScopes).groups({ workspace: web.workspace, ids });
      sandbox.bitbucket.settings.groupsInterface = 'served';
      const members = how === 'served' ? [{ id: jane.uuid, name: 'Jane Roe' }] : null;
      expect(groups.map((group) => group.members)).toMatchObject([members, null]);
    },
  );
});
