import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packedObject } from '../../../sandbox/git/packed-object.ts';
import { bareRepository, commitFiles, git, temporaryFolder } from '../../core/git/fixture.ts';

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;

beforeEach(() => {
  folder = temporaryFolder();
  repository = bareRepository(folder.path, 'one.git');
  commitFiles(repository, 'main', { 'a.txt': 'a', 'b/c.txt': 'c' });
  commitFiles(repository, 'main', { 'a.txt': 'b' });
});

afterEach(() => folder.remove());

function run(...args: string[]): string {
  return git(repository, ...args).trim();
}

describe('packedObject', () => {
  it('tells what git tells, in each of several packs', async () => {
    run('repack', '-d', '-q');
    run('tag', '-a', 'v1', '-m', 'one', 'main');
    run('repack', '-d', '-q');
    const hashes = run('cat-file', '--batch-all-objects', '--batch-check=%(objectname)').split(
      '\n',
    );
    expect(hashes.length).toBeGreaterThan(7);
    for (const hash of hashes)
      expect((await packedObject(repository, hash))?.type).toBe(run('cat-file', '-t', hash));
  });

  it('returns null for a loose or missing object and for what is no hash', async () => {
    const loose = run('commit-tree', '-m', 'Two', 'main^{tree}');
    for (const hash of [loose, 'f'.repeat(40), loose.slice(0, 12), '../HEAD'])
      expect(await packedObject(repository, hash)).toBe(null);
  });
});
