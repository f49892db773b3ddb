import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDamagedMirror } from '../../../../src/core/git/errors/damaged-mirror.ts';
import { createCommits } from '../../../../src/core/git/objects/create-commits.ts';
import { commitFiles, git } from '../fixture.ts';
import { type LocalMirror, openLocalMirror } from '../local-mirror.ts';

let mirror: LocalMirror;

beforeEach(async () => {
  mirror = await openLocalMirror();
});

afterEach(() => mirror.close());

const date = Date.parse('2021-03-04T05:06:07.890Z');

function make(commits: Parameters<typeof createCommits>[0]['commits']) {
  return createCommits({ git: mirror.tool, directory: mirror.directory, commits });
}

function show(...args: string[]): string {
  return git(mirror.directory, ...args).trim();
}

describe('createCommits', () => {
  it('creates commits of small files on each other and on existing ones', async () => {
    const main = commitFiles(mirror.directory, 'main', { a: '1' });
    const message = 'Über "alles"\n\ndata 3\nfrom abc\n';
    const hashes = await make([
      {
        tree: { files: [{ path: 'README.md', content: 'no\nline end' }] },
        parents: [],
        message,
        date,
      },
      {
        tree: { files: [{ path: 'a/b "c"\\.md', content: '' }] },
        parents: [0, main],
        message: '',
        date,
      },
      { tree: { files: [] }, parents: [], message: 'empty', date },
    ]);
    const [first = '', second = '', third = ''] = hashes;
    expect(show('log', '-1', '--format=%an <%ae> %cn %ct %ci%n%B', first)).toBe(
      `migrator <migrator@migrator.invalid> migrator 1614834367 2021-03-04 05:06:07 +0000\n${message.trim()}`,
    );
    expect(show('show', `${first}:README.md`)).toBe('no\nline end');
    expect(show('log', '-1', '--format=%P', second)).toBe(`${first} ${main}`);
    expect(show('ls-tree', '-rz', '--name-only', second)).toBe('a/b "c"\\.md\0');
    expect(show('log', '-1', '--format=[%P]', third)).toBe('[]');
    expect(show('ls-tree', third)).toBe('');
    git(mirror.directory, 'fsck', '--strict', '--full');
  });

  it('takes the files of another commit, but for what is left out', async () => {
    const files = { '.github/CODEOWNERS': '*', CODEOWNERS: '*', 'docs/x/y': '1', 'docs/z': '2' };
    const main = commitFiles(mirror.directory, 'main', files);
    const parent = commitFiles(mirror.directory, 'side', { other: 'o' });
    const [less = '', same = ''] = await make([
      {
        tree: { of: main, without: ['CODEOWNERS', '.github/CODEOWNERS', 'docs/x', 'nowhere'] },
        parents: [parent],
        message: 'less',
        date,
      },
      { tree: { of: main }, parents: [main], message: 'same', date },
    ]);
    expect(show('ls-tree', '-r', '--name-only', less)).toBe('docs/z');
    expect(show('rev-parse', `${less}^`)).toBe(parent);
    expect(show('rev-parse', `${same}^{tree}`)).toBe(show('rev-parse', `${main}^{tree}`));
  });

  it('gives the same hashes again, and leaves no ref behind', async () => {
    const commits = Array.from({ length: 300 }, (_, index) => ({
      tree: { files: [{ path: 'n', content: String(index) }] },
      parents: index === 0 ? [] : [index - 1],
      message: `Commit ${index}`,
      date: date + index * 1000,
    }));
    const first = await make(commits);
    expect(await make(commits)).toEqual(first);
    expect(show('for-each-ref')).toBe('');
    expect(show('rev-list', '--count', first.at(-1) ?? '')).toBe('300');
  });

  it.each([
    ['a parent that is no hash', { parents: ['main'] }],
    ['a parent that comes later', { parents: [0] }],
    ['a path out of the tree', { tree: { files: [{ path: '../a', content: '' }] } }],
    ['a path into a repository', { tree: { files: [{ path: 'a/.GIT/b', content: '' }] } }],
    ['the tree of a name', { tree: { of: 'main' } }],
  ])('refuses %s', async (_, wrong) => {
    const fine = { tree: { files: [] }, parents: [], message: '', date };
    await expect(make([{ ...fine, ...wrong }])).rejects.toThrow(TypeError);
  });

  it.each([
    ['a parent', { parents: ['f'.repeat(40)] }],
    ['the commit of a tree', { tree: { of: 'f'.repeat(40) } }],
  ])('says that the mirror is damaged where %s is not there', async (_, wrong) => {
    const commit = { tree: { files: [] }, parents: [], message: '', date, ...wrong };
    const failure = await make([commit]).catch((error) => error);
    expect(isDamagedMirror(failure)).toBe(true);
  });

  it('creates nothing for an empty list', async () => {
    expect(await make([])).toEqual([]);
  });
});
