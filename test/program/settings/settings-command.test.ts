import { describe, expect, it } from 'vitest';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import {
  addSettings,
  settingsOnTarget,
  writesSince,
} from '../../helpers/settings/settings-place.ts';
import { openWorkplace, type Workplace } from '../../helpers/workplace.ts';

const migrate = ['migrate', '--plan', 'plan.json'];

async function migrated(place: Workplace, ...flags: readonly string[]): Promise<string> {
  await addSettings(place, 'web');
  const { code, stderr } = await place.run([...migrate, ...flags]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return newestMigration(place);
}

interface Outcome {
  readonly kind: string;
  readonly name: string;
  readonly state: string;
  readonly note: string | null;
  readonly hint: string | null;
}

interface Told {
  readonly teams: readonly Outcome[];
  readonly repositories: readonly { readonly settings: readonly Outcome[] }[];
}

async function settings(place: Workplace, id: string, ...flags: readonly string[]) {
  const ended = await place.run(['settings', '--migration', id, '--json', ...flags]);
  expect(ended.stderr).not.toContain('Unexpected');
  const told = JSON.parse(ended.stdout) as Told;
  const outcomes = [...told.teams, ...told.repositories.flatMap((one) => one.settings)];
  const states = outcomes.map(({ kind, name, state }) => `${kind} ${name}: ${state}`);
  return { ...ended, outcomes, states };
}

describe('settings', () => {
  it('finds everything after a migration, and writes nothing', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    const before = place.sandbox.requests.length;
    const { code, states } = await settings(place, id);
    expect(code).toBe(0);
    expect(states).toEqual([
      'team core: waiting',
      'merging ways to merge: equal',
      'autolink SHOP-: equal',
      'webhook ci.example/hook (push): equal',
      'property bitbucket_project: equal',
      'pull-request migrator/settings: equal',
      'ruleset bitbucket: ~DEFAULT_BRANCH: equal',
      'ruleset bitbucket: checks on release/*: equal',
      'deploy-key deploy: equal',
      'access team core: equal',
      'access user jane: equal',
      'access user outsider: waiting',
    ]);
    expect(writesSince(place, before)).toEqual([]);
  });

  it('applies what --settings none has left, and tells beforehand', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place, '--settings', 'none');
    const { settings: on } = place.sandbox.github.findRepository('acme/web') ?? {};
    expect(on?.rulesets).toEqual([]);
    const before = place.sandbox.requests.length;
    const dry = await settings(place, id, '--settings', 'active', '--dry-run');
    expect(dry.states).toContain('ruleset bitbucket: ~DEFAULT_BRANCH: missing');
    expect(dry.states).toContain('pull-request migrator/settings: missing');
    expect(writesSince(place, before)).toEqual([]);
    const done = await settings(place, id, '--settings', 'active');
    expect([done.code, done.stderr]).toEqual([0, expect.any(String)]);
    expect(settingsOnTarget(place, 'web')).toMatchObject({
      rulesets: [{ enforcement: 'active' }, { enforcement: 'disabled' }],
      teams: [{ slug: 'core', members: ['bob', 'jane'], role: 'write' }],
      pulls: ['#1 Add settings from Bitbucket: open'],
      squashOnly: true,
    });
    const after = place.sandbox.requests.length;
    await settings(place, id);
    expect(writesSince(place, after)).toEqual([]);
  });

  it('switches rules on that were created disabled, and none off again', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place, '--settings', 'disabled');
    const enforcements = () =>
      settingsOnTarget(place, 'web').rulesets.map(({ enforcement }) => enforcement);
    const roles = () => settingsOnTarget(place, 'web').teams.map(({ role }) => role);
    expect([enforcements(), roles()]).toEqual([['disabled', 'disabled'], ['read']]);
    await settings(place, id, '--settings', 'active');
    expect([enforcements(), roles()]).toEqual([['active', 'disabled'], ['write']]);
    const { outcomes } = await settings(place, id, '--settings', 'disabled');
    expect(enforcements()).toEqual(['active', 'disabled']);
    expect(outcomes).toContainEqual(expect.objectContaining({ state: 'kept', note: 'is active' }));
  });

  it('puts required checks in force once GitHub has seen them', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    const { outcomes } = await settings(place, id);
    const checks = outcomes.find(({ name }) => name === 'bitbucket: checks on release/*');
    expect(checks?.note).toContain('disabled until GitHub has seen ci/build');
    const { github } = place.sandbox;
    const repository = github.findRepository('acme/web');
    const { code } = await place.run(['status', '--list']);
    expect(code).toBe(0);
    const sha = headOf(place);
    repository?.settings.statuses.push({
      ...{ id: 1, sha, context: 'ci/build', state: 'success', description: null },
      ...{ targetUrl: null, creator: github.user, at: 0 },
    });
    await settings(place, id);
    expect(settingsOnTarget(place, 'web').rulesets.at(-1)?.enforcement).toBe('active');
  });

  it('evaluates required checks meanwhile where GitHub is Enterprise', async () => {
    await using place = await openWorkplace();
    const acme = place.sandbox.github.findAccount('acme');
    if (acme === null) throw new Error('no organization');
    acme.plan = 'enterprise';
    const id = await migrated(place);
    expect(settingsOnTarget(place, 'web').rulesets.at(-1)?.enforcement).toBe('evaluate');
    const before = place.sandbox.requests.length;
    const { outcomes } = await settings(place, id);
    const checks = outcomes.find(({ name }) => name === 'bitbucket: checks on release/*');
    expect(checks?.note).toContain('only evaluated until GitHub has seen ci/build');
    expect(writesSince(place, before)).toEqual([]);
    expect(await verifyCode(place, id)).toBe(0);
  });

  it('invites only with --invite', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    const { states, outcomes } = await settings(place, id, '--invite');
    expect(states).toContain('access user outsider: written');
    expect(outcomes[0]?.note).toContain('Invited: outsider (1 seat)');
    const invitations = [{ login: 'outsider', role: 'read' }];
    expect(settingsOnTarget(place, 'web').invitations).toEqual(invitations);
    const again = place.sandbox.requests.length;
    await settings(place, id);
    expect(writesSince(place, again)).toEqual([]);
  });

  it('keeps what somebody has changed, and says how it differs', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    const repository = place.sandbox.github.findRepository('acme/web');
    const rulesets = repository?.settings.rulesets;
    const [first] = rulesets ?? [];
    if (first === undefined || rulesets === undefined) throw new Error('no ruleset');
    rulesets[0] = { ...first, rules: [{ type: 'deletion' }] };
    place.sandbox.github.addCollaborator('acme/web', 'jane', 'admin');
    const before = place.sandbox.requests.length;
    const { outcomes } = await settings(place, id);
    expect(outcomes).toContainEqual(
      expect.objectContaining({ state: 'kept', note: 'lacks the rule non_fast_forward' }),
    );
    expect(outcomes).toContainEqual(
      expect.objectContaining({ state: 'kept', note: 'has admin; the plan says maintain' }),
    );
    expect(writesSince(place, before)).toEqual([]);
  });

  it('takes an edited plan, and changes rulesets of ours that nobody has touched', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    const plan = JSON.parse(await readPlanText(place)) as Record<string, unknown>;
    const text = JSON.stringify(plan).replace('{"type":"non_fast_forward"}', '{"type":"creation"}');
    place.write('edited.json', text);
    const { outcomes, code } = await settings(place, id, '--plan', 'edited.json');
    expect(code).toBe(0);
    const name = 'bitbucket: ~DEFAULT_BRANCH';
    expect(outcomes).toContainEqual(expect.objectContaining({ name, state: 'written' }));
    const rules = place.sandbox.github.findRepository('acme/web')?.settings.rulesets[0]?.rules;
    expect(rules?.map(({ type }) => type).sort()).toEqual(['creation', 'deletion']);
    place.write('other.json', place.plan('other'));
    const other = await place.run(['settings', '--migration', id, '--plan', 'other.json']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('is not the plan of')]);
  });

  it('opens an archived target for what is missing, and archives it again', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place, '--settings', 'none');
    const repository = place.sandbox.github.findRepository('acme/web');
    if (repository === null) throw new Error('no repository');
    repository.archived = true;
    const { code, states } = await settings(place, id, '--settings', 'active');
    expect(code).toBe(0);
    expect(states).toContain('autolink SHOP-: written');
    expect(repository.archived).toBe(true);
  });
});

