import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { looseObject } from '../../../sandbox/git/loose-object.ts';
import { bareRepository, commitFiles, git, temporaryFolder } from '../../core/git/fixture.ts';

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;

beforeEach(() => {
  folder = temporaryFolder();
  repository = bareRepository(folder.path, 'one.git');
  commitFiles(repository, 'main', { 'a.txt': 'a' });
});

afterEach(() => folder.remove());

function run(...args: string[]): string {
  return git(repository, ...args).trim();
}

function writeBlob(): string {
  const path = join(folder.path, 'large');
  writeFileSync(path, 'a'.repeat(100_000));
  return run('hash-object', '-w', path);
}

describe('looseObject', () => {
  it('tells what git tells', async () => {
    const commit = run('commit-tree', '-m', 'Two', 'main^{tree}');
    run('tag', '-a', 'v1', '-m', 'one', commit);
    for (const hash of [commit, writeBlob(), run('rev-parse', 'v1')])
      expect((await looseObject(repository, hash))?.type).toBe(run('cat-file', '-t', hash));
  });

  it('knows nothing of what is in a pack, is not there, or is no hash', async () => {
    const hash = writeBlob();
    run('repack', '-a', '-d', '-q');
    for (const other of [run('rev-parse', 'main'), 'f'.repeat(40), hash.slice(0, 12), '../HEAD'])
      expect(await looseObject(repository, other)).toBe(null);
  });
});
