import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDamagedMirror } from '../../../../src/core/git/errors/damaged-mirror.ts';
import { findLfsOfCommits } from '../../../../src/core/git/lfs/find-lfs-of-commits.ts';
import { lfsPointer } from '../../../helpers/servers/lfs-server.ts';
import { commitFiles, git } from '../fixture.ts';
import { type LocalMirror, openLocalMirror } from '../local-mirror.ts';

let mirror: LocalMirror;

beforeEach(async () => {
  mirror = await openLocalMirror();
});

afterEach(() => mirror.close());

function find(...commits: readonly string[]) {
  return findLfsOfCommits({ git: mirror.tool, directory: mirror.directory, commits });
}

const [kept, old, young] = ['kept', 'old', 'young'].map((text) => lfsPointer(Buffer.from(text)));

/** A commit of a branch that is gone. */
function lostCommit(files: Readonly<Record<string, string>>): string {
  commitFiles(mirror.directory, 'gone', { 'a.bin': old?.pointer ?? '' }, 'Older');
  const commit = commitFiles(mirror.directory, 'gone', files, 'Younger');
  git(mirror.directory, 'update-ref', '-d', 'refs/heads/gone');
  return commit;
}

describe('findLfsOfCommits', () => {
  it('finds what the whole history of the commits names, each once, and nothing that a branch names', async () => {
    commitFiles(mirror.directory, 'main', { 'kept.bin': kept?.pointer ?? '' }, 'Kept');
    git(mirror.directory, 'update-ref', 'refs/heads/gone', 'refs/heads/main');
    const lost = lostCommit({
      'a.bin': young?.pointer ?? '',
      'again.bin': young?.pointer ?? '',
      'moved.bin': kept?.pointer ?? '',
      'words.txt': 'word '.repeat(40),
      'folder with spaces/b.bin': 'small',
    });
    const found = await find(lost, lost);
    expect(found.map(({ oid }) => oid).sort()).toEqual([old?.oid, young?.oid].sort());
    expect(await find()).toEqual([]);
  });

  it('says that the mirror is damaged where a commit is not there', async () => {
    const failure = await find('ab'.repeat(20)).catch((error: unknown) => error);
    expect(isDamagedMirror(failure)).toBe(true);
  });
});
