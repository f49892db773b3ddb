import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCommit } from '../../../sandbox/git/commit-files.ts';
import { bareRepository, commitFiles, git, temporaryFolder } from '../../core/git/fixture.ts';

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;
let parent: string;

beforeAll(() => {
  folder = temporaryFolder();
  repository = bareRepository(folder.path, 'one.git');
  parent = commitFiles(repository, 'main', {
    'a.txt': 'old',
    'a/file': 'below',
    'a-b': 'beside',
    'ünï/cödé': 'kept',
  });
});

afterAll(() => folder.remove());

function run(...args: string[]): string {
  return git(repository, '-c', 'core.quotePath=false', ...args).trim();
}

describe('a commit by the host', () => {
  it('has the files of its parent with those that it adds and replaces, in the order of git', () => {
    const files = { 'a.txt': 'new', 'a/deep/er': 'x', a0: 'y', 'ünï/z': '' };
    const commit = makeCommit(repository, { parent, message: 'Move on', files });
    expect(run('ls-tree', '-r', '--name-only', commit).split('\n')).toEqual([
      'a-b',
      'a.txt',
      'a/deep/er',
      'a/file',
      'a0',
      'ünï/cödé',
      'ünï/z',
    ]);
    expect(run('show', `${commit}:a.txt`)).toBe('new');
    expect(run('show', `${commit}:ünï/cödé`)).toBe('kept');
    expect(run('fsck', '--strict', '--no-dangling', commit)).toBe('');
  });

  it('reports who made it and when, and takes a file in the place of a folder', () => {
    const on = new Date('2024-02-03T04:05:06.789Z');
    const author = { name: 'Jä <ne>\n', email: 'jane@acme.example' };
    const commit = makeCommit(repository, {
      ...{ parent, message: 'Two\n\nlines', author, on },
      files: { a: 'no folder' },
    });
    const format = '--format=%P|%an|%ce|%cI|%B';
    expect(run('log', '-1', format, commit)).toBe(
      `${parent}|Jä ne|jane@acme.example|2024-02-03T04:05:06+00:00|Two\n\nlines`,
    );
    expect(run('ls-tree', '--name-only', commit, 'a', 'a-b').split('\n')).toEqual(['a', 'a-b']);
    expect(run('fsck', '--strict', '--no-dangling', commit)).toBe('');
  });

  it('needs its parent', () => {
    const orphan = { parent: 'f'.repeat(40), message: 'x', files: { a: '1' } };
    expect(() => makeCommit(repository, orphan)).toThrow('There is no commit');
  });
});
