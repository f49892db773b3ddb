import { afterEach, describe, expect, it } from 'vitest';
import { administrator } from '../../../core/verbs/cutover/lock/locked-sandbox.ts';
import { sources } from '../../../helpers/sources.ts';
import { killBefore } from '../../../helpers/trouble/kill-at-journal.ts';
import { openSettingsSync, type SettingsSyncPlace } from './settings-sync-place.ts';

let place: SettingsSyncPlace;
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const rolesOf = ({ target }: SettingsSyncPlace) =>
  target().collaborators.map(({ login, permission }) => `${login}: ${permission}`);
const rulesetsOf = ({ target }: SettingsSyncPlace) => target().rulesets.map(({ title }) => title);

describe.each(sources)('a sync with --include-settings of %s', (source) => {
  it('applies what the source has changed since, once, and says before what reading takes', async () => {
    place = await openSettingsSync(source);
    const first = await place.sync();
    expect(first).toMatchObject({ code: 0, writes: [] });
    expect(first.stderr).toMatch(/Settings of 1 repository: at least \d+ more requests/);
    expect(first.stdout).toMatch(
      /settings \(\d settings? recorded for the first time; the next sync applies changes\)/,
    );
    expect(rulesetsOf(place)).toEqual(['bitbucket: main']);
    place.grant(place.bob, 'write');
    place.protect('release');
    const second = await place.sync();
    expect([second.code, second.stdout]).toEqual([
      0,
      expect.stringContaining('Access for user bob'),
    ]);
    expect(second.stdout).toContain('Ruleset bitbucket: main, release');
    expect(rolesOf(place)).toEqual(['jane: write', 'bob: write']);
    expect(rulesetsOf(place)).toEqual(['bitbucket: main', 'bitbucket: main, release']);
    expect(await place.sync()).toMatchObject({
      ...{ code: 0, writes: [] },
      stdout: '1 repository: 1 unchanged.\n',
    });
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect([verified.code, verified.stdout]).toEqual([0, expect.any(String)]);
  });

  it('takes nothing from anybody, and reports what the source has taken or lowered', async () => {
    place = await openSettingsSync(source);
    place.grant(place.bob, 'read');
    await place.sync();
    place.grant(place.bob, null);
    place.grant(place.jane, 'read');
    const { code, stdout, writes } = await place.sync();
    expect([code, stdout]).toEqual([
      6,
      expect.stringContaining('Access for user jane (can write; the plan says read)'),
    ]);
    expect(stdout).toContain('setting read for bob (deleted on Bitbucket');
    expect(writes).toEqual([]);
    expect(rolesOf(place)).toEqual(['jane: write']);
    expect((await place.sync()).stdout).toBe('1 repository: 1 unchanged.\n');
  });

  it('leaves all of it to the cut-over where the target follows', async () => {
    place = await openSettingsSync(source, (plan) => ({ ...plan, follow: true }));
    expect((await place.sync()).writes).toEqual([]);
    place.grant(place.bob, 'write');
    const { code, stdout, writes } = await place.sync();
    expect([code, writes]).toEqual([0, []]);
    expect(stdout).toContain('setting write for bob (changed in the plan; waits for the cut-over)');
    const dry = await place.run(['settings', '--migration', place.migration, '--dry-run', '-v']);
    expect(dry.stdout).toContain('planned    Access for user bob');
    expect(rolesOf(place)).toEqual([]);
  });

  it('applies the rest after a kill, and nothing twice', async () => {
    place = await openSettingsSync(source);
    await place.sync();
    place.grant(place.bob, 'write');
    place.protect('release');
    const { faults } = place.sandbox;
    faults.decide(({ host, method }) => {
      if (host !== 'github') return null;
      if (rulesetsOf(place).length === 2) return { kind: 'status', status: 401, body: 'no' };
      return method === 'POST' ? { kind: 'lost-answer' } : null;
    });
    expect((await place.sync()).code).not.toBe(0);
    faults.clear();
    const { code, stdout } = await place.sync();
    expect([code, stdout]).toEqual([0, expect.stringContaining('Access for user bob')]);
    expect(rulesetsOf(place)).toEqual(['bitbucket: main', 'bitbucket: main, release']);
    expect(rolesOf(place)).toEqual(['jane: write', 'bob: write']);
    expect((await place.sync()).stdout).toBe('1 repository: 1 unchanged.\n');
  });
});

