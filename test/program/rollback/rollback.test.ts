import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';
import { commit } from '../sync/sync-place.ts';

/** Targets that somebody works on after the cut-over, with what is named. */
const work: Readonly<Record<string, string>> = {
  web: 'of #4 has since been added',
  pushed: 'branch main points to',
  reported: 'issue #1',
  released: 'release v1',
  noted: 'refs/notes/review has since been added',
};

async function workOn(place: CutoverPlace): Promise<void> {
  const { sandbox } = place;
  const post = (path: string, body: unknown) =>
    askGithub(sandbox, 'POST', `/repos/acme/${path}`, body);
  const answers = [
    // One where the migration wrote no review.
    await post('web/pulls/4/reviews', { event: 'COMMENT', body: 'I say something' }),
    await post('reported/issues', { title: 'Broken' }),
    await post('released/releases', { tag_name: 'v1' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 201]);
  // Archived as its source may be: that is a setting.
  const quiet = sandbox.github.findRepository('acme/quiet');
  if (quiet !== null) quiet.archived = true;
  commit(place.targetOf('pushed'), 'main', 'On the target');
  git(place.targetOf('noted'), 'update-ref', 'refs/notes/review', 'refs/heads/main');
}

describe.each(sources)('rollback from %s', (source) => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openCutoverPlace(
      { source },
      ['pushed', 'reported', 'released', 'noted', 'quiet'],
      'web',
    );
    const { code, stderr } = await place.cutover();
    expect({ code, stderr }).toMatchObject({ code: 0 });
  });
  afterAll(() => place[Symbol.asyncDispose]());

  let beforeRollback = Infinity;
  const rollback = (...args: readonly string[]) =>
    place.run(['rollback', '--migration', place.migration, ...args], place.credentials);
  const target = (name: string) => place.sandbox.github.findRepository(`acme/${name}`);
  const aside = (name: string) =>
    place.sandbox.github.repositories.filter((one) => one.name.startsWith(`${name}-rolledback-`));

  it('needs a confirmation', async () => {
    const { code, stderr } = await rollback();
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('The rollback needs confirmation');
  });

  it('takes what it migrated itself for no work of people, and writes nothing in a dry run', async () => {
    const before = place.sandbox.requests.length;
    const { code, stdout, stderr } = await rollback('--dry-run');
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('Rollback of 6 repositories in acme');
    const writes = place.sandbox.requests
      .slice(before)
      .filter(({ host, method }) => host === 'github' && method !== 'GET')
      .filter(({ path }) => !path.endsWith('/graphql'));
    expect(writes).toEqual([]);
    const { stdout: json } = await rollback('--dry-run', '--json', '--include', 'quiet');
    expect(JSON.parse(json)).toMatchObject({
      type: 'rollback-check',
      repositories: [{ source: 'quiet', outcome: 'ready', reasons: [] }],
    });
  });

  it('names the targets that people work on, leaves them, and keeps their sources locked', async () => {
    await workOn(place);
    const slugs = Object.keys(work);
    beforeRollback = Date.now();
    const locked = slugs.map((slug) => place.restrictions(slug));
    const { code, stdout, stderr } = await rollback('--yes');
    expect({ code, stderr }).toMatchObject({ code: 6 });
    expect(stderr).toMatch(/^Next: migrator audit .*\.jsonl$/m);
    for (const [slug, reason] of Object.entries(work)) {
      const told = stdout.slice(stdout.indexOf(`${slug}: not changed`)).split('\n');
      expect({ slug, told: told[1] }).toEqual({ slug, told: expect.stringContaining(reason) });
      expect(target(slug)).toMatchObject({ archived: false, hasIssues: true });
      expect(aside(slug)).toEqual([]);
    }
    expect(slugs.map((slug) => place.restrictions(slug))).toEqual(locked);
    expect(locked.every(({ length }) => length > 0)).toBe(true);
  });

  it('renames the others aside, archives them and unlocks their sources', async () => {
    expect(target('quiet')).toBe(null);
    expect(aside('quiet')).toMatchObject([{ archived: true, private: true }]);
    expect(place.restrictions('quiet')).toEqual([]);
    const { code, stdout } = await rollback('--yes', '--json', '--include', 'quiet');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'rollback-check',
      repositories: [{ source: 'quiet', outcome: 'done' }],
    });
    expect(aside('quiet')).toHaveLength(1);
  });

  it('is what the state says afterwards, and nothing of it counts as a defect', async () => {
    const status = await place.run(['status', '--migration', place.migration, '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ targets: { rolled_back: 1 } });
    const listed = await place.run(['status', '--list', '--json']);
    const { updated_at: shown } = JSON.parse(status.stdout) as { updated_at: string };
    expect(Date.parse(shown)).toBeGreaterThanOrEqual(beforeRollback);
    expect(JSON.parse(listed.stdout)).toMatchObject({ migrations: [{ updated_at: shown }] });
    const verified = await place.run(['verify', '--migration', place.migration], place.credentials);
    expect(verified.stdout).toContain('Rolled back: renamed and archived on GitHub');
    expect(verified.stdout).not.toContain('was renamed');
  });

  it('leaves a repository that can be migrated, cut over and rolled back again', async () => {
    const again = ['migrate', '--resume', place.migration, '--reset-repo', 'quiet', '--yes'];
    const migrated = await place.run(again);
    expect({ code: migrated.code, stderr: migrated.stderr }).toMatchObject({ code: 0 });
    const switched = await place.cutover('--include', 'quiet');
    expect({ code: switched.code, stderr: switched.stderr }).toMatchObject({ code: 0 });
    expect(place.restrictions('quiet').length).toBeGreaterThan(0);
    // It replaces a file that is there.
    const file = `audit-${place.migration}.jsonl`;
    await place.run(['audit', '--migration', place.migration, '--output', file]);
    const back = await rollback('--yes', '--include', 'quiet');
    const [, next = ''] = /^Next: migrator (.*)$/m.exec(back.stderr) ?? [];
    expect([back.code, next.split(' ')[0]]).toEqual([0, 'audit']);
    expect(next).toMatch(/ --force$/);
    expect(await place.run(next.split(' '))).toMatchObject({ code: 0 });
    expect(place.restrictions('quiet')).toEqual([]);
    expect(aside('quiet').map(({ name }) => name.slice(-2))).toContain('-2');
  });
});