describe('teams that stand for groups', () => {
  const bypassing = (place: Workplace) =>
    settingsOnTarget(place, 'web').rulesets.map(({ bypass }) => bypass);
  const role = (place: Workplace) => settingsOnTarget(place, 'web').teams[0]?.role;

  it('get nothing where others are in them, unless the plan accepts that', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const { github } = place.sandbox;
    github.addUser({ login: 'carol' });
    github.addTeam({ organization: 'acme', slug: 'core', members: ['carol'] });
    const ended = await place.run(migrate);
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('"accept": "looser"')]);
    expect([role(place), bypassing(place)]).toEqual([null, [0, 0]]);
    const id = await newestMigration(place);
    const { outcomes } = await settings(place, id);
    expect(outcomes[0]).toMatchObject({ name: 'core', state: 'waiting' });
    const plan = JSON.parse(await readPlanText(place));
    plan.teams[0].accept = 'looser';
    place.write('plan.json', plan);
    await settings(place, id, '--plan', 'plan.json');
    expect([role(place), bypassing(place)]).toEqual(['write', [1, 0]]);
  });

  it('of an earlier run keep what they have when somebody joins them', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    const { github } = place.sandbox;
    const account = github.addUser({ login: 'carol' });
    const team = github.findAccount('acme')?.teams.get('core');
    team?.members.set('carol', { account, role: 'member', state: 'active' });
    const before = place.sandbox.requests.length;
    const { states } = await settings(place, id);
    expect(states).toContain('ruleset bitbucket: ~DEFAULT_BRANCH: equal');
    expect(writesSince(place, before)).toEqual([]);
  });

  it('get nothing where people of a team below them are others', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    place.sandbox.github.addTeam({ organization: 'acme', slug: 'core', members: ['jane'] });
    const plan = JSON.parse(await readPlanText(place));
    plan.teams[0].members = ['jane'];
    plan.teams.push({
      ...{ name: 'below', groups: ['below'], members: ['bob'], incomplete: false },
      parent: 'core',
    });
    place.write('plan.json', plan);
    expect((await place.run(migrate)).code).toBe(0);
    expect([role(place), bypassing(place)]).toEqual([null, [0, 0]]);
  });

  it('are found again under the name that GitHub has made of theirs, or that people gave them', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const text = (await readPlanText(place)).replaceAll('"core"', '"Core  Team"');
    place.write('plan.json', text);
    const ended = await place.run(migrate);
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect([role(place), bypassing(place)]).toEqual(['write', [1, 0]]);
    const id = await newestMigration(place);
    const unchanged = async () => {
      const before = place.sandbox.requests.length;
      const { states } = await settings(place, id);
      expect(states).toContain('ruleset bitbucket: ~DEFAULT_BRANCH: equal');
      expect(writesSince(place, before)).toEqual([]);
    };
    await unchanged();
    const teams = place.sandbox.github.findAccount('acme')?.teams;
    const team = teams?.get('core-team');
    if (teams === undefined || team === undefined) throw new Error('no team');
    teams.delete('core-team');
    Object.assign(team, { name: 'Heart', slug: 'heart' });
    teams.set('heart', team);
    await unchanged();
  });
});

