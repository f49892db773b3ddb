import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GithubAccount } from '../../../sandbox/github/accounts/account.ts';
import { prepareOrganization } from '../helpers/organization.ts';
import { askGithub, type RestAnswer } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
let acme: GithubAccount;

beforeEach(async () => {
  sandbox = await openSandbox();
  acme = await prepareOrganization(sandbox);
});
afterEach(() => sandbox.close());

const ask = (method: string, path: string, body?: unknown, token?: string): Promise<RestAnswer> =>
  askGithub(sandbox, method, path, body, token === undefined ? {} : { token });

const said = (answer: RestAnswer) => [answer.status, answer.text] as const;

describe('teams', () => {
  const membership = '/orgs/acme/teams/core/memberships';
  beforeEach(async () => {
    await ask('POST', '/orgs/acme/teams', { name: 'Core', privacy: 'closed' });
  });

  it('belong to the one who makes them until they leave', async () => {
    const own = await ask('GET', `${membership}/robin-keller`);
    expect(own.body).toMatchObject({ role: 'maintainer', state: 'active' });
    expect((await ask('DELETE', `${membership}/robin-keller`)).status).toBe(204);
    expect((await ask('GET', `${membership}/robin-keller`)).status).toBe(404);
  });

  it('take members at once and invite everybody else', async () => {
    expect((await ask('PUT', `${membership}/jane`)).body.state).toBe('active');
    expect((await ask('PUT', `${membership}/outsider`)).body.state).toBe('pending');
    const invited = await ask('GET', '/orgs/acme/invitations');
    expect(invited.text).toContain('"login":"outsider"');
  });

  it.each([
    ['an identity provider that has the members', 403, () => changeTeam()],
    ['managed users', 403, () => Object.assign(acme.policies, { hasManagedUsers: true })],
    ['no seat left', 422, () => Object.assign(acme.policies, { seats: 2 })],
    [
      'too many invitations a day',
      422,
      () => Object.assign(acme.policies, { invitationsPerDay: 0 }),
    ],
  ])('invite nobody with %s', async (_, status, change) => {
    change();
    expect((await ask('PUT', `${membership}/outsider`)).status).toBe(status);
    expect(acme.members.has('outsider')).toBe(false);
  });

  function changeTeam(): void {
    const team = acme.teams.get('core');
    if (team !== undefined) team.isSynchronized = true;
  }

  it('are changed by owners with admin:org alone, and unknown to strangers', async () => {
    const limited = sandbox.github.tokens.add({ scopes: ['repo', 'read:org'] });
    expect(said(await ask('POST', '/orgs/acme/teams', { name: 'x' }, limited))[0]).toBe(403);
    const stranger = sandbox.github.tokens.add({ login: 'outsider', scopes: ['admin:org'] });
    expect((await ask('GET', '/orgs/acme/teams', undefined, stranger)).status).toBe(404);
    const member = sandbox.github.tokens.add({ login: 'jane', scopes: ['admin:org'] });
    expect((await ask('PUT', `${membership}/jane`, {}, member)).status).toBe(403);
  });

  it('give their access to the members of the teams below them', async () => {
    const { body } = await ask('GET', '/orgs/acme/teams/core');
    await ask('POST', '/orgs/acme/teams', { name: 'Core Web', parent_team_id: body.id });
    await ask('PUT', '/orgs/acme/teams/core-web/memberships/jane');
    await ask('PUT', '/orgs/acme/teams/core/repos/acme/web', { permission: 'push' });
    const permission = await ask('GET', '/repos/acme/web/collaborators/jane/permission');
    expect(permission.body).toMatchObject({ permission: 'write', role_name: 'write' });
    const members = await ask('GET', '/orgs/acme/teams/core/members');
    expect(members.text).toContain('"login":"jane"');
  });

  it('get no permission that the organization does not have', async () => {
    const path = '/orgs/acme/teams/core/repos/acme/web';
    expect((await ask('PUT', path, { permission: 'reviewer' })).status).toBe(422);
    expect((await ask('PUT', '/orgs/acme/teams/core/repos/acme/none', {})).status).toBe(404);
  });
});

