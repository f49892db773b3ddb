import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usersEnvironment } from '../../../../../sandbox/environment.ts';
import type { GithubAccount } from '../../../../../sandbox/github/accounts/account.ts';
import { createGitHub } from '../../../../../src/core/hosts/github/github.ts';
import { readTargetCredentials } from '../../../../../src/core/ports/credentials/target-credentials.ts';
import type { Ruleset } from '../../../../../src/core/ports/records/target-settings.ts';
import type { SettingsTarget } from '../../../../../src/core/ports/settings-target.ts';
import { openSandbox, type TestSandbox } from '../../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../../network/support/client.ts';

let sandbox: TestSandbox;
let services: TestServices;
let port: SettingsTarget;
let acme: GithubAccount;

const web = { owner: 'acme', name: 'web' };
const inAcme = { organization: 'acme' };

beforeAll(async () => {
  sandbox = await openSandbox();
  services = await createTestServices();
  const access = readTargetCredentials(usersEnvironment(sandbox));
  const target = createGitHub({ access, services });
  port = target.settings;
  const { github } = sandbox;
  for (const login of ['Jane', 'outsider']) github.addUser({ login });
  github.setMembership('acme', 'Jane', { role: 'member', state: 'active' });
  const found = github.findAccount('acme');
  if (found === null) throw new Error('no organization');
  acme = found;
  const owner = { id: String(acme.id), login: 'acme', kind: 'organization' } as const;
  await target.createRepository({ owner, name: 'web', description: '' });
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await sandbox.close();
});

/** A refusal whose hint has these words. */
const refusal = (words: string) => ({ code: 'refused', hint: expect.stringContaining(words) });

async function idsOf() {
  const [teams, people] = await Promise.all([
    port.organization.listTeams(inAcme),
    port.organization.listMembers(inAcme),
  ]);
  return {
    teams: new Map(teams.map(({ slug, id }) => [slug, id])),
    users: new Map(people.map(({ login, id }) => [login.toLowerCase(), id])),
  };
}

const all: Ruleset = {
  target: 'branch',
  include: ['~DEFAULT_BRANCH', 'refs/heads/release/*'],
  rules: [
    { type: 'creation' },
    { type: 'update' },
    {
      type: 'pull_request',
      approvals: 2,
      dismissStale: true,
      resolveThreads: false,
      reviewers: [{ team: 'core-devs', minimum: 1 }],
    },
    { type: 'required_status_checks', contexts: ['ci/build'], strict: true },
  ],
  bypass: [
    { actor: { kind: 'team', name: 'core-devs' }, mode: 'pull_request' },
    { actor: { kind: 'user', name: 'jane' }, mode: 'always' },
  ],
  enforcement: 'active',
};

describe('settings of an organization', () => {
  it('have teams that everybody sees, with their members', async () => {
    const given = { ...inAcme, description: 'From Bitbucket', parent: null };
    const team = await port.organization.createTeam({ ...given, name: 'Core Devs' });
    expect(team).toMatchObject({ slug: 'core-devs', isSecret: false, parent: null });
    const named = { ...inAcme, team: 'core-devs' };
    await port.organization.addTeamMember({ ...named, login: 'jane' });
    await port.organization.removeTeamMember({ ...named, login: 'robin-keller' });
    await port.organization.removeTeamMember({ ...named, login: 'robin-keller' });
    expect(await port.organization.listTeamMembers(named)).toEqual(['Jane']);
    expect(await port.organization.findMembership({ ...named, login: 'jane' })).toBe('active');
    expect(await port.organization.findMembership({ ...named, login: 'nobody' })).toBe(null);
    const again = port.organization.createTeam({ ...given, name: 'core devs' });
    await expect(again).rejects.toMatchObject({ code: 'target-exists' });
  });

  it('leave a team alone that an identity provider fills', async () => {
    const team = sandbox.github.addTeam({ organization: 'acme', slug: 'idp', members: [] });
    team.isSynchronized = true;
    const adding = port.organization.addTeamMember({ ...inAcme, team: 'idp', login: 'jane' });
    await expect(adding).rejects.toMatchObject(refusal('identity provider'));
  });

  it('set a property of one repository and leave its others', async () => {
    for (const property of ['project', 'other']) {
      await port.organization.defineProperty({ ...inAcme, property, description: '' });
      await port.organization.setProperty({ ...inAcme, name: 'web', property, value: property });
    }
    const properties = await port.organization.listProperties(inAcme);
    expect(Object.fromEntries(properties)).toEqual({ project: true, other: true });
    const values = await port.repository.readProperties(web);
    expect([...values]).toEqual([
      ['project', 'project'],
      ['other', 'other'],
    ]);
  });
});

