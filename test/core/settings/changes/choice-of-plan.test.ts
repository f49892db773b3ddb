import { describe, expect, it } from 'vitest';
import {
  buildsOfPlan,
  teamMapOfPlan,
} from '../../../../src/core/settings/changes/choice-of-plan.ts';
import { buildSettings } from '../../../../src/core/settings/plan/build-settings.ts';
import { parseTeamMap } from '../../../../src/core/settings/plan/team-map.ts';
import { check, group, noSettings } from '../settings-fixture.ts';

const groups = ['devs', 'leads', 'ops'].map((id) => ({ id, name: id, members: [] }));
const access = groups.map(({ id }) => ({
  ...({ actor: group(id), level: 'write', from: 'repository' } as const),
}));

const checks = [check({ kind: 'builds' }), check({ kind: 'enforce' })];

function build(teamMap: ReturnType<typeof parseTeamMap>, builds: readonly string[] = ['ci']) {
  const settings = { ...noSettings, access, builds, checks };
  const repositories = [{ source: 'web', settings }];
  const inventory = { kind: 'bitbucket-cloud', groups, repositories } as const;
  return buildSettings(inventory, { users: null, teamMap, hasUserActors: true });
}

describe('what a plan says of the choices it was made with', () => {
  it('makes the same settings of the same source again, without the team map', () => {
    const rows = ['group,team,access', 'devs,core,pull', 'leads,heads,admin', 'ops,,'];
    const made = build(parseTeamMap(rows.join('\n'), 'teams.csv'));
    const settings = made.settings.get('web') ?? [];
    const plan = { teams: made.teams, repositories: [{ settings }] };
    const again = teamMapOfPlan(plan, ['devs', 'leads', 'ops']);
    expect(build(again, buildsOfPlan(settings, checks)).settings.get('web')).toEqual(settings);
    expect(again.get('ops')?.team).toBeNull();
    expect(buildsOfPlan(settings, checks)).toEqual(['ci']);
  });

  it('gives a group that the plan does not know no team', () => {
    const map = teamMapOfPlan({ teams: [], repositories: [] }, ['New']);
    expect(map.get('new')).toEqual({ team: null, access: null, isAccepted: false });
  });
});
