import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GithubAccount } from '../../../sandbox/github/accounts/account.ts';
import { askGithub, type RestAnswer } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
let acme: GithubAccount;

beforeEach(async () => {
  sandbox = await openSandbox();
  await prepare();
});
afterEach(() => sandbox.close());

async function prepare(): Promise<void> {
  const { github } = sandbox;
  const found = github.findAccount('acme');
  if (found === null) throw new Error('No organization');
  acme = found;
  for (const login of ['jane', 'outsider']) github.addUser({ login });
  github.setMembership('acme', 'jane', { role: 'member', state: 'active' });
  await ask('POST', '/orgs/acme/repos', { name: 'web', private: true });
}

const ask = (method: string, path: string, body?: unknown, token?: string): Promise<RestAnswer> =>
  askGithub(sandbox, method, path, body, token === undefined ? {} : { token });

const said = (answer: RestAnswer) => [answer.status, answer.text] as const;
const branchRules = (more: object = {}) => ({
  name: 'bitbucket: main',
  enforcement: 'active',
  conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
  rules: [{ type: 'deletion' }],
  ...more,
});
const rulesets = '/repos/acme/web/rulesets';

describe('rulesets', () => {
  it('are for paid plans in private repositories, and for public ones everywhere', async () => {
    acme.plan = 'free';
    expect((await ask('GET', rulesets)).status).toBe(403);
    const refused = await ask('POST', rulesets, branchRules());
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('Upgrade to GitHub Pro');
    await ask('PATCH', '/repos/acme/web', { private: false });
    expect((await ask('POST', rulesets, branchRules())).status).toBe(201);
  });

  it('are tried out without effect by enterprises alone', async () => {
    const tried = branchRules({ enforcement: 'evaluate' });
    expect((await ask('POST', rulesets, tried)).status).toBe(422);
    acme.plan = 'enterprise';
    expect((await ask('POST', rulesets, tried)).status).toBe(201);
  });

  it.each([
    [
      'a pattern without its folder',
      { conditions: { ref_name: { include: ['main'], exclude: [] } } },
      'Invalid target patterns',
    ],
    [
      'pull requests for tags',
      { target: 'tag', conditions: {}, rules: [{ type: 'pull_request' }] },
      "Invalid rule 'pull_request'",
    ],
    [
      'a rule that is not enforced here',
      { rules: [{ type: 'workflows' }] },
      'does not know the rule',
    ],
    ['a rule twice', { rules: [{ type: 'deletion' }, { type: 'deletion' }] }, 'duplicate'],
    [
      'somebody from outside',
      { bypass_actors: [{ actor_id: 90_000_004, actor_type: 'User' }] },
      'must be part of the ruleset source',
    ],
    [
      'a role that cannot be named',
      { bypass_actors: [{ actor_id: 1, actor_type: 'RepositoryRole' }] },
      'must be part of the ruleset source',
    ],
    [
      'a key by pull requests',
      { bypass_actors: [{ actor_type: 'DeployKey', bypass_mode: 'pull_request' }] },
      'not allowed here',
    ],
  ])('are refused with %s', async (_, more, sentence) => {
    const answer = await ask('POST', rulesets, branchRules(more));
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(sentence);
  });

  it('are at most 75', async () => {
    for (let n = 0; n < 75; n += 1) {
      const name = `rule ${n}`;
      sandbox.github.addRuleset('acme/web', { name, target: 'branch', enforcement: 'disabled' });
    }
    expect((await ask('POST', rulesets, branchRules())).status).toBe(422);
  });

  it('name a closed team among those who bypass them, and no secret one', async () => {
    const team = await ask('POST', '/orgs/acme/teams', { name: 'core' });
    expect(team.body.privacy).toBe('secret');
    const bypass = { bypass_actors: [{ actor_id: team.body.id, actor_type: 'Team' }] };
    expect((await ask('POST', rulesets, branchRules(bypass))).status).toBe(422);
    await ask('PATCH', '/orgs/acme/teams/core', { privacy: 'closed' });
    const made = await ask('POST', rulesets, branchRules(bypass));
    expect(made.body.bypass_actors).toEqual([
      { actor_id: team.body.id, actor_type: 'Team', bypass_mode: 'always' },
    ]);
  });

  it('show who bypasses them to administrators alone', async () => {
    const made = await ask('POST', rulesets, branchRules());
    const token = sandbox.github.tokens.add({ login: 'jane' });
    const seen = await ask('GET', `${rulesets}/${String(made.body.id)}`, undefined, token);
    expect(seen.status).toBe(200);
    expect(seen.body.bypass_actors).toBeUndefined();
    expect((await ask('POST', rulesets, branchRules(), token)).status).toBe(404);
  });

  it('of an organization hide from tokens without admin:org', async () => {
    const token = sandbox.github.tokens.add({ scopes: ['repo', 'read:org'] });
    expect((await ask('POST', '/orgs/acme/rulesets', branchRules(), token)).status).toBe(404);
    expect((await ask('POST', '/orgs/acme/rulesets', branchRules())).status).toBe(422);
  });
});

describe('rulesets of an Enterprise Server 3.19', () => {
  it('know no people who bypass them', async () => {
    await sandbox.close();
    sandbox = await openSandbox({ target: 'enterprise-server' });
    await prepare();
    const { id } = sandbox.github.findAccount('jane') ?? {};
    const bypass = { bypass_actors: [{ actor_id: id, actor_type: 'User' }] };
    expect((await ask('POST', rulesets, branchRules(bypass))).status).toBe(422);
  });

  it('take them on github.com', async () => {
    const { id } = sandbox.github.findAccount('jane') ?? {};
    const bypass = { bypass_actors: [{ actor_id: id, actor_type: 'User' }] };
    expect((await ask('POST', rulesets, branchRules(bypass))).status).toBe(201);
  });
});

describe('teams', () => {
  const membership = '/orgs/acme/teams/core/memberships';
  beforeEach(async () => {
    await ask('POST', '/orgs/acme/teams', { name: 'Core', privacy: 'closed' });
  });

  it('belong to whoever makes them until they leave', async () => {
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