describe('settings of a repository', () => {
  it('read a ruleset back as it was written', async () => {
    const ids = await idsOf();
    const named = { ...web, rulesetName: 'bitbucket: main', ruleset: all, ids };
    const made = await port.repository.createRuleset(named);
    expect(made.ruleset).toEqual(all);
    expect(made.more).toEqual({ stricter: [], looser: [] });
    await port.repository.enforceRuleset({ ...web, id: made.id, enforcement: 'disabled' });
    const found = await port.repository.listRulesets({ ...web, prefix: 'bitbucket: ', ids });
    expect(found).toEqual([{ ...made, ruleset: { ...all, enforcement: 'disabled' } }]);
    expect(await port.repository.listRulesets({ ...web, prefix: 'other', ids })).toEqual([]);
    const changed = { ...all, bypass: [], rules: [{ type: 'deletion' }] } as const;
    const update = { ...named, ruleset: changed, id: made.id };
    const updated = await port.repository.updateRuleset(update);
    expect(updated.ruleset).toEqual(changed);
  });

  it('report what else a ruleset holds', async () => {
    sandbox.github.addRuleset('acme/web', {
      name: 'bitbucket: by hand',
      target: 'branch',
      enforcement: 'evaluate',
      refs: { include: ['~ALL'], exclude: ['refs/heads/free'] },
      rules: [{ type: 'required_linear_history' }],
      bypassActors: [{ id: null, type: 'OrganizationAdmin', mode: 'always' }],
    });
    const wanted = { ...web, prefix: 'bitbucket: by hand', ids: await idsOf() };
    const [found] = await port.repository.listRulesets(wanted);
    expect(found?.ruleset).toMatchObject({ rules: [], bypass: [], enforcement: 'evaluate' });
    expect(found?.more).toEqual({
      stricter: ['has the rule required linear history'],
      looser: ['does not apply to free', 'owners of the organization can bypass it'],
    });
  });

  it('put repositories under a ruleset of the organization, and take them out', async () => {
    const ids = await idsOf();
    const name = 'bitbucket: shared';
    const first = String(sandbox.github.findRepository('acme/web')?.id);
    const second = '123456';
    const content = { ...inAcme, rulesetName: name, ruleset: all, ids };
    const made = await port.organization.createRuleset({ ...content, repository: first });
    expect(made).toMatchObject({ name, ruleset: all, repositories: [first] });
    const { id } = made;
    const found = () => port.organization.readRuleset({ ...inAcme, id, ids });
    const cover = (repository: string, covers = true) =>
      port.organization.coverRepository({ ...inAcme, id, repository, covers });
    // At once: none is lost.
    await Promise.all([cover(second), cover(first, false), cover(first)]);
    expect((await found()).repositories?.toSorted()).toEqual([first, second].toSorted());
    const changed = { ...all, rules: [{ type: 'deletion' }] } as const;
    await port.organization.updateRuleset({ ...content, id, ruleset: changed });
    expect(await found()).toMatchObject({ ruleset: changed, repositories: { length: 2 } });
    await cover(second, false);
    await cover(first, false);
    // GitHub may refuse one for nothing.
    expect(await found()).toMatchObject({ ruleset: { enforcement: 'disabled' } });
    await port.organization.enforceRuleset({ ...inAcme, id, enforcement: 'active' });
    const [listed] = await port.organization.listRulesets({ ...inAcme, prefix: name, ids });
    expect(listed).toMatchObject({ id, ruleset: { enforcement: 'active' } });
  });

  it('leave a ruleset of the organization alone that names its repositories in another way', async () => {
    const { id } = sandbox.github.addRuleset('acme', {
      ...{ name: 'by name', target: 'branch', enforcement: 'active' },
    });
    const request = { ...inAcme, id: String(id), repository: '1', covers: true };
    await expect(port.organization.coverRepository(request)).rejects.toMatchObject({
      code: 'refused',
    });
  });

  it('say where a plan has no rulesets', async () => {
    acme.plan = 'free';
    const reading = port.repository.listRulesets({ ...web, prefix: '', ids: await idsOf() });
    await expect(reading).rejects.toMatchObject(refusal('paid GitHub plan'));
    acme.plan = 'team';
  });

  it('give access, invite, and tell both apart', async () => {
    const grants = [
      { actor: { kind: 'team', name: 'core-devs' }, role: 'push' },
      { actor: { kind: 'user', name: 'Jane' }, role: 'maintain' },
      { actor: { kind: 'user', name: 'outsider' }, role: 'pull' },
    ] as const;
    for (const grant of grants) await port.repository.grant({ ...web, grant });
    expect(await port.repository.listAccess(web)).toEqual([
      { ...grants[0], isInvited: false },
      { ...grants[1], isInvited: false },
      { ...grants[2], isInvited: true },
    ]);
    acme.policies.allowsOutsideCollaborators = false;
    sandbox.github.addUser({ login: 'stranger' });
    const grant = { actor: { kind: 'user', name: 'stranger' }, role: 'pull' } as const;
    await expect(port.repository.grant({ ...web, grant })).rejects.toMatchObject(
      refusal('outside collaborators'),
    );
  });

  it('name a key that GitHub has elsewhere', async () => {
    const key = { title: 'ci', key: 'ssh-ed25519 AAAAci', readOnly: true };
    const made = await port.repository.createKey({ ...web, key });
    expect(await port.repository.listKeys(web)).toEqual([made]);
    await expect(port.repository.createKey({ ...web, key })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('key is already in use'),
      hint: 'GitHub accepts a key only once. Create a new key for this repository.',
    });
  });

  it('have webhooks that are inactive', async () => {
    const webhook = { url: 'https://ci.example/hook', events: ['pull_request', 'push'] };
    const made = await port.repository.createWebhook({ ...web, webhook });
    expect(made).toMatchObject({ ...webhook, active: false });
    expect(await port.repository.listWebhooks(web)).toEqual([made]);
  });

  it('change only the ways to merge that are given', async () => {
    await port.repository.updateMerging({ ...web, autoMerge: true });
    const flags = { mergeCommit: false, squash: true, rebase: false };
    await port.repository.updateMerging({ ...web, flags });
    expect(await port.repository.readMerging(web)).toEqual({ ...flags, autoMerge: true });
  });

  it('have autolinks', async () => {
    const link = { prefix: 'AB-', url: 'https://jira.example/browse/AB-<num>' };
    const made = await port.repository.createAutolink({ ...web, link });
    expect(await port.repository.listAutolinks(web)).toEqual([made]);
  });

  it('list the checks that have reported', async () => {
    const commit = 'a'.repeat(40);
    expect(await port.repository.listChecks({ ...web, commit })).toEqual([]);
  });
});
