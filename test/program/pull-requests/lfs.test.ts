import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BitbucketRepository } from '../../../sandbox/bitbucket/records.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { copyTemplate } from '../../helpers/templates.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** A pull request whose branch is gone. Its commits change one file again and again, each time to a pointer. */
async function addPullRequest(films: readonly string[]): Promise<BitbucketRepository> {
  const from = join(place.folder, 'films');
  const { start, heads } = copyTemplate('films', from, (folder) => makeHistory(folder, films));
  const { bitbucket } = place.sandbox;
  const repository = await hostCopy(bitbucket, { slug: 'films', from, without: ['gone'] });
  bitbucket.addPullRequest('films', {
    state: 'DECLINED',
    source: { branch: 'gone', commit: heads.at(-1) ?? null },
    destination: { branch: 'main', commit: start },
  });
  place.write('plan.json', place.plan('films'));
  return repository;
}

function makeHistory(folder: string, films: readonly string[]) {
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  const commit = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', `Change ${name}`);
    return git(folder, 'rev-parse', 'HEAD').trim();
  };
  const start = commit('a.txt', 'one\n');
  git(folder, 'checkout', '-q', '-b', 'gone');
  const heads = films.map((film) => commit('film.mp4', pointer(film)));
  git(folder, 'checkout', '-q', 'main');
  return { start, heads };
}

function oidOf(film: string): string {
  return createHash('sha256').update(film).digest('hex');
}

function pointer(film: string): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oidOf(film)}\nsize ${film.length}\n`;
}

function target() {
  const found = place.sandbox.github.findRepository('acme/films');
  const [pull] = found?.pulls ?? [];
  if (found === null || pull === undefined) throw new Error('nothing has arrived');
  const files = git(found.directory, 'ls-tree', '--name-only', pull.head.sha);
  return { lfs: found.lfs, pull, files };
}

const migrate = ['migrate', '--plan', 'plan.json'];
const refusal = 'GitHub does not accept its commits';

describe('LFS objects that only the commits of a pull request name', () => {
  const films = ['first version of a film', 'second version of a film'];

  it('come with it', async () => {
    const { lfs: source } = await addPullRequest(films);
    for (const film of films) await source.add(oidOf(film), Buffer.from(film));
    const { code, stderr } = await place.run(migrate);
    expect(stderr).not.toContain('warning');
    expect(code).toBe(0);
    const { lfs, pull, files } = target();
    expect(films.map((film) => lfs.size(oidOf(film)))).toEqual(films.map(({ length }) => length));
    expect(files).toContain('film.mp4');
    expect(pull.body).not.toContain(refusal);
  });

  it('come as far as the source has them, and without all of them it is opened between substitutes', async () => {
    const { lfs: source } = await addPullRequest(films);
    const [kept = '', lost = ''] = films;
    await source.add(oidOf(kept), Buffer.from(kept));
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    const { lfs, pull, files } = target();
    expect([lfs.size(oidOf(kept)), lfs.size(oidOf(lost))]).toEqual([kept.length, null]);
    expect(files).not.toContain('film.mp4');
    expect([pull.state, pull.body?.includes(refusal)]).toEqual(['closed', true]);
  });

  it.each([
    [413, 'Payload too large'],
    [404, 'Not Found'],
    [507, 'Insufficient storage'],
  ])(
    'stay behind where the target answers %i, and it arrives all the same',
    async (status, message) => {
      const { lfs: source } = await addPullRequest(films);
      for (const film of films) await source.add(oidOf(film), Buffer.from(film));
      place.sandbox.faults.add({
        host: 'github-git',
        path: /\/info\/lfs\/objects\/batch$/,
        times: Number.POSITIVE_INFINITY,
        action: { kind: 'status', status, body: JSON.stringify({ message }) },
      });
      const { code, stderr } = await place.run(migrate);
      expect(code, stderr).toBe(0);
      expect(stderr).toContain('LFS objects of pull requests are not migrated');
      expect(target().pull.body).toContain(refusal);
    },
  );

  it('stay behind with include_lfs: false, and it arrives all the same', async () => {
    const { lfs: source } = await addPullRequest(films);
    for (const film of films) await source.add(oidOf(film), Buffer.from(film));
    place.write('migrator.yaml', 'migration:\n  include_lfs: false\n');
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    const { lfs, pull } = target();
    expect(films.map((film) => lfs.size(oidOf(film)))).toEqual([null, null]);
    expect(pull.body).toContain(refusal);
  });
});
