import { describe, expect, it } from 'vitest';
import type { Grant, Group } from '../../../../src/core/ports/records/source-settings.ts';
import {
  buildSettings,
  type SettingsChoice,
  teamsNamedBy,
} from '../../../../src/core/settings/plan/build-settings.ts';
import { chosenSettings } from '../../../../src/core/settings/plan/planned-settings.ts';
import { parseTeamMap } from '../../../../src/core/settings/plan/team-map.ts';
import { parseUserMap } from '../../../../src/core/users/parse-user-map.ts';
import { group, noSettings, user } from '../settings-fixture.ts';

const access: readonly Grant[] = [
  {
    actor: { ...user('{1}'), account: '557058:ann', nickname: 'ann' },
    level: 'write',
    from: 'repository',
  },
  { actor: user('{2}'), level: 'read', from: 'repository' },
  { actor: group('devs'), level: 'write', from: 'project' },
  { actor: group('leads'), level: 'admin', from: 'project' },
];

const groups: readonly Group[] = [
  { id: 'devs', name: 'Developers', members: [{ id: '{3}', name: 'Cid', username: 'cid' }] },
  { id: 'unrelated', name: 'Unrelated', members: [] },
];

function build(
  changes: { users?: string; teams?: string; unread?: typeof noSettings.unread } = {},
) {
  const choice: SettingsChoice = {
    users: changes.users === undefined ? null : parseUserMap(changes.users, 'users.csv'),
    teamMap: changes.teams === undefined ? new Map() : parseTeamMap(changes.teams, 'teams.csv'),
    hasUserActors: true,
  };
  const repositories = [
    { source: 'web', settings: { ...noSettings, access, unread: changes.unread ?? [] } },
  ];
  return buildSettings({ kind: 'bitbucket-cloud', groups, repositories }, choice);
}

const users = 'source_username,target_username\nann,ann-hub\ncid,cid-hub\n';
const roles = (built: ReturnType<typeof build>) =>
  Object.fromEntries(
    chosenSettings(built.settings.get('web') ?? []).access.map(({ actor, role }) => [
      actor.name,
      role,
    ]),
  );

describe('the settings of an inventory', () => {
  it('get the people of the user map and a team for each group that they name', () => {
    const built = build({ users });
    expect(roles(built)).toEqual({ 'ann-hub': 'push', developers: 'push', leads: 'maintain' });
    expect(built.teams).toEqual([
      { name: 'developers', groups: ['devs'], members: ['cid-hub'], incomplete: false },
      { name: 'leads', groups: ['leads'], members: [], incomplete: true },
    ]);
  });

  it('name whom nobody knows on the target, and groups whose members are missing', () => {
    const built = build({ users, teams: 'group,team\nDevelopers,core\ngone,x\n' });
    expect(built.withoutLogin.map(({ id }) => id)).toEqual(['{2}']);
    expect(built.withoutMembers.map(({ id }) => id)).toEqual(['leads']);
    expect(built.unusedGroups).toEqual(['gone']);
    expect(build().withoutLogin).toHaveLength(3);
  });

  it('give a team what the team map says, and more than its group had only where accepted', () => {
    const built = build({
      users,
      teams: 'group,team,access\nleads,leads,admin\ndevs,devs,maintain\n',
    });
    expect(roles(built)).toEqual({ 'ann-hub': 'push', devs: 'push', leads: 'admin' });
    const planned = built.settings.get('web') ?? [];
    const offered = planned.find(({ id }) => id === 'access:group:devs');
    expect(offered).toMatchObject({ grade: 'exact', looser: { target: 'maintain for team devs' } });
    expect(planned.find(({ id }) => id === 'access:group:leads')?.grade).toBe('exact');
    const accepted = planned.map((one) =>
      one.looser === null ? one : { ...one, accept: 'looser' as const },
    );
    expect(chosenSettings(accepted).access).toContainEqual({
      actor: { kind: 'team', name: 'devs' },
      role: 'maintain',
    });
  });

  it('accept for all repositories what a row of the team map accepts', () => {
    const teams = 'group,team,access,accept\nleads,leads,admin,looser\ndevs,devs,maintain,looser\n';
    const built = build({ users, teams });
    expect(roles(built)).toMatchObject({ devs: 'maintain', leads: 'admin' });
    const accepted = (built.settings.get('web') ?? []).filter(({ accept }) => accept === 'looser');
    // The leads had that before.
    expect(accepted.map(({ id }) => id)).toEqual(['access:group:devs']);
  });

  it('accept nothing for rules that could not be read', () => {
    const unread = [{ part: 'rules', reason: 'no permission' }] as const;
    const teams = 'group,team,access,accept\ndevs,devs,maintain,looser\n';
    const built = build({ users, teams, unread });
    expect(roles(built).devs).toBe('pull');
    expect((built.settings.get('web') ?? []).map(({ accept }) => accept)).not.toContain('looser');
  });

  it('give a team less where the team map says so', () => {
    const built = build({ users, teams: 'group,team,access\ndevs,devs,pull\n' });
    expect(roles(built).devs).toBe('pull');
    const [item] = (built.settings.get('web') ?? []).filter(({ id }) => id.endsWith(':devs'));
    expect(item).toMatchObject({ grade: 'stricter', looser: null });
  });

  it('need only the teams that they name', () => {
    const built = build({ users });
    const planned = (built.settings.get('web') ?? []).filter(({ id }) => !id.includes('leads'));
    expect(teamsNamedBy(planned, built.teams).map(({ name }) => name)).toEqual(['developers']);
  });
});
