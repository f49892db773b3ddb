import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { readPlanText, settings } from '../../helpers/settings/settings-command.ts';
import {
  addSettings,
  settingsOnTarget,
  writesSince,
} from '../../helpers/settings/settings-place.ts';

const migrate = ['migrate', '--plan', 'plan.json'];

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
    const plan = JSON.parse(readPlanText(place));
    plan.teams[0].accept = 'looser';
    place.write('plan.json', plan);
    await settings(place, id, '--plan', 'plan.json');
    expect([role(place), bypassing(place)]).toEqual(['write', [1, 0]]);
  });

  it('get nothing where people of a team below them are others', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    place.sandbox.github.addTeam({ organization: 'acme', slug: 'core', members: ['jane'] });
    const plan = JSON.parse(readPlanText(place));
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
    const text = readPlanText(place).replaceAll('"core"', '"Core  Team"');
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
