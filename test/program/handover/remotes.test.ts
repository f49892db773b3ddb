import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

/** GitHub takes no such branch. */
function refuse({ sandbox }: Workplace): void {
  const directory = sandbox.bitbucket.gitDirectory('odd');
  git(directory, 'update-ref', 'refs/heads/refs/heads/x', 'refs/heads/main');
}

async function migrated(place: Workplace): Promise<string> {
  await addRepositories(place, 'web', 'odd');
  refuse(place);
  place.write('plan.json', place.plan('web:web-site', 'odd'));
  const { code } = await place.run(['migrate', '--plan', 'plan.json']);
  expect(code).toBe(6);
  return newestMigration(place);
}

describe('remotes', () => {
  it.each(['bitbucket-cloud', 'bitbucket-data-center'] as const)(
    'writes a script with which a clone of %s fetches from the new host',
    async (source) => {
      await using place = await openWorkplace({ source });
      const id = await migrated(place);
      const { code, stderr } = await place.run(['remotes', '--migration', id, '--output', 'out']);
      expect(code).toBe(0);
      expect(stderr).toContain('Skipped, not migrated: odd');
      const { SRC_GIT_URL, SRC_DATA_CENTER_URL } = place.sandbox.environment as Partial<
        Record<string, string>
      >;
      const base = source === 'bitbucket-cloud' ? `${SRC_GIT_URL}/` : `${SRC_DATA_CENTER_URL}/scm/`;
      const clone = join(place.folder, 'clone');
      execFileSync('git', ['init', '-q', clone]);
      git(
        clone,
        'remote',
        'add',
        'origin',
        `${base}${place.sandbox.workspace.toUpperCase()}/web.git`,
      );
      execFileSync('sh', [join(place.folder, 'out', 'remotes.sh'), place.folder]);
      const { DST_GIT_URL } = place.sandbox.environment;
      const { organization } = place.sandbox;
      expect(git(clone, 'remote', 'get-url', 'origin').trim()).toBe(
        `${DST_GIT_URL}/${organization}/web-site.git`,
      );
    },
  );

  it('reports the files as JSON, and replaces none without --force', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place);
    const args = ['remotes', '--migration', id, '--output', 'out'];
    const { stdout } = await place.run([...args, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ type: 'remotes-written', repositories: 1, left: ['odd'] },
      files: ['out/remotes.sh', 'out/remotes.ps1', 'out/gitconfig', 'out/owners.csv'],
    });
    const again = await place.run(args);
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('--force')]);
    expect((await place.run([...args, '--force'])).code).toBe(0);
    expect(readFileSync(join(place.folder, 'out/owners.csv'), 'utf8')).toContain('/web-site,,,');
  });

  it('refuses a migration of which nothing has arrived', async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'odd');
    refuse(place);
    await place.run(['migrate', '--plan', 'plan.json']);
    const id = await newestMigration(place);
    const refused = await place.run(['remotes', '--migration', id, '--output', 'out']);
    expect(refused.stderr).toContain(`No repositories in ${id} are migrated yet`);
  });
});