describe('collaborators', () => {
  const outsider = '/repos/acme/web/collaborators/outsider';

  it('from outside are invited, 50 a day, and members are taken at once', async () => {
    expect((await ask('PUT', outsider, { permission: 'pull' })).status).toBe(201);
    expect((await ask('PUT', '/repos/acme/web/collaborators/jane')).status).toBe(204);
    expect((await ask('GET', '/repos/acme/web/invitations')).text).toContain(
      '"permissions":"read"',
    );
    const settings = sandbox.github.findRepository('acme/web')?.settings;
    const account = sandbox.github.addUser({ login: 'many' });
    for (let n = 1; n < 50; n += 1) {
      const at = sandbox.github.findAccount('jane') === null ? 0 : Date.now();
      settings?.invitations.push({ id: n, account, inviter: account, role: 'read', at });
    }
    sandbox.github.addUser({ login: 'last' });
    expect((await ask('PUT', '/repos/acme/web/collaborators/last')).status).toBe(422);
  });

  it.each(['allowsOutsideCollaborators', 'hasManagedUsers'] as const)(
    'from outside are refused where %s says so',
    async (policy) => {
      Object.assign(acme.policies, { [policy]: policy === 'hasManagedUsers' });
      expect((await ask('PUT', outsider)).status).toBe(403);
    },
  );
});

describe('deploy keys', () => {
  const key = { title: 'ci', key: 'ssh-ed25519 AAAAC3one ci@acme' };

  it('are used once on the whole host, by repositories and by people', async () => {
    await ask('POST', '/orgs/acme/repos', { name: 'api', private: true });
    expect((await ask('POST', '/repos/acme/web/keys', key)).status).toBe(201);
    const again = await ask('POST', '/repos/acme/api/keys', {
      ...key,
      key: 'ssh-ed25519 AAAAC3one',
    });
    expect(said(again)).toEqual([422, expect.stringContaining('key is already in use')]);
    sandbox.github.userKeys.add('ssh-ed25519 AAAAC3two');
    const persons = await ask('POST', '/repos/acme/api/keys', { key: 'ssh-ed25519 AAAAC3two' });
    expect(persons.status).toBe(422);
  });

  it('are refused where the organization does not want them', async () => {
    acme.policies.allowsDeployKeys = false;
    const answer = await ask('POST', '/repos/acme/web/keys', key);
    expect(said(answer)).toEqual([422, expect.stringContaining('Deploy keys are disabled')]);
  });
});

describe('autolinks and webhooks', () => {
  it('have no prefix that begins another one', async () => {
    const link = (key_prefix: string) =>
      ask('POST', '/repos/acme/web/autolinks', {
        key_prefix,
        url_template: 'https://jira.example/<num>',
      });
    expect((await link('CHK-')).status).toBe(201);
    expect((await link('CHK-2')).status).toBe(422);
    expect((await link('CH')).status).toBe(422);
    expect((await link('PAY-')).status).toBe(201);
  });

  it('are there once for each address and its events, with the secret as stars', async () => {
    const config = { url: 'https://ci.example/hook', content_type: 'json', secret: 'hush' };
    const hook = { active: false, events: ['push'], config };
    const made = await ask('POST', '/repos/acme/web/hooks', hook);
    expect(made.body).toMatchObject({ active: false, config: { secret: '********' } });
    expect(made.text).not.toContain('hush');
    const again = await ask('POST', '/repos/acme/web/hooks', hook);
    expect(again.text).toContain('Hook already exists on this repository');
  });

  it('are not there for who does not administer the repository', async () => {
    const token = sandbox.github.tokens.add({ login: 'jane' });
    for (const what of ['hooks', 'keys', 'autolinks', 'invitations']) {
      expect((await ask('GET', `/repos/acme/web/${what}`, undefined, token)).status).toBe(404);
    }
  });
});

describe('custom properties', () => {
  it('take only values that are allowed, in repositories that are there', async () => {
    const schema = '/orgs/acme/properties/schema/project';
    await ask('PUT', schema, { value_type: 'single_select', allowed_values: ['SHOP'] });
    const set = (value: string, name = 'web') =>
      ask('PATCH', '/orgs/acme/properties/values', {
        repository_names: [name],
        properties: [{ property_name: 'project', value }],
      });
    expect((await set('PAY')).status).toBe(422);
    expect((await set('SHOP', 'none')).status).toBe(404);
    expect((await set('SHOP')).status).toBe(204);
    expect((await ask('GET', '/repos/acme/web/properties/values')).body).toEqual([
      { property_name: 'project', value: 'SHOP' },
    ]);
  });
});