describe('rulesets of a repository that is migrated again', () => {
  const enforcements = (place: Workplace) =>
    settingsOnTarget(place, 'web').rulesets.map(({ enforcement }) => enforcement);

  it('are in force again where that fails half-way', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    place.sandbox.faults.add({
      host: 'github-git',
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403 },
    });
    const before = place.sandbox.requests.length;
    const ended = await place.run(['migrate', '--resume', id, '--reset-repo', 'web']);
    expect(ended.code).not.toBe(0);
    const puts = writesSince(place, before).filter((one) => one.includes('/rulesets/'));
    expect(puts).toHaveLength(2);
    expect(enforcements(place)).toEqual(['active', 'disabled']);
  });
});

describe('settings that a target refuses', () => {
  it('are told with what to do, and the others are applied', async () => {
    await using place = await openWorkplace();
    const { github } = place.sandbox;
    const acme = github.findAccount('acme');
    if (acme === null) throw new Error('no organization');
    acme.plan = 'free';
    github.userKeys.add('ssh-ed25519 AAAAdeploy');
    await addSettings(place, 'web');
    const ended = await place.run(migrate);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('settings need attention');
    const { code, outcomes } = await settings(place, await newestMigration(place));
    expect(code).toBe(6);
    const refused = outcomes.filter(({ state }) => state === 'refused');
    expect(refused.map(({ kind, hint }) => [kind, hint])).toEqual([
      ['ruleset', expect.stringContaining('paid GitHub plan')],
      ['ruleset', expect.stringContaining('paid GitHub plan')],
      ['deploy-key', 'GitHub accepts a key only once. Create a new key for this repository.'],
    ]);
    expect(settingsOnTarget(place, 'web').teams).toMatchObject([{ slug: 'core', role: 'read' }]);
    expect(outcomes).toContainEqual(
      expect.objectContaining({
        name: 'team core',
        state: 'waiting',
        note: 'may not write until the ruleset bitbucket: ~DEFAULT_BRANCH is in force: push',
      }),
    );
    const lines = await place.run([
      ...['settings', '--migration', await newestMigration(place), '--plain'],
    ]);
    expect(lines.stdout).toContain('  refused   deploy-key deploy');
  });

  it('are people in rulesets of Enterprise Server 3.19, which binds them then', async () => {
    await using place = await openWorkplace({ target: 'enterprise-server' });
    await addSettings(place, 'web');
    const text = await readPlanText(place);
    const jane = '{"actor":{"kind":"user","name":"jane"},"mode":"always"}';
    const withJane = JSON.stringify(JSON.parse(text)).replace('"bypass":[{', `"bypass":[${jane},{`);
    place.write('plan.json', withJane);
    const ended = await place.run(migrate);
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(settingsOnTarget(place, 'web').rulesets[0]).toMatchObject({ bypass: 1 });
    const before = place.sandbox.requests.length;
    const id = await newestMigration(place);
    const { outcomes } = await settings(place, id);
    expect(outcomes.find(({ kind }) => kind === 'ruleset')).toMatchObject({
      state: 'kept',
      note: 'binds user jane',
    });
    expect(writesSince(place, before)).toEqual([]);
    const verified = await place.run(['verify', '--migration', id]);
    expect([verified.code, verified.stdout]).toEqual([
      0,
      expect.stringContaining('No differences'),
    ]);
  });

  it('are members of a team that an identity provider fills', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const team = place.sandbox.github.addTeam({ organization: 'acme', slug: 'core', members: [] });
    team.isSynchronized = true;
    expect((await place.run(migrate)).code).toBe(0);
    const { outcomes } = await settings(place, await newestMigration(place));
    expect(outcomes[0]).toMatchObject({
      state: 'refused',
      hint: expect.stringContaining('identity provider'),
    });
    expect([...team.members]).toEqual([]);
  });
});

