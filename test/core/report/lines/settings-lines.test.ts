import { describe, expect, it } from 'vitest';
import {
  type SettingsAhead,
  settingsLines,
} from '../../../../src/core/report/lines/settings-lines.ts';

const ahead: SettingsAhead = {
  repositories: 2,
  settings: 5,
  grades: { looser: 0, none: 1, stricter: 2, exact: 2 },
  rows: [
    {
      grade: 'none',
      kind: 'access-key',
      source: 'ci\u001b[31m (read)',
      why: 'GitHub does not accept this kind of key.',
      offer: null,
      repositories: ['web'],
    },
    {
      grade: 'stricter',
      kind: 'branch-rule',
      source: 'restrict_merges on main',
      why: 'Less is allowed.',
      offer: 'Everybody may merge.',
      repositories: ['web', 'api'],
    },
    {
      grade: 'exact',
      kind: 'access',
      source: 'read for Ann',
      why: 'The same access.',
      offer: null,
      repositories: ['web', 'api'],
    },
  ],
  teams: [
    { name: 'devs', groups: ['Developers'], members: 4, incomplete: true },
    { name: 'leads', groups: ['leads'], members: 2, incomplete: false },
  ],
  people: ['ann', 'bob'],
  sharedRulesets: 0,
  crowded: [],
  sharedKeys: [],
  forecast: { reads: 1200, writes: 30, creating: 2, milliseconds: 7_200_000 },
  follow: true,
  newTeams: ['devs'],
  outside: ['bob'],
};

describe('settings ahead', () => {
  it('are counted by grade, with a reason for each that is not exact', () => {
    expect(settingsLines(ahead)).toEqual([
      'Settings       5 settings of 2 repositories: 1 by hand, 2 stricter, 2 exact',
      expect.stringMatching(/^ {2}by hand {3}Access key ci.*\(read\) \(web\)$/),
      '            GitHub does not accept this kind of key.',
      '  The plan file lists the others, each with its reason.',
      'Teams          to create: devs (4 members, others unknown); 1 existing',
      'People         2 people with access; not in the organization: bob. Inviting them takes 1 seat',
      'Requests       about 1,200 to read and 30 to write on GitHub, 2 pull requests, about 2h 00m',
      'Until the cut-over, repositories stay private: access, webhooks and active rules wait.',
    ]);
    expect(settingsLines(ahead).join('')).not.toContain('\u001b');
  });

  it('list all where they are wanted, and otherwise no more rows than people read', () => {
    const lines = settingsLines(ahead, { all: true });
    expect(lines.slice(3, 6)).toEqual([
      '  stricter  Limit who can merge on main (2 repositories)',
      '            Less is allowed.',
      '            Or accept: looser. Everybody may merge.',
    ]);
    expect(lines).toContain('  exact     Read access for Ann (2 repositories)');
    const [row] = ahead.rows;
    const many = {
      ...ahead,
      rows: Array.from({ length: 45 }, () => row).flatMap((one) => one ?? []),
    };
    const shown = settingsLines(many);
    expect(shown.filter((text) => text.startsWith('  by hand'))).toHaveLength(12);
    expect(shown).toContain('  The plan file lists the others, each with its reason.');
  });

  it('name the teams that several groups share, so that nobody does unawares', () => {
    const teams = [{ name: 'qa', groups: ['QA', 'qa!'], members: 2, incomplete: false }];
    const text = settingsLines({ ...ahead, teams, newTeams: ['qa'] }).join('\n');
    expect(text).toContain(
      'Shared         qa (QA, qa!): gets the lowest access level of its groups',
    );
  });

  it('claim nothing of an organization that was not asked', () => {
    const unknown = { ...ahead, newTeams: null, outside: null, crowded: ['web'] };
    const text = settingsLines(unknown).join('\n');
    expect(text).toContain('Teams          devs (4 members, others unknown), leads (2 members)\n');
    expect(text).toContain('People         2 people with access\n');
    expect(text).toContain('web has more than 75 rulesets');
  });
});
