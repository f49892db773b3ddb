import { describe, expect, it } from 'vitest';
import { costsBesides, settingsForecast } from '../../../src/core/forecast/settings-forecast.ts';
import { planSettings } from '../../../src/core/settings/plan/planned-settings.ts';
import { contextOf, group, noSettings, rule, user } from '../settings/settings-fixture.ts';

const settings = planSettings(
  {
    kind: 'bitbucket-cloud',
    groups: [],
    settings: {
      ...noSettings,
      rules: [rule({ type: 'force', prevents: ['force'] })],
      access: [
        { actor: user('ann'), level: 'read', from: 'repository' },
        { actor: group('devs'), level: 'write', from: 'repository' },
      ],
      strategies: { enabled: ['squash'], standard: 'squash' },
      jira: [{ key: 'WEB', url: 'https://jira.example.com/browse/WEB' }],
      reviewers: [
        {
          id: 'd',
          level: 'repository',
          reviewers: [user('ann')],
          source: { kind: 'any' },
          destination: { kind: 'any' },
          approvals: 0,
        },
      ],
    },
  },
  contextOf(),
);
const teams = [{ name: 'devs', groups: ['devs'], members: ['ann', 'bob'], incomplete: false }];

describe('the forecast of settings', () => {
  it('counts the lists after writing, roles also before, and a write for each item', () => {
    const one = { source: 'web', settings };
    // Autolinks 1, access 6, rulesets 1, ways to merge 1, property 2; then teams and members 2, each team 1.
    expect(settingsForecast({ teams, repositories: [one] })).toMatchObject({
      reads: 11 + 3,
      // Autolink, two grants, ruleset, ways to merge, property; then the team with two members, whom we leave.
      writes: 6 + 4,
      creating: 1,
    });
    const two = settingsForecast({ teams, repositories: [one, { ...one, source: 'api' }] });
    expect(two).toMatchObject({ reads: 2 * 11 + 3, writes: 2 * 6 + 4, creating: 2 });
  });

  it('takes the hours that the limits of GitHub make of it, and none where there are no limits', () => {
    const repositories = Array.from({ length: 1000 }, (_, index) => ({
      source: `r${index}`,
      settings,
    }));
    const hours = settingsForecast({ teams, repositories }).milliseconds / 3_600_000;
    expect(hours).toBeGreaterThan(2);
    expect(settingsForecast({ teams, repositories }, { targetIsLimited: false }).milliseconds).toBe(
      0,
    );
  });

  it('counts a pull request for each pipeline file that is converted, besides the settings', () => {
    const repositories = [
      { source: 'a', settings, pipelines: { action: 'convert' as const } },
      { source: 'b', pipelines: { action: 'convert' as const } },
      { source: 'c', pipelines: { action: 'leave' as const } },
    ];
    const { reads, writes, creating } = settingsForecast({ repositories });
    expect(costsBesides({ repositories })).toEqual({
      reads: reads + 2,
      writes,
      creating: creating + 2,
    });
  });

  it('counts environments of manual steps where they get reviewers', () => {
    const manual = { action: 'convert' as const, environments: 2 };
    const repositories = [
      { source: 'a', pipelines: { ...manual, reviewers: ['jane-doe'] } },
      { source: 'b', pipelines: manual },
      { source: 'c', pipelines: { ...manual, action: 'leave' as const, reviewers: ['jane-doe'] } },
    ];
    expect(costsBesides({ repositories })).toEqual({ reads: 2 + 1, writes: 2 + 1, creating: 2 });
  });

  it('is nothing without settings', () => {
    expect(settingsForecast({ repositories: [{ source: 'a' }] })).toEqual({
      ...{ reads: 0, writes: 0, creating: 0, milliseconds: 0 },
    });
  });
});
