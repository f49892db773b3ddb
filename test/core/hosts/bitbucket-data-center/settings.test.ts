import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BitbucketPerson } from '../../../../sandbox/bitbucket/accounts/people.ts';
import type { DataCenterInstance } from '../../../../sandbox/bitbucket-data-center/instance.ts';
import {
  anyRef,
  type PlaceSettings,
  restrictionTypes,
} from '../../../../sandbox/bitbucket-data-center/settings/records.ts';
import { createBitbucketDataCenter } from '../../../../src/core/hosts/bitbucket-data-center/bitbucket-data-center.ts';
import type { SettingsPart } from '../../../../src/core/ports/records/source-settings.ts';
import type { SettingsSource } from '../../../../src/core/ports/settings-source.ts';
import { makeRepository, openGitClient } from '../../../sandbox/helpers/git.ts';
import { openSandbox, type TestSandbox } from '../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';

let sandbox: TestSandbox;
let instance: DataCenterInstance;
let services: TestServices;
let jane: BitbucketPerson;
let source: SettingsSource;
const web = { workspace: 'ACME', slug: 'web', defaultBranch: 'main', project: 'ACME' };

beforeAll(async () => {
  sandbox = await openSandbox({ source: 'bitbucket-data-center' });
  if (sandbox.dataCenter === null) throw new Error('No Data Center');
  instance = sandbox.dataCenter;
  services = await createTestServices();
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'web', { '.bitbucket/CODEOWNERS': '* @jane\n' });
  const commit = await client.must(['rev-parse', 'HEAD'], { cwd: from });
  const { uuid } = await sandbox.bitbucket.addRepository({ slug: 'web', from });
  const { settings, bitbucket } = instance;
  jane = bitbucket.addPerson({ name: 'Jane Roe' });
  settings.groups.set('developers', [jane]);
  const own = settings.ofRepository(uuid);
  const above = settings.ofProject('ACME');
  fill(own, 'web');
  fill(above, 'all');
  for (const type of restrictionTypes) {
    own.restrictions.push({
      id: settings.nextId(),
      type,
      matcher: { type: 'PATTERN', id: 'release/' },
      users: [jane],
      groups: ['developers'],
      accessKeys: own.keys.slice(0, 1),
    });
  }
  const matchers = [
    anyRef,
    { type: 'MODEL_BRANCH', id: 'production' },
    { type: 'MODEL_BRANCH', id: 'development' },
    { type: 'MODEL_CATEGORY', id: 'RELEASE' },
  ] as const;
  for (const matcher of matchers) {
    const nobody = { users: [], groups: [], accessKeys: [] };
    above.restrictions.push({ id: settings.nextId(), type: 'no-deletes', matcher, ...nobody });
  }
  own.model = {
    development: null,
    production: 'refs/heads/live',
    types: [{ id: 'RELEASE', prefix: 'release/', enabled: true }],
  };
  own.requiredBuilds.push({
    id: settings.nextId(),
    buildKeys: ['ci/build'],
    branches: { type: 'BRANCH', id: 'refs/heads/main' },
    exempt: null,
  });
  own.mergeConfig = { default: 'squash', enabled: ['squash', 'no-ff'] };
  own.mergeChecks = {
    requiredApprovers: 2,
    requiredSuccessfulBuilds: 1,
    allApprovers: true,
    allTasksComplete: true,
    noChangesRequested: true,
    noForcePush: true,
  };
  own.autoMerge = true;
  own.builds.set(commit, [{ key: 'ci/build', name: 'Build', state: 'SUCCESSFUL' }]);
  own.labels.push('web', 'checkout');
  above.defaultPermission = 'READ';
  above.jira = { key: 'CHK', name: 'Checkout', url: 'https://jira.acme.example/browse/CHK' };
  const { SRC_DATA_CENTER_URL: baseUrl = '', SRC_TOKEN: token = '' } = sandbox.environment;
  source = createBitbucketDataCenter({
    access: {
      kind: 'bitbucket-data-center',
      token,
      baseUrl,
      tokens: [{ variable: 'SRC_TOKEN', token: token }],
    },
    services,
    hideUser: () => {},
  }).settings;

  function fill(place: PlaceSettings, name: string): void {
    const id = () => settings.nextId();
    place.keys.push({ id: id(), text: 'ssh-ed25519 AAAAC3 ci', label: name, permission: 'WRITE' });
    const target = { type: 'BRANCH', id: 'refs/heads/main' } as const;
    const reviewers = { reviewers: [jane], requiredApprovals: 1 };
    place.conditions.push({ id: id(), source: anyRef, target, ...reviewers });
    place.users.set(jane, 'WRITE');
    place.groups.set('developers', 'ADMIN');
    place.webhooks.push({
      id: id(),
      name,
      url: 'https://ci:pw@ci.example/hook',
      events: ['repo:refs_changed'],
      active: true,
      verifiesCertificates: false,
      hasSecret: true,
      username: 'ci',
    });
  }
});

afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await sandbox.close();
});

async function read(part: SettingsPart) {
  const { settings, missing } = await source.read(part, web);
  expect(missing).toBeNull();
  return settings;
}

describe('settings of Bitbucket Data Center', () => {
  it('hold labels', async () => {
    expect(await read('labels')).toEqual({ labels: ['web', 'checkout'] });
  });

  it.each([false, true])(
    'hold the rules of project and repository once (listed together: %j)',
    async (together) => {
      instance.settings.listsInherited = together;
      const { rules = [] } = await read('rules');
      const { reviewers = [] } = await read('reviewers');
      instance.settings.listsInherited = false;
      expect(rules).toHaveLength(restrictionTypes.length + 4);
      expect(rules[0]).toMatchObject({
        level: 'repository',
        refs: { kind: 'ant', pattern: 'release/' },
        exceptions: [{ kind: 'user' }, { kind: 'group', id: 'developers' }, { kind: 'access-key' }],
      });
      const ofProject = rules.filter(({ level }) => level === 'project');
      expect(ofProject.map(({ refs }) => refs)).toEqual([
        { kind: 'any' },
        { kind: 'model', branch: 'production', name: 'live', default: false },
        { kind: 'model', branch: 'development', name: 'main', default: true },
        { kind: 'category', category: 'release', prefix: 'release/' },
      ]);
      expect(reviewers.map(({ level }) => level)).toEqual(['repository', 'project']);
      expect(reviewers[0]).toMatchObject({
        approvals: 1,
        destination: { kind: 'branch', name: 'main' },
      });
    },
  );

  it.each(['objects', 'numbers'] as const)(
    'hold merge checks where counts are %s',
    async (counts) => {
      instance.settings.requiredCounts = counts;
      const { checks = [], rules, strategies } = await read('checks');
      instance.settings.requiredCounts = 'objects';
      expect(checks.map(({ kind, value, names }) => [kind, value, ...names])).toEqual([
        ['approvals', 2],
        ['builds', 1],
        ['all-reviewers-approve', null],
        ['tasks', null],
        ['no-changes-requested', null],
        ['auto-merge', null],
        ['build-keys', null, 'ci/build'],
      ]);
      expect(rules).toMatchObject([{ type: 'reject-force-push', prevents: ['force'] }]);
      expect(strategies).toEqual({ enabled: ['no-ff', 'squash'], standard: 'squash' });
    },
  );

  it('hold access, with what everybody may do', async () => {
    const { access = [] } = await read('access');
    expect(access.map(({ actor, level, from }) => [actor.kind, level, from])).toEqual([
      ['user', 'write', 'repository'],
      ['group', 'admin', 'repository'],
      ['user', 'write', 'project'],
      ['group', 'admin', 'project'],
      ['everyone', 'read', 'project'],
    ]);
  });

  it('hold webhooks without secret, user name and password', async () => {
    const { webhooks = [] } = await read('webhooks');
    expect(webhooks).toMatchObject([
      { name: 'web', url: 'https://ci.example/hook', secret: true, verified: false },
      { name: 'all', level: 'project' },
    ]);
    expect(JSON.stringify(webhooks)).not.toMatch(/pw@|\*\*\*|configuration|credentials/);
  });

  it('hold keys, builds, the link to Jira and the file of code owners', async () => {
    expect((await read('keys')).keys).toMatchObject([
      { label: 'web', access: 'write', level: 'repository' },
      { label: 'all', level: 'project' },
    ]);
    expect((await read('builds')).builds).toEqual(['ci/build']);
    expect((await read('jira')).jira).toEqual([
      { key: 'CHK', url: 'https://jira.acme.example/browse/CHK' },
    ]);
    expect((await read('owners')).owners).toEqual({ path: '.bitbucket/CODEOWNERS', bytes: 8 });
  });

  it('name the members of groups', async () => {
    const [developers] = await source.groups({ workspace: 'ACME', ids: ['developers'] });
    expect(developers?.members).toMatchObject([{ name: 'Jane Roe' }]);
  });

  it('leave groups without members where the account administers no instance', async () => {
    instance.rules.notAdministered.add('');
    const groups = await source.groups({ workspace: 'ACME', ids: ['developers', 'ops'] });
    instance.rules.notAdministered.delete('');
    expect(groups.map(({ members }) => members)).toEqual([null, null]);
  });
});
