import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usersEnvironment } from '../../../../../sandbox/environment.ts';
import { createGitHub } from '../../../../../src/core/hosts/github/github.ts';
import { readTargetCredentials } from '../../../../../src/core/ports/credentials/target-credentials.ts';
import type { TargetPeople } from '../../../../../src/core/ports/records/target-people.ts';
import { addCommitsBy } from '../../../../helpers/repositories/commits-by.ts';
import { askGithub } from '../../../../sandbox/helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../../network/support/client.ts';
import { collect } from '../pull-request-support.ts';
import { targetOf } from '../sandbox-target.ts';

const organization = 'acme';

describe('people of github.com', () => {
  let sandbox: TestSandbox;
  let services: TestServices;
  let people: TargetPeople;

  beforeAll(async () => {
    sandbox = await openSandbox();
    services = await createTestServices();
    const { github } = sandbox;
    github.addUser({ login: 'ada-gh', name: 'Ada Park', emails: ['ada@acme.example'] });
    github.addUser({ login: 'stranger', name: 'Ada Park' });
    github.setMembership(organization, 'ada-gh', { role: 'member', state: 'active' });
    for (const name of ['web', 'empty']) {
      await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name });
    }
    addCommitsBy(github.gitDirectory('acme/web'), [
      'Ada Park <Ada@Acme.example>',
      'Bo <bo@acme.example>',
      'Ada <1+ada-gh@users.noreply.github.com>',
    ]);
    people = targetOf(sandbox, services).people;
  });
  afterAll(async () => {
    await services[Symbol.asyncDispose]();
    await sandbox.close();
  });

  function withScopes(...scopes: readonly string[]): TargetPeople {
    const token = sandbox.github.tokens.add({ scopes });
    const environment = { ...usersEnvironment(sandbox), DST_TOKEN: token };
    return createGitHub({ access: readTargetCredentials(environment), services }).people;
  }

  it('are the members of the organization with their names', async () => {
    expect(await collect(people.listMembers({ organization }))).toEqual([
      { login: 'robin-keller', name: 'Robin Keller' },
      { login: 'ada-gh', name: 'Ada Park' },
    ]);
  });

  it('are many', async () => {
    for (let number = 1; number <= 120; number += 1) {
      sandbox.github.addUser({ login: `member-${number}` });
      const active = { role: 'member', state: 'active' } as const;
      sandbox.github.setMembership(organization, `member-${number}`, active);
    }
    expect(await collect(people.listMembers({ organization }))).toHaveLength(122);
  });

  it('are the authors of commits, with the account that has the address', async () => {
    const found = await collect(people.listCommitAuthors({ owner: organization, name: 'web' }));
    expect(found).toEqual([
      { name: 'Ada', email: '1+ada-gh@users.noreply.github.com', login: 'ada-gh' },
      { name: 'Bo', email: 'bo@acme.example', login: null },
      { name: 'Ada Park', email: 'Ada@Acme.example', login: 'ada-gh' },
    ]);
    const empty = people.listCommitAuthors({ owner: organization, name: 'empty' });
    expect(await collect(empty)).toEqual([]);
  });

  it('are known to single sign-on, which most organizations have none of', async () => {
    expect(await collect(people.listIdentities({ organization }))).toEqual([]);
    const acme = sandbox.github.findAccount(organization);
    const ada = sandbox.github.findAccount('ada-gh');
    if (acme === null || ada === null) throw new Error('the accounts are missing');
    const saml = { nameId: 'ada@acme.example', givenName: 'Ada', familyName: 'Park' };
    const scim = { username: 'ada.park', emails: ['ada@acme.example'] };
    acme.identities = [
      { account: ada, saml, scim },
      { account: null, saml, scim: null },
    ];
    expect(await collect(people.listIdentities({ organization }))).toEqual([
      { login: 'ada-gh', handles: ['ada@acme.example', 'ada.park'], name: 'Ada Park' },
    ]);
    acme.identities = null;
  });

  it('are not shown without scopes of the organization', async () => {
    const refused = { code: 'permission' };
    const narrow = withScopes('repo');
    await expect(collect(narrow.listMembers({ organization }))).rejects.toMatchObject(refused);
    const members = withScopes('repo', 'read:org');
    expect(await collect(members.listMembers({ organization }))).not.toEqual([]);
    await expect(collect(members.listIdentities({ organization }))).rejects.toMatchObject(refused);
    sandbox.github.rules.identitiesWithoutScope = 'nothing';
    expect(await collect(members.listIdentities({ organization }))).toEqual([]);
  });

  it('have pushed to repositories, which are named from the newest', async () => {
    expect(await people.listNewestRepositories({ organization, atMost: 10 })).toHaveLength(2);
  });

  it('are of an organization: others have none', async () => {
    const nobody = { organization: 'nobody' };
    const missing = { code: 'not-found' };
    await expect(collect(people.listMembers(nobody))).rejects.toMatchObject(missing);
  });
});
