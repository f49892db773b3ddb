import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathWithoutGitLfs } from '../../../helpers/program/path-without-git-lfs.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../../helpers/repositories/git-fixture.ts';

const contents = ['first version of a film', 'second version of a film'];
const oids = contents.map((content) => createHash('sha256').update(content).digest('hex'));

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  const folder = makeRepository(place.folder, 'films');
  for (const [index, content] of contents.entries()) {
    const lines = ['version https://git-lfs.github.com/spec/v1', `oid sha256:${oids[index]}`];
    writeFileSync(join(folder, 'film.mp4'), `${lines.join('\n')}\nsize ${content.length}\n`);
    git(folder, 'add', '.');
    git(folder, 'commit', '-q', '-m', `Film ${index}`);
  }
  const repository = await place.sandbox.bitbucket.addRepository({ slug: 'films', from: folder });
  for (const [index, content] of contents.entries()) {
    await repository.lfs.add(oids[index] ?? '', Buffer.from(content));
  }
  place.write('plan.json', place.plan('films'));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** Bytes that the target holds of each object; `null` where it does not have it. */
function onTarget(): (number | null)[] {
  const target = place.sandbox.github.findRepository('acme/films');
  return oids.map((oid) => target?.lfs.size(oid) ?? null);
}

describe('a repository with LFS objects', () => {
  it('arrives with every object that any commit names, and the summary counts them', async () => {
    const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json']);
    expect(stdout).toContain('2 LFS objects migrated');
    expect(code).toBe(0);
    expect(onTarget()).toEqual(contents.map(({ length }) => length));
    const { bitbucket, github } = place.sandbox;
    expect(refsOf(github.gitDirectory('acme/films'))).toBe(refsOf(bitbucket.gitDirectory('films')));
  });

  it('arrives although the target does not know of it for a moment', async () => {
    place.sandbox.faults.add({
      host: 'github-git',
      path: /\/info\/lfs\/objects\/batch$/,
      action: { kind: 'status', status: 404, body: '{"message":"Not Found"}' },
    });
    const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json']);
    expect(code, stdout).toBe(0);
    expect(onTarget()).toEqual(contents.map(({ length }) => length));
  });

  it('is refused with include_lfs: false before the target is created, and arrives with true', async () => {
    place.write('migrator.yaml', 'migration:\n  include_lfs: false\n');
    const without = await place.run(['migrate', '--plan', 'plan.json']);
    expect(without.code).toBe(6);
    expect(without.stdout).toContain(
      '2 LFS objects in the history, and include_lfs is false: GitHub refuses a history without its LFS objects',
    );
    expect(without.stdout).toContain(
      'Install `git-lfs`, set `migration.include_lfs: true`, check the target storage quota, and resume.',
    );
    expect(place.sandbox.github.findRepository('acme/films')).toBeNull();

    place.write('migrator.yaml', 'migration:\n  include_lfs: true\n');
    const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json']);
    expect(stdout).toContain('2 LFS objects migrated');
    expect(code).toBe(0);
    expect(onTarget()).toEqual(contents.map(({ length }) => length));
  });

  it('is refused without git-lfs before the target is created, and nothing advises include_lfs: false', async () => {
    const environment = { PATH: pathWithoutGitLfs(place.folder) };
    const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json'], environment);
    expect(code).toBe(6);
    expect(stdout).toContain('2 LFS objects in the history, and git-lfs is not installed');
    expect(stdout).toContain('Install `git-lfs`');
    expect(stdout).not.toContain('false');
    expect(place.sandbox.github.findRepository('acme/films')).toBeNull();
    place.write('migrator.yaml', 'migration:\n  include_lfs: true\n');
    const asked = await place.run(['migrate', '--plan', 'plan.json'], environment);
    expect(asked.code).toBe(3);
    expect(asked.stderr).toContain('Install `git-lfs`');
    expect(asked.stderr).not.toContain('false');
  });

  it.each([
    ['options', (plan: object) => ({ ...plan, options: { include_lfs: false } })],
    [
      'a repository',
      (plan: object) => ({
        ...plan,
        repositories: [
          { source: 'films', target: 'films', visibility: 'private', include_lfs: false },
        ],
      }),
    ],
  ])(
    'names the plan where its %s leave LFS out, and arrives with the edited plan',
    async (_where, edit) => {
      place.write('plan.json', edit(place.plan('films') as object));
      const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json']);
      expect(code).toBe(6);
      expect(stdout).toContain('set "include_lfs": true in the plan');
      expect(stdout).toContain('run `migrate --plan` again');
      place.write('plan.json', {
        ...(place.plan('films') as object),
        options: { include_lfs: true },
      });
      expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
      expect(onTarget()).toEqual(contents.map(({ length }) => length));
    },
  );

  it('fails alone and by name when the source has lost an object', async () => {
    const { bitbucket } = place.sandbox;
    await bitbucket.addRepository({ slug: 'two', from: makeRepository(place.folder, 'two') });
    const folder = makeRepository(place.folder, 'lost');
    const oid = 'ab'.repeat(32);
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 5\n`;
    writeFileSync(join(folder, 'gone.bin'), pointer);
    git(folder, 'add', '.');
    git(folder, 'commit', '-q', '-m', 'Gone');
    await bitbucket.addRepository({ slug: 'lost', from: folder });
    place.write('plan.json', place.plan('lost', 'two'));
    const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json']);
    expect(code).toBe(6);
    expect(stdout).toContain('1 done, 0 skipped, 1 failed');
    expect(stdout).toContain(oid);
    expect(place.sandbox.github.findRepository('acme/lost')).toBeNull();
  });
});
