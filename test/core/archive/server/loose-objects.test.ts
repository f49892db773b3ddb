import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeLooseObjects } from '../../../../src/core/archive/write/server/loose-objects.ts';
import { git, temporaryFolder } from '../../git/fixture.ts';
import { openLocalMirror } from '../../git/local-mirror.ts';

it('writes small and large objects, and those alone that a tip leads to', async () => {
  const mirror = await openLocalMirror();
  const folder = temporaryFolder();
  try {
    const { directory, tool } = mirror;
    const store = (content: Buffer) =>
      execFileSync('git', ['-C', directory, 'hash-object', '-w', '--stdin'], {
        input: content,
        encoding: 'utf8',
      }).trim();
    const sizes = [0, 10, 100_000, 5 * 1024 * 1024 + 1];
    const blobs = sizes.map((size) => store(Buffer.alloc(size, 'line\n')));
    const other = store(Buffer.from('nobody needs it'));
    const rows = blobs.map((blob, index) => `100644 blob ${blob}\tfile-${index}\n`).join('');
    const tree = execFileSync('git', ['-C', directory, 'mktree'], {
      input: rows,
      encoding: 'utf8',
    });
    const path = join(folder.path, 'objects.tar');
    await writeLooseObjects({
      ...{ mirror: { git: tool, directory }, tips: new Set([tree.trim()]), path },
    });
    expect(readdirSync(folder.path)).toEqual(['objects.tar']);
    const unpacked = join(folder.path, 'unpacked');
    mkdirSync(unpacked);
    git(folder.path, 'init', '--quiet', '--bare', 'unpacked');
    execFileSync('tar', ['-xf', path, '-C', join(unpacked, 'objects')]);
    const listed = git(unpacked, 'cat-file', '--batch-all-objects', '--batch-check').trim();
    const found = listed.split('\n').map((line) => line.split(' ')[0]);
    expect(found.sort()).toEqual([...blobs, tree.trim()].sort());
    expect(found).not.toContain(other);
    git(unpacked, 'fsck', '--full', '--strict');
  } finally {
    await mirror.close();
    folder.remove();
  }
});
