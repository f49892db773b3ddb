import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/core/ports/records/target-settings.ts';
import type { SettingsTarget } from '../../src/core/ports/settings-target.ts';
import type { TargetClosure } from '../../src/core/ports/target-closure.ts';
import { targetAt } from '../core/hosts/github/support.ts';
import { createTestServices } from '../core/network/support/client.ts';
import {
  type ReceivedRequest,
  type Reply,
  startScriptedServer,
} from '../core/network/support/scripted-server.ts';
import { describedHosts } from './descriptions/github-description.ts';
import { readDescription } from './descriptions/requests-description.ts';

/** Every request about settings that the GitHub adapter sends, held against GitHub's own description. */

const web = { owner: 'acme', name: 'web' } as const;
const acme = { organization: 'acme' } as const;
const ids = { teams: new Map([['core', '7']]), users: new Map([['jane', '9']]) };
const team = { kind: 'team', name: 'core' } as const;
const jane = { kind: 'user', name: 'Jane' } as const;

const ruleset: Ruleset = {
  target: 'branch',
  include: ['~DEFAULT_BRANCH', 'refs/heads/release/*'],
  rules: [
    { type: 'creation' },
    { type: 'update' },
    { type: 'deletion' },
    { type: 'non_fast_forward' },
    {
      type: 'pull_request',
      approvals: 2,
      dismissStale: true,
      resolveThreads: true,
      reviewers: [{ team: 'core', minimum: 1 }],
    },
    { type: 'required_status_checks', contexts: ['ci/build'], strict: true },
  ],
  bypass: [{ actor: team, mode: 'pull_request' }],
  enforcement: 'disabled',
};
const content = { rulesetName: 'bitbucket: main', ruleset, ids };
const named = { ...web, ...content };
const inAcme = { ...acme, ...content };

type Calls<Port> = {
  readonly [Name in keyof Port]: (port: Port) => Promise<unknown>;
};

const ofOrganization: Calls<SettingsTarget['organization']> = {
  listTeams: (port) => port.listTeams(acme),
  createTeam: (port) => port.createTeam({ ...acme, name: 'Core', description: 'x', parent: '7' }),
  listTeamMembers: (port) => port.listTeamMembers({ ...acme, team: 'core' }),
  listTeamRepositories: (port) => port.listTeamRepositories({ ...acme, team: 'core' }),
  findMembership: (port) => port.findMembership({ ...acme, team: 'core', login: 'jane' }),
  addTeamMember: (port) => port.addTeamMember({ ...acme, team: 'core', login: 'jane' }),
  removeTeamMember: (port) => port.removeTeamMember({ ...acme, team: 'core', login: 'jane' }),
  listMembers: (port) => port.listMembers(acme),
  listProperties: (port) => port.listProperties(acme),
  defineProperty: (port) =>
    port.defineProperty({ ...acme, property: 'project', description: 'Of Bitbucket' }),
  setProperty: (port) =>
    port.setProperty({ ...acme, name: 'web', property: 'project', value: 'SHOP' }),
  listRulesets: (port) => port.listRulesets({ ...acme, prefix: 'bitbucket: ', ids }),
  readRuleset: (port) => port.readRuleset({ ...acme, id: '5', ids }),
  createRuleset: (port) => port.createRuleset({ ...inAcme, repository: '11' }),
  updateRuleset: (port) => port.updateRuleset({ ...inAcme, id: '5' }),
  enforceRuleset: (port) => port.enforceRuleset({ ...acme, id: '5', enforcement: 'active' }),
  coverRepository: async (port) => {
    const named = { ...acme, id: '5', covers: true };
    await port.coverRepository({ ...named, repository: '12' });
    await port.coverRepository({ ...named, repository: '11', covers: false });
  },
};

const ofRepository: Calls<SettingsTarget['repository']> = {
  listAccess: (port) => port.listAccess(web),
  grant: async (port) => {
    await port.grant({ ...web, grant: { actor: team, role: 'push' } });
    await port.grant({ ...web, grant: { actor: jane, role: 'maintain' } });
  },
  listRulesets: (port) => port.listRulesets({ ...web, prefix: 'bitbucket: ', ids }),
  readRuleset: (port) => port.readRuleset({ ...web, id: '5', ids }),
  createRuleset: (port) => port.createRuleset(named),
  updateRuleset: (port) => port.updateRuleset({ ...named, id: '5' }),
  enforceRuleset: (port) => port.enforceRuleset({ ...web, id: '5', enforcement: 'active' }),
  listChecks: (port) => port.listChecks({ ...web, commit: 'main' }),
  readMerging: (port) => port.readMerging(web),
  updateMerging: (port) =>
    port.updateMerging({ ...web, flags: { mergeCommit: true, squash: false, rebase: false } }),
  listAutolinks: (port) => port.listAutolinks(web),
  createAutolink: (port) =>
    port.createAutolink({ ...web, link: { prefix: 'AB-', url: 'https://jira.example/AB-<num>' } }),
  listKeys: (port) => port.listKeys(web),
  createKey: (port) =>
    port.createKey({ ...web, key: { title: 'ci', key: 'ssh-ed25519 AAAA', readOnly: true } }),
  listWebhooks: (port) => port.listWebhooks(web),
  createWebhook: (port) =>
    port.createWebhook({ ...web, webhook: { url: 'https://ci.example/h', events: ['push'] } }),
  readProperties: (port) => port.readProperties(web),
};

