import { beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import { migrated, readPlanText, settings } from '../../helpers/settings/settings-command.ts';
import { settingsOnTarget, writesSince } from '../../helpers/settings/settings-place.ts';
import { share } from '../../helpers/share.ts';

describe('settings of a migration that is done', () => {
  const shared = share(async () => {
    const opened = await openWorkplace({ limits: { github: { pushesPerMinute: 1000 } } });
    return { ...opened, id: await migrated(opened) };
  });
  let place: Workplace;
  let id: string;
  beforeEach(async () => {
    const opened = await shared.get();
    opened.forgetRequests();
    place = opened;
    id = opened.id;
  });

  it('finds everything after a migration, and writes nothing', async () => {
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
      'ruleset bitbucket: checks on release/*: short',
      'deploy-key deploy: equal',
      'access team core: equal',
      'access user jane: equal',
      'access user outsider: waiting',
    ]);
    expect(writesSince(place, before)).toEqual([]);
  });

  it('keeps what somebody has changed, and says how it differs', async () => {
    const repository = place.sandbox.github.findRepository('acme/web');
    const rulesets = repository?.settings.rulesets;
    const [first] = rulesets ?? [];
    if (first === undefined || rulesets === undefined) throw new Error('no ruleset');
    rulesets[0] = { ...first, rules: [{ type: 'deletion' }] };
    place.sandbox.github.addCollaborator('acme/web', 'jane', 'admin');
    const before = place.sandbox.requests.length;
    const { outcomes } = await settings(place, id);
    expect(outcomes).toContainEqual(
      expect.objectContaining({ state: 'kept', note: 'does not block force pushes' }),
    );
    expect(outcomes).toContainEqual(
      expect.objectContaining({ state: 'kept', note: 'can administer; the plan says maintain' }),
    );
    expect(writesSince(place, before)).toEqual([]);
    rulesets[0] = first;
    place.sandbox.github.addCollaborator('acme/web', 'jane', 'maintain');
  });

  it('leaves teams what they have when somebody joins them', async () => {
    const { github } = place.sandbox;
    const account = github.addUser({ login: 'carol' });
    const team = github.findAccount('acme')?.teams.get('core');
    team?.members.set('carol', { account, role: 'member', state: 'active' });
    const before = place.sandbox.requests.length;
    const { states } = await settings(place, id);
    expect(states).toContain('ruleset bitbucket: ~DEFAULT_BRANCH: equal');
    expect(writesSince(place, before)).toEqual([]);
    team?.members.delete('carol');
  });

  it('invites only with --invite', async () => {
    const { states, outcomes } = await settings(place, id, '--invite');
    expect(states).toContain('access user outsider: written');
    expect(outcomes[0]?.note).toContain('Invited: outsider (1 seat)');
    const invitations = [{ login: 'outsider', role: 'read' }];
    expect(settingsOnTarget(place, 'web').invitations).toEqual(invitations);
    const again = place.sandbox.requests.length;
    await settings(place, id);
    expect(writesSince(place, again)).toEqual([]);
  });

  it('finds rulesets in force again where their repository fails to be migrated once more', async () => {
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
    expect(settingsOnTarget(place, 'web').rulesets.map(({ enforcement }) => enforcement)).toEqual([
      'active',
      'disabled',
    ]);
    await shared.spoil();
  });
});

describe('settings', () => {
  it('applies what --settings none has left, and says so first', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place, '--settings', 'none');
    const { settings: on } = place.sandbox.github.findRepository('acme/web') ?? {};
    expect(on?.rulesets).toEqual([]);
    const before = place.sandbox.requests.length;
    const dry = await settings(place, id, '--settings', 'active', '--dry-run');
    expect(dry.states).toContain('ruleset bitbucket: ~DEFAULT_BRANCH: missing');
    expect(dry.states).toContain('pull-request migrator/settings: missing');
    expect(dry.states).toContain('access team core: missing');
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

  it('takes an edited plan, and changes rulesets of ours that nobody has touched', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    const plan = JSON.parse(readPlanText(place)) as Record<string, unknown>;
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
    expect([other.code, other.stderr]).toEqual([3, expect.stringContaining('is not the plan for')]);
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

async function verifyCode(place: Workplace, id: string): Promise<number | null> {
  return (await place.run(['verify', '--migration', id])).code;
}

function headOf(place: Workplace): string {
  const refs = refsOf(place.sandbox.github.gitDirectory('acme/web'));
  return /([0-9a-f]{40})\s+\S*refs\/heads\/main/.exec(refs)?.[1] ?? '';
}