describe.each(sources)('a sync with --include-settings of %s that is killed', (source) => {
  it('is ended by the next one after any write of its journal, and writes nothing twice', async () => {
    place = await openSettingsSync(source);
    await place.sync();
    place.grant(place.bob, 'write');
    const branches = ['main'];
    // Of one source all writes, of the other a sample, for the sake of time.
    const every = source === 'bitbucket-cloud' ? 1 : 3;
    let isKilled = true;
    for (let after = 0; isKilled; after += every) {
      branches.push(`r${String(after).padStart(2, '0')}`);
      place.protect(branches.at(-1) ?? '');
      const when = "row.kind IN ('planned-setting', 'sync', 'settings', 'team', 'refs')";
      const revive = killBefore(place, { when, after });
      isKilled = (await place.sync()).code !== 0;
      expect({ after, isStruck: revive() || !isKilled }).toEqual({ after, isStruck: true });
      const { code, stdout } = await place.sync();
      expect({ after, code, stdout }).toMatchObject({ after, code: 0 });
      const titles = rulesetsOf(place);
      expect(titles.at(-1)).toBe(`bitbucket: ${branches.join(', ')}`);
      expect(new Set(titles).size).toBe(titles.length);
      expect(rolesOf(place)).toEqual(['jane: write', 'bob: write']);
      expect(after).toBeLessThan(30);
    }
    expect(branches.length).toBeGreaterThan(3);
    expect(await place.sync()).toMatchObject({
      ...{ code: 0, writes: [] },
      stdout: '1 repository: 1 unchanged.\n',
    });
  });
});

describe('a sync with --include-settings', () => {
  it('gives nobody back what people have taken on the target', async () => {
    place = await openSettingsSync('bitbucket-cloud');
    await place.sync();
    const repository = place.sandbox.github.findRepository(`${place.sandbox.organization}/one`);
    repository?.tracker.collaborators.clear();
    place.grant(place.bob, 'write');
    expect((await place.sync()).code).toBe(0);
    expect(rolesOf(place)).toEqual(['bob: write']);
  });

  it('takes what it cannot read any more for neither gone nor changed', async () => {
    place = await openSettingsSync('bitbucket-cloud');
    await place.sync();
    const scopes = ['user', 'workspace', 'repository', 'project', 'pullrequest'];
    const { credentials } = place.sandbox.bitbucket;
    const token = credentials.addApiToken({ scopes: scopes.map((one) => `read:${one}:bitbucket`) });
    const { stderr, stdout, writes } = await place.sync(undefined, { SRC_API_TOKEN: token });
    expect(stderr).toContain('Cannot read the branch restrictions');
    expect(stdout).toContain('settings (not compared: ');
    expect(writes).toEqual([]);
    expect((await place.sync()).stdout).toBe('1 repository: 1 unchanged.\n');
  });

  it('leaves the cut-over what has changed, and takes its lock for no setting of the source', async () => {
    place = await openSettingsSync('bitbucket-cloud', (plan) => ({ ...plan, follow: true }));
    await place.sync();
    place.grant(place.bob, 'write');
    await place.sync();
    const { bitbucket, faults } = place.sandbox;
    const { restrictions } = bitbucket.settings.ofRepository(
      bitbucket.findRepository('one')?.uuid ?? '',
    );
    const before = restrictions.length;
    const token = bitbucket.credentials.addApiToken({ scopes: administrator.scopes });
    const cutover = (...args: readonly string[]) =>
      place.run(['cutover', '--migration', place.migration, '--yes', ...args], {
        SRC_API_TOKEN: token,
      });
    faults.decide(({ host }) => {
      const isLocked = restrictions.length >= before + 4;
      return host === 'github' && isLocked ? { kind: 'status', status: 401, body: 'no' } : null;
    });
    expect((await cutover()).code).not.toBe(0);
    faults.clear();
    expect(restrictions.length).toBeGreaterThan(before);
    expect((await place.sync()).stdout).toContain('settings (not compared: locked by a cut-over)');
    expect((await cutover('--abort')).code).toBe(0);
    expect((await place.sync()).stdout).toBe('1 repository: 1 unchanged.\n');
    const { code, stderr } = await cutover();
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(rolesOf(place)).toEqual(['jane: write', 'bob: write']);
    expect(rulesetsOf(place)).toEqual(['bitbucket: main']);
  });

  it('needs a plan with settings', async () => {
    place = await openSettingsSync('bitbucket-cloud', (plan) => ({
      ...plan,
      repositories: plan.repositories.map(({ settings: _settings, ...one }) => one),
    }));
    const { code, stderr } = await place.sync();
    expect([code, stderr]).toEqual([3, expect.stringContaining('The plan has no settings')]);
  });

  it('asks for no setting without it', async () => {
    place = await openSettingsSync('bitbucket-cloud');
    const before = place.sandbox.requests.length;
    await place.sync([]);
    const asked = place.sandbox.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => /restrictions|permissions|hooks|keys/.test(path))).toEqual([]);
  });
});