const ofClosure: Calls<TargetClosure> = {
  read: (port) => port.read(web),
  close: (port) => port.close(web),
  open: (port) =>
    port.open({ ...web, visibility: 'public', hasIssues: true, pullRequestPolicy: 'all' }),
  listWriters: (port) => port.listWriters(web),
  listOwners: (port) => port.listOwners(acme),
  listNumbered: (port) => port.listNumbered({ ...web, above: 4 }),
  listReleases: (port) => port.listReleases(web),
  listRepositories: async (port) => {
    const owner = { id: '1', login: 'acme', kind: 'organization' } as const;
    await port.listRepositories({ owner });
    await port.listRepositories({ owner: { ...owner, kind: 'user' } });
  },
};

const rulesetRow = { id: 5, name: 'bitbucket: main', enforcement: 'active', rules: [] };
const conditions = {
  ref_name: { include: ['~ALL'], exclude: [] },
  repository_id: { repository_ids: [11, 13] },
};

/** Answers well enough for every call to go to its end. */
function answerFor({ method, url }: ReceivedRequest): Reply {
  const path = url.split('?')[0] ?? '';
  if (/\/check-runs$/.test(path)) return { body: { total_count: 0, check_runs: [] } };
  if (/\/rulesets$/.test(path) && method === 'GET') return { body: [rulesetRow] };
  if (path.startsWith('/orgs/acme/rulesets')) return { body: { ...rulesetRow, conditions } };
  if (/\/rulesets/.test(path)) return { body: rulesetRow };
  if (path === '/orgs/acme/teams' && method === 'POST')
    return { status: 201, body: { id: 7, slug: 'core', name: 'Core' } };
  if (method === 'GET' && path.includes('/memberships/')) return { body: { state: 'pending' } };
  if (method === 'GET' && path !== '/repos/acme/web') return { body: [] };
  if (/\/(memberships|repos|collaborators|values|schema)\b/.test(path.replace(/^\/repos/, '')))
    return { status: 204 };
  const flags = { allow_merge_commit: true, allow_squash_merge: true, allow_rebase_merge: true };
  const link = { key_prefix: 'AB-', url_template: 'https://jira.example/AB-<num>' };
  const key = { title: 'ci', key: 'ssh-ed25519 AAAA', read_only: true };
  const hook = { active: false, events: ['push'], config: { url: 'https://ci.example/h' } };
  const doors = { private: true, has_issues: false };
  return { body: { id: 1, ...doors, ...flags, ...link, ...key, ...hook } };
}

async function requestsOf(
  call: (target: SettingsTarget, closure: TargetClosure) => Promise<unknown>,
): Promise<readonly ReceivedRequest[]> {
  await using server = await startScriptedServer(answerFor);
  await using services = await createTestServices();
  const { settings, closure } = targetAt(server, services);
  await call(settings, closure);
  return server.requests;
}

describe.each(describedHosts)('GitHub’s description %s', (name) => {
  const description = readDescription(name);

  it.each(Object.entries(ofOrganization))('knows every request of %s', async (_, call) => {
    const requests = await requestsOf(({ organization }) => call(organization));
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) description.check(request);
  });

  it.each(Object.entries(ofClosure))('knows every request to %s', async (_, call) => {
    const requests = await requestsOf((_settings, closure) => call(closure));
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) description.check(request);
  });

  it.each(Object.entries(ofRepository))('knows every request of %s', async (_, call) => {
    const requests = await requestsOf(({ repository }) => call(repository));
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) description.check(request);
  });
});

describe('GitHub’s description of people in rulesets', () => {
  const withPerson = {
    ...named,
    ruleset: { ...ruleset, bypass: [{ actor: jane, mode: 'always' }] },
  };

  it('knows them on github.com and not on Enterprise Server 3.19', async () => {
    const [request] = await requestsOf(({ repository }) =>
      repository.createRuleset(withPerson as Parameters<typeof repository.createRuleset>[0]),
    );
    if (request === undefined) throw new Error('nothing was sent');
    expect(request.body).toContain('"actor_type":"User"');
    readDescription('api.github.com').check(request);
    expect(() => readDescription('ghes-3.19').check(request)).toThrow();
  });

  it('gets allow_auto_merge on github.com', async () => {
    const [request] = await requestsOf(({ repository }) =>
      repository.updateMerging({ ...web, autoMerge: true }),
    );
    if (request === undefined) throw new Error('nothing was sent');
    readDescription('api.github.com').check(request);
  });
});
