import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;
let token: string;
let narrow: string;

beforeAll(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  const { bitbucket } = place.sandbox;
  const jane = bitbucket.addPerson({ name: 'Jane Roe' });
  const developers = bitbucket.settings.addGroup({ name: 'Developers', members: [jane] });
  for (const slug of ['web', 'api']) {
    const { uuid } = await bitbucket.addRepository({ slug });
    const match = { pattern: 'main' };
    bitbucket.settings.addRestriction(uuid, { kind: 'push', match, groups: [developers] });
  }
  const read = ['user', 'repository', 'project', 'workspace', 'pullrequest', 'webhook'];
  const scopes = read.map((name) => `read:${name}:bitbucket`);
  narrow = bitbucket.credentials.addApiToken({ scopes });
  const admin = ['admin:repository:bitbucket', 'admin:project:bitbucket'];
  token = bitbucket.credentials.addApiToken({ scopes: [...scopes, ...admin] });
});

afterAll(() => place[Symbol.asyncDispose]());

function discover(output: string, options: { secret?: string; more?: string[] } = {}) {
  const { secret = token, more = ['--include-settings'] } = options;
  return place.run(['discover', '--workspace', 'acme-workspace', '--output', output, ...more], {
    SRC_API_TOKEN: secret,
  });
}

function inventoryOf(name: string) {
  return JSON.parse(readFileSync(join(place.folder, name), 'utf8'));
}

describe('discover --include-settings', () => {
  it('writes settings and groups into the inventory after it has reported the cost', async () => {
    const { code, stderr } = await discover('all.json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(
      /Settings of 2 repositories: at least \d+ more requests \(11 for each, \d+ shared\)/,
    );
    const { repositories, groups } = inventoryOf('all.json');
    expect(groups).toMatchObject([{ id: 'developers', members: [{ name: 'Jane Roe' }] }]);
    expect(repositories[0].settings).toMatchObject({
      rules: [{ type: 'push', exceptions: [{ kind: 'group', id: 'developers' }] }],
      unread: [],
    });
  });

  it('writes an inventory that plan reads', async () => {
    await discover('planned.json', { more: ['--include-settings', '--force'] });
    const { code } = await place.run([
      ...['plan', '--inventory', 'planned.json', '--target-org', 'acme'],
      ...['--output', 'settings-plan.json'],
    ]);
    expect(code).toBe(0);
  });

  it('limits the scan to chosen repositories', async () => {
    await discover('some.json', { more: ['--include-settings', '--include', 'web'] });
    const { repositories } = inventoryOf('some.json');
    const scanned = repositories.filter((one: { settings?: object }) => one.settings !== undefined);
    expect(scanned.map((one: { slug: string }) => one.slug)).toEqual(['web']);
  });

  it('says what the credentials may not see, and which scopes are missing', async () => {
    const { code, stderr } = await discover('narrow.json', { secret: narrow });
    expect(code).toBe(6);
    expect(stderr).toContain('Cannot read the branch restrictions');
    expect(stderr).toContain('admin:repository:bitbucket');
    const { unread } = inventoryOf('narrow.json').repositories[0].settings;
    expect(unread.map(({ part }: { part: string }) => part)).toContain('rules');
  });

  it('takes the members of groups from a file where the host lists none', async () => {
    const { settings } = place.sandbox.bitbucket;
    settings.groupsInterface = 'gone';
    const told = await discover('unlisted.json');
    expect(told.stderr).toContain(
      'does not list the members of 1 group: name them with --groups FILE',
    );
    writeFileSync(
      join(place.folder, 'groups.csv'),
      'group,source_username\nDevelopers,jane\nothers,bob\n',
    );
    const { stderr } = await discover('listed.json', {
      more: ['--include-settings', '--groups', 'groups.csv'],
    });
    settings.groupsInterface = 'served';
    expect(stderr).toContain('No settings use 1 group from the group list');
    expect(inventoryOf('listed.json').groups).toMatchObject([{ members: [{ id: 'jane' }] }]);
  });

  it('refuses --groups without it', async () => {
    const { code, stderr } = await discover('none.json', { more: ['--groups', 'groups.csv'] });
    expect(code).toBe(2);
    expect(stderr).toContain('--groups needs --include-settings');
  });
});
