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
    acme = await prepareOrganization(sandbox);
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
