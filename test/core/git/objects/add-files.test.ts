import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addFiles, listFiles, type NewFile } from '../../../../src/core/git/objects/add-files.ts';
import { git } from '../fixture.ts';
import { type LocalMirror, openLocalMirror } from '../local-mirror.ts';

let mirror: LocalMirror;

beforeEach(async () => {
  mirror = await openLocalMirror();
});
afterEach(() => mirror.close());

function add(onto: string | null, files: readonly NewFile[]): Promise<string> {
  const date = Date.parse('2021-03-04T05:06:07.890Z');
  const place = { git: mirror.tool, directory: mirror.directory };
  return addFiles({ ...place, onto, files, message: 'Keep files\n', date });
}

function show(...args: readonly string[]): string {
  return git(mirror.directory, ...args).trim();
}

describe('addFiles', () => {
  it('adds files of any content to existing ones, with the same hash each time', async () => {
    const first = await add(null, [{ path: 'a.png', content: Buffer.from([0, 10, 255, 13, 0]) }]);
    const second = await add(first, [
      { path: 'b.txt', content: Buffer.from('data 3\nfrom x\n') },
      { path: 'empty', content: new Uint8Array() },
    ]);
    expect(show('ls-tree', '--name-only', second).split('\n')).toEqual(['a.png', 'b.txt', 'empty']);
    const place = { git: mirror.tool, directory: mirror.directory };
    expect([...(await listFiles({ ...place, commit: second }))]).toEqual([
      'a.png',
      'b.txt',
      'empty',
    ]);
    expect(show('log', '--format=%P', '-1', second)).toBe(first);
    expect(show('log', '--format=[%P]', '-1', first)).toBe('[]');
    expect(show('cat-file', '-s', `${second}:a.png`)).toBe('5');
    expect(show('cat-file', 'blob', `${second}:b.txt`)).toBe('data 3\nfrom x');
    expect(await add(null, [{ path: 'a.png', content: Buffer.from([0, 10, 255, 13, 0]) }])).toBe(
      first,
    );
    expect(show('for-each-ref')).not.toContain('scratch');
    git(mirror.directory, 'fsck', '--strict', '--full');
  });

  it('takes a file in one folder, as CODEOWNERS stands in one', async () => {
    const commit = await add(null, [
      { path: '.github/CODEOWNERS', content: Buffer.from('* @a\n') },
    ]);
    expect(show('cat-file', 'blob', `${commit}:.github/CODEOWNERS`)).toBe('* @a');
  });

  it('takes a file in two folders, as workflows stand in them', async () => {
    const path = '.github/workflows/default.yml';
    const commit = await add(null, [{ path, content: Buffer.from('on: push\n') }]);
    expect(show('cat-file', 'blob', `${commit}:${path}`)).toBe('on: push');
  });

  it('takes no other path', async () => {
    const paths = ['../x', 'a/b/c/d', '.git', '.GIT', '.git/x', 'a/.git', '/a', 'a/', '', 'a\nb'];
    for (const path of paths) {
      await expect(add(null, [{ path, content: new Uint8Array() }])).rejects.toThrow();
    }
  });
});