describe('a base permission of the organization that lets everybody write', () => {
  it('is told before anything is written, and with the settings', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const acme = place.sandbox.github.findAccount('acme');
    if (acme === null) throw new Error('no organization');
    acme.policies.basePermission = 'write';
    const said = 'All members of acme may push to every repository (base permission write)';
    const ended = await place.run([...migrate, '--dry-run']);
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(said)]);
    await place.run(migrate);
    const { outcomes } = await settings(place, await newestMigration(place));
    expect(outcomes[0]).toMatchObject({ name: 'everybody in acme', note: said });
    acme.policies.basePermission = 'read';
    const { stderr } = await place.run([...migrate, '--dry-run']);
    expect(stderr).not.toContain('All members');
  });
});

describe('settings in a personal account', () => {
  it('give nobody more than reading where a collaborator would write', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const { login } = place.sandbox.github.user;
    const text = (await readPlanText(place)).replace('"acme"', JSON.stringify(login));
    place.write('plan.json', text);
    const ended = await place.run([...migrate, '--invite']);
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    const id = await newestMigration(place);
    const before = place.sandbox.requests.length;
    const { outcomes } = await settings(place, id);
    const about = (name: string) => outcomes.find((one) => one.name === name);
    expect(about('user outsider')).toMatchObject({
      state: 'waiting',
      note: 'gets no pull: collaborators of a personal account write',
    });
    const invited = place.sandbox.github.findRepository(`${login}/web`)?.settings.invitations;
    expect(invited?.map(({ account, role }) => [account.login, role])).toEqual([['jane', 'write']]);
    expect(writesSince(place, before)).toEqual([]);
  });
});

describe('a ruleset of the plan that is to be in force', () => {
  it('keeps people from writing while checks that GitHub has not seen keep it off', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const text = (await readPlanText(place)).replace('"disabled"', '"active"');
    place.write('plan.json', text);
    expect((await place.run(migrate)).code).toBe(0);
    expect(settingsOnTarget(place, 'web')).toMatchObject({
      rulesets: [{ enforcement: 'active' }, { enforcement: 'disabled' }],
      teams: [{ slug: 'core', role: 'read' }],
    });
  });
});

describe('a plan that follows its source', () => {
  it('keeps the target private and closed, and its settings wait', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const plan = JSON.parse(await readPlanText(place));
    plan.follow = true;
    plan.repositories[0].visibility = 'public';
    place.write('plan.json', plan);
    const ended = await place.run([...migrate, '-v']);
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(ended.stderr).toContain('private until the cut-over');
    const repository = place.sandbox.github.findRepository('acme/web');
    expect(repository?.private).toBe(true);
    expect(settingsOnTarget(place, 'web')).toMatchObject({ rulesets: [], teams: [], pulls: [] });
    const id = await newestMigration(place);
    const refused = await place.run(['settings', '--migration', id]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('cut-over')]);
    const { code } = await settings(place, id, '--settings', 'active');
    expect(code).toBe(0);
    expect(settingsOnTarget(place, 'web').teams).toHaveLength(1);
  });
});

async function verifyCode(place: Workplace, id: string): Promise<number | null> {
  return (await place.run(['verify', '--migration', id])).code;
}

async function readPlanText(place: Workplace): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(`${place.folder}/plan.json`, 'utf8');
}

function headOf(place: Workplace): string {
  const refs = refsOf(place.sandbox.github.gitDirectory('acme/web'));
  return /([0-9a-f]{40})\s+\S*refs\/heads\/main/.exec(refs)?.[1] ?? '';
}
