import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { readPlanText, settings } from '../../helpers/settings/settings-command.ts';
import {
  addSettings,
  settingsOnTarget,
  writesSince,
} from '../../helpers/settings/settings-place.ts';

const migrate = ['migrate', '--plan', 'plan.json'];

describe('settings that a target refuses', () => {
  it('are reported with what to do, and the others are applied', async () => {
    await using place = await openWorkplace();
    const { github } = place.sandbox;
    const acme = github.findAccount('acme');
    if (acme === null) throw new Error('no organization');
    acme.plan = 'free';
    github.userKeys.add('ssh-ed25519 AAAAdeploy');
    await addSettings(place, 'web');
    const ended = await place.run(migrate);
    expect(ended.code).toBe(0);
    const id = await newestMigration(place);
    expect(ended.stderr).toMatch(/\d settings need attention/);
    // The state lists as many as the run has counted.
    const [, many] = /; (\d+) things left to do/.exec(ended.stdout) ?? [];
    const shown = await place.run(['status', '--migration', id, '--json']);
    expect(ended.stdout).toContain(`To do by hand (${many})`);
    expect(JSON.parse(shown.stdout).to_do).toHaveLength(Number(many));
    expect(ended.stdout).toContain(`Apply settings again:  migrator settings --migration ${id}`);
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
        note: 'no write access until the ruleset bitbucket: the default branch is in force',
      }),
    );
    const lines = await place.run([
      ...['settings', '--migration', await newestMigration(place), '--plain'],
    ]);
    expect(lines.stdout).toContain('  refused    Deploy key deploy');
  });

  it('are people in rulesets of Enterprise Server 3.19, which binds them then', async () => {
    await using place = await openWorkplace({ target: 'enterprise-server' });
    await addSettings(place, 'web');
    const text = readPlanText(place);
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
      note: 'user jane cannot bypass it',
    });
    expect(writesSince(place, before)).toEqual([]);
    const verified = await place.run(['verify', '--migration', id]);
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('No defects')]);
    const [again = ''] = /(?<=Apply settings again: {2}migrator ).*/.exec(verified.stdout) ?? [];
    expect((await place.run(again.split(' '))).code).toBe(0);
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
  it('appears as a warning in a dry run and as a note among the settings that were migrated', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const acme = place.sandbox.github.findAccount('acme');
    if (acme === null) throw new Error('no organization');
    acme.policies.basePermission = 'write';
    const said = 'All members of acme can push to every repository (base permission write)';
    const ended = await place.run([...migrate, '--dry-run']);
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(said)]);
    await place.run(migrate);
    const { outcomes } = await settings(place, await newestMigration(place));
    expect(outcomes[0]).toMatchObject({ name: 'everyone in acme', note: said });
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
    const text = readPlanText(place).replace('"acme"', JSON.stringify(login));
    place.write('plan.json', text);
    const ended = await place.run([...migrate, '--invite']);
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    const id = await newestMigration(place);
    const before = place.sandbox.requests.length;
    const { outcomes } = await settings(place, id);
    const about = (name: string) => outcomes.find((one) => one.name === name);
    expect(about('user outsider')).toMatchObject({
      state: 'waiting',
      note: 'gets no read access: collaborators on a personal account always have write access',
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
    const text = readPlanText(place).replace('"disabled"', '"active"');
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
    const plan = JSON.parse(readPlanText(place));
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
