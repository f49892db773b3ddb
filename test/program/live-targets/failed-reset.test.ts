import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { share } from '../../helpers/share.ts';
import type { CutoverPlace } from '../cutover/cutover-place.ts';
import { change, cutOver, settingsOf } from './live-target-place.ts';

interface Found {
  readonly counts: { readonly compared: number };
  readonly repositories: readonly {
    readonly notes: readonly string[];
    readonly differences: readonly { readonly verdict: string; readonly name: string }[];
  }[];
}

async function verify(place: CutoverPlace, ...flags: readonly string[]) {
  const args = ['verify', '--migration', place.migration, '--json', ...flags];
  const { code, stdout, stderr } = await place.run(args, place.credentials);
  const { counts, repositories } = JSON.parse(stdout) as Found;
  const differences = repositories.flatMap((one) => one.differences);
  const of = (wanted: string) =>
    differences.filter(({ verdict }) => verdict === wanted).map(({ name }) => name);
  const notes = repositories.flatMap((one) => one.notes);
  const { compared } = counts;
  return { code, compared, notes, defects: of('defect'), added: of('added-since'), stderr };
}

/** People push to a target that is live, and its reset ends because of that. */
const shared = share(async () => {
  const place = await cutOver();
  const before = await verify(place);
  expect(before).toMatchObject({ code: 0, defects: [] });
  const [directory, main] = [place.targetOf('web'), 'refs/heads/main'];
  const work = git(directory, 'commit-tree', '-p', main, '-m', 'Work', `${main}^{tree}`).trim();
  git(directory, 'update-ref', main, work);
  const reset = ['migrate', '--resume', place.migration, '--reset-repo', 'web', '--yes'];
  const { code, stdout, stderr } = await place.run(reset, place.credentials);
  expect(code).toBe(6);
  expect(stdout + stderr).toContain('1 ref of acme/web changed on GitHub: branch main');
  return { ...place, compared: before.compared };
});
let place: Awaited<ReturnType<typeof shared.get>>;
beforeEach(async () => {
  place = await shared.get();
});

const isDeleted = 'Ruleset bitbucket: the default branch';

function deleteRuleset(): void {
  const rulesets = place.sandbox.github.findRepository('acme/web')?.settings.rulesets ?? [];
  const index = rulesets.findIndex(({ name }) => name === 'bitbucket: ~DEFAULT_BRANCH');
  expect(rulesets.splice(index, 1)).toHaveLength(1);
}

describe('a live target whose reset ended because people have pushed', () => {
  it('is compared as before', async () => {
    const { code, compared, defects, notes } = await verify(place);
    expect({ code, compared, defects }).toEqual({
      ...{ code: 6, compared: place.compared, defects: ['main'] },
    });
    expect(notes.join()).toContain(
      'Not finished since a reset or repair; compared with what was migrated before: 1 ref of acme/web',
    );
  });

  it('keeps its place in the files of remotes', async () => {
    const output = join(place.folder, 'remotes');
    const args = ['remotes', '--migration', place.migration, '--output', output];
    expect(await place.run(args)).toMatchObject({ code: 0 });
    expect(readFileSync(join(output, 'gitconfig'), 'utf8')).toContain('acme/web');
  });

  it('is left alone by sync and cutover, and named by status', async () => {
    const before = settingsOf(place, 'web');
    const sync = await place.run(['sync', '--migration', place.migration]);
    expect(sync.stdout + sync.stderr).toContain('1 repository cut over or rolled back');
    const { code, stderr } = await place.cutover();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(settingsOf(place, 'web')).toEqual(before);
    const status = await place.run(['status', '--migration', place.migration]);
    expect(status.stdout).toContain('changed on GitHub: branch main');
  });

  it('is left by rollback because of what people have done', async () => {
    const rollback = ['rollback', '--migration', place.migration, '--dry-run'];
    const { stdout, stderr } = await place.run(rollback, place.credentials);
    expect(stdout + stderr).toContain('branch main points to');
    expect(stdout + stderr).not.toContain('its migration is incomplete');
  });

  it('gets a deleted ruleset back from settings', async () => {
    const before = settingsOf(place, 'web');
    deleteRuleset();
    const args = ['settings', '--migration', place.migration];
    const { code, stdout } = await place.run(args);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(settingsOf(place, 'web')).toEqual(before);
  });
});

describe('verify --repair of such a target', () => {
  it('restores what is missing, and replaces nothing that people have pushed', async () => {
    const before = settingsOf(place, 'web');
    const main = git(place.targetOf('web'), 'rev-parse', 'main');
    deleteRuleset();
    git(place.targetOf('web'), 'update-ref', '-d', 'refs/heads/topic');
    await change(place, 'web/pulls/5', { title: 'x' });
    const found = await verify(place);
    expect(found).toMatchObject({
      code: 6,
      defects: expect.arrayContaining([isDeleted, 'topic', '#5']),
    });
    const repaired = await verify(place, '--repair');
    expect(repaired).toMatchObject({ code: 6, defects: ['main'], compared: place.compared });
    expect(settingsOf(place, 'web')).toEqual(before);
    expect(git(place.targetOf('web'), 'rev-parse', 'main')).toBe(main);
    await shared.spoil();
  });
});
