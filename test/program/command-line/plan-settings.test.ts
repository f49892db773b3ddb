import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;

const group = (level: string) => ({
  ...{ level, from: 'project' },
  actor: { kind: 'group', id: 'devs', name: 'Devs' },
});

const settings = {
  access: [
    {
      actor: { kind: 'user', id: '{1}', name: 'Jane Roe', nickname: 'jane' },
      level: 'write',
      from: 'repository',
    },
    group('admin'),
  ],
};

function inventory(more: object) {
  return {
    version: 1,
    source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
    groups: [{ id: 'devs', name: 'Devs', members: [{ id: '{1}', name: 'Jane Roe' }] }],
    repositories: [{ name: 'web', slug: 'web', ...more }],
  };
}

beforeAll(async () => {
  place = await openWorkplace();
  place.write('bare.json', inventory({}));
  place.write('inventory.json', inventory({ settings }));
  place.write('users.csv', 'source_username,target_username\njane,jane-hub\n');
  place.write('teams.csv', 'group,team,access\nDevs,core,admin\n');
});

afterAll(() => place[Symbol.asyncDispose]());

const plan = (from: string, ...more: string[]) =>
  place.run(['plan', '--inventory', from, '--target-org', 'acme', ...more]);

describe('plan with an inventory that has settings', () => {
  it('shows them by grade with the requests that they take, as lines or JSON', async () => {
    const brief = await plan('inventory.json');
    expect(brief.stderr).toContain(
      'Settings       2 settings of 1 repository: 1 by hand, 1 stricter',
    );
    expect(brief.stderr).not.toContain('to read and');
    const { stderr } = await plan('inventory.json', '-v');
    expect(stderr).toMatch(/Requests +about \d+ to read and \d+ to write on GitHub/);
    const { stdout } = await plan('inventory.json', '--json', '--output', 'told.json');
    const told = stdout.split('\n').find((line) => line.includes('"type":"settings"'));
    expect(JSON.parse(told ?? '')).toMatchObject({ settings: 2, grades: { none: 1, stricter: 1 } });
  });

  it('writes settings, teams and follow', async () => {
    const { code, stderr } = await plan(
      'inventory.json',
      ...[
        '--user-map',
        'users.csv',
        '--team-map',
        'teams.csv',
        '--follow',
        '--output',
        'planned.json',
      ],
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const written = JSON.parse(readFileSync(join(place.folder, 'planned.json'), 'utf8'));
    expect(written).toMatchObject({
      follow: true,
      teams: [{ name: 'core', members: ['jane-hub'], incomplete: false }],
      repositories: [
        {
          settings: [
            { grade: 'exact', target: 'push for user jane-hub' },
            { grade: 'exact', target: 'admin for team core' },
          ],
        },
      ],
    });
  });

  it('says what to do about people without a login', async () => {
    const { stderr } = await plan('inventory.json');
    expect(stderr).toContain(
      '1 person without a GitHub login (Jane Roe): pass a user map with --user-map, or they get no access',
    );
    expect(stderr).toContain('1 team will have no members: ');
  });

  it('links keys of Jira at the address that it is given, and says what the team map accepts', async () => {
    place.write(
      'jira.json',
      inventory({ settings: { ...settings, jira: [{ key: 'PAY', url: null }] } }),
    );
    const none = await plan('jira.json', '-v');
    expect(none.stderr).toContain("pass Jira's URL to plan with --jira-url");
    place.write('more.csv', 'group,team,access,accept\nDevs,core,admin,looser\n');
    place.write('less.json', inventory({ settings: { ...settings, access: [group('write')] } }));
    const { stderr } = await plan('less.json', '--team-map', 'more.csv', '-v');
    expect(stderr).toContain('The team map gives more access than Bitbucket: admin for team core');
    expect(stderr).toContain('1 looser');
    const { stdout } = await plan('jira.json', '--jira-url', 'https://acme.atlassian.net');
    expect(stdout).toContain('https://acme.atlassian.net/browse/PAY-<num>');
    const wrong = await plan('jira.json', '--jira-url', 'acme');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('not a web URL') });
  });

  it('refuses a team map that nothing could use', async () => {
    const { code, stderr } = await plan('bare.json', '--team-map', 'teams.csv');
    expect(code).toBe(2);
    expect(stderr).toContain('--team-map needs an inventory with settings');
  });
});
